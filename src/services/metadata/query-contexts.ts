import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { QueryContext } from '../../domain/query/query-fields.ts';
import { synonymList, synonymsIn } from '../../domain/query/synonyms.ts';
import type { Seams } from '../../ports/seams.ts';

/**
 * Resolves to the context in which a caller's query is parsed: content model, properties and synonyms of the current metadata sets, time and
 * folder aliases such as `-userhome-`.
 */
export type QueryContexts = (caller: Caller) => Promise<QueryContext>;

const synonymsOf = cachedPerObject((catalog: MetadataCatalog) =>
  synonymsIn(catalog.valueLists.get(synonymList)?.entries ?? []),
);

export function createQueryContexts(
  { clock, metadataSets }: Pick<Seams, 'clock' | 'metadataSets'>,
  { companyHome, collections }: SystemFolders,
  contentModel: ContentModel,
): QueryContexts {
  const aliasesFor = ({ home }: Caller): ReadonlyMap<string, NodeId> => {
    const aliases = new Map<string, NodeId>([
      ['-companyhome-', companyHome],
      ['-collectionhome-', collections],
    ]);
    if (home !== null) aliases.set('-userhome-', home).set('-inbox-', home);
    return aliases;
  };

  // Most queries use neither the time nor an alias, so both are computed on first use.
  return async (caller) => {
    const catalog = await metadataSets.current();
    let now: number | undefined;
    let aliases: ReadonlyMap<string, NodeId> | undefined;
    return {
      contentModel,
      keyProperties: catalog.keyProperties,
      synonyms: synonymsOf(catalog),
      get now() {
        now ??= clock.now().getTime();
        return now;
      },
      get folderAliases() {
        aliases ??= aliasesFor(caller);
        return aliases;
      },
    };
  };
}
