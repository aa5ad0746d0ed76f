import type { NodeId } from '../../base/ids.ts';
import { isSpecialList, specialLists } from '../../contract/special-lists.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Services } from '../../services/services.ts';

/**
 * The nodes in a list with a special name, such as the shared nodes; undefined if the text is not such a name. Also lists
 * the top-level collections for `-collectionhome-`, a folder that only administrators may read.
 */
export type SpecialListReader = (text: string, caller: Caller) => Promise<readonly NodeId[] | undefined>;

export function createSpecialListReader({
  organizations,
  shares,
  collections,
}: Pick<Services, 'organizations' | 'shares' | 'collections'>): SpecialListReader {
  return async (text, caller) => {
    switch (text) {
      case '-collectionhome-': {
        const page = { skip: 0, limit: Number.POSITIVE_INFINITY };
        return (await collections.collections(caller, 'top', undefined, { page, sort: [] })).items;
      }
      case specialLists.organizations:
        return organizations.foldersOf(caller);
      case specialLists.sharedWithMe:
        return shares.withCaller(caller, { personally: false });
      case specialLists.sharedWithMePersonally:
        return shares.withCaller(caller, { personally: true });
      case specialLists.sharedByMe:
        return shares.byCaller(caller);
      default:
        return isSpecialList(text) ? [] : undefined;
    }
  };
}
