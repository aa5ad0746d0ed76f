import { type Page, type PageRequest, pageOf } from '../../base/paging.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import type { Seams } from '../../ports/seams.ts';
import { byName } from '../records/name-order.ts';
import { groupMatch } from './groups.ts';
import { personMatch } from './people.ts';

/** Searches groups and people together. */
export interface AuthoritySearchService {
  /** The names of the groups that match, then of the people that match. With a group type, only groups of this type. */
  search(pattern: string, groupType: string | undefined, page: PageRequest): Promise<Page<string>>;
}

export function createAuthoritySearchService({ store }: Pick<Seams, 'store'>): AuthoritySearchService {
  const inOrder = byName((name: string) => name);

  const groupNames = async (pattern: string, groupType: string | undefined): Promise<string[]> => {
    const matches = groupMatch(pattern);
    const found: string[] = [];
    for await (const [name, group] of withPauses(store.groups.entries())) {
      if ((groupType === undefined || group.groupType === groupType) && matches(group)) found.push(name);
    }
    return found.sort(inOrder);
  };

  const userNames = async (pattern: string): Promise<string[]> => {
    const matches = personMatch(pattern);
    const found: string[] = [];
    for await (const [name, person] of withPauses(store.people.entries())) if (matches(person)) found.push(name);
    return found.sort(inOrder);
  };

  return {
    async search(pattern, groupType, page) {
      const groups = await groupNames(pattern, groupType);
      const people = groupType === undefined ? await userNames(pattern) : [];
      return pageOf([...groups, ...people], page);
    },
  };
}
