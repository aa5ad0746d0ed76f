import type { NodeId } from '../../base/ids.ts';
import { isSpecialList, specialLists } from '../../contract/special-lists.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Services } from '../../services/services.ts';

/** Tells the nodes in a list that has an id of its own; undefined where the text is no such id. */
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
