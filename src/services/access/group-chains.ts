import type { Store } from '../../ports/store.ts';
import { groupsOf } from '../records/membership-records.ts';

/** The shortest way from a person to a group: the group that the person is a direct member of, and so on up to the group. */
export type GroupChains = (group: string) => readonly string[];

/** Reads the groups above an authority with the ways to them. A group that it is not in is its own way. */
export async function groupChains(store: Pick<Store, 'memberships'>, authority: string): Promise<GroupChains> {
  const below = new Map<string, string>();
  const open = [authority];
  for (const member of open) {
    for (const group of await groupsOf(store, member)) {
      if (below.has(group)) continue;
      below.set(group, member);
      open.push(group);
    }
  }
  return (group) => {
    const chain: string[] = [];
    for (let at: string | undefined = group; at !== undefined && at !== authority; at = below.get(at))
      chain.unshift(at);
    return chain;
  };
}
