import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { QueryContext } from '../../domain/query/query-fields.ts';
import type { Seams } from '../../ports/seams.ts';

/** Creates the context in which a caller's query is parsed: content model, time and folder aliases such as `-userhome-`. */
export type QueryContexts = (caller: Caller) => QueryContext;

export function createQueryContexts(
  { clock }: Pick<Seams, 'clock'>,
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
  return (caller) => {
    let now: number | undefined;
    let aliases: ReadonlyMap<string, NodeId> | undefined;
    return {
      contentModel,
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
