import type { Change, Collections } from '../../ports/store.ts';

/** The key prefix of all node lists of a person (`PersonRecord.id`). */
const nodeListPrefix = (person: string): string => `${person}/`;

export const nodeListKey = (person: string, list: string): string => `${nodeListPrefix(person)}${list}`;

/** The number of node lists of a person. */
export async function countNodeLists({ nodeLists }: Pick<Collections, 'nodeLists'>, person: string): Promise<number> {
  let count = 0;
  for await (const _ of nodeLists.keys({ prefix: nodeListPrefix(person) })) count += 1;
  return count;
}

/** Deletes what clients stored for a person: preferences and node lists. */
export async function deletePersonSettings(change: Change, person: string): Promise<void> {
  change.preferences.delete(person);
  for await (const key of change.nodeLists.keys({ prefix: nodeListPrefix(person) })) change.nodeLists.delete(key);
}
