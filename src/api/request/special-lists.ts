import type { NodeId } from '../../base/ids.ts';
import { isSpecialList, specialLists } from '../../contract/special-lists.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Services } from '../../services/services.ts';

/** The nodes in a list with a special name, such as the shared nodes; undefined if the text is not such a name. */
export type SpecialListReader = (text: string, caller: Caller) => Promise<readonly NodeId[] | undefined>;

export function createSpecialListReader({
  organizations,
  shares,
}: Pick<Services, 'organizations' | 'shares'>): SpecialListReader {
  return async (text, caller) => {
    switch (text) {
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
