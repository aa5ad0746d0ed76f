import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';
import type { QueryContext } from '../../domain/query/query-fields.ts';
import type { Seams } from '../../ports/seams.ts';

/** What the query of a caller is read with: the words of the dictionary, the time, and what `-userhome-` is to them. */
export type QueryContexts = (caller: Caller) => QueryContext;

/** The names with a meaning are those of folders that other calls understand as well. */
export function createQueryContexts(
  { clock }: Pick<Seams, 'clock'>,
  landmarks: SystemFolders,
  dictionary: ContentModel,
): QueryContexts {
  const placesOf = ({ home }: Caller): ReadonlyMap<string, NodeId> => {
    const places = new Map<string, NodeId>([['-companyhome-', landmarks.companyHome]]);
    if (home !== null) places.set('-userhome-', home);
    return places;
  };

  return (caller) => {
    let now: number | undefined;
    let places: ReadonlyMap<string, NodeId> | undefined;
    return {
      contentModel: dictionary,
      get now() {
        now ??= clock.now().getTime();
        return now;
      },
      get folderAliases() {
        places ??= placesOf(caller);
        return places;
      },
    };
  };
}
