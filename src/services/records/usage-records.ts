import type { NodeId } from '../../base/ids.ts';
import { hashOfSecret } from '../../domain/identity/secret-hash.ts';
import { type UsagePlace, type UsageRecord, withoutPerson } from '../../domain/usages/usage.ts';
import type { Change, Collections } from '../../ports/store.ts';

/** The key prefix of all usages of a node. */
export const usagesPrefix = (node: NodeId): string => `${node}/`;

export const usageKey = ({ node, id }: Pick<UsageRecord, 'node' | 'id'>): string => `${usagesPrefix(node)}${id}`;

/** The prefix under which the store lists the usages of an app. No app ID contains a slash. */
export const appPrefix = (app: string): string => `${app}/`;

/** The prefix under which the store lists the usages in a course. The name of a course may be anything, so it is hashed. */
export const coursePrefix = (app: string, course: string): string => `${appPrefix(app)}${hashOfSecret(course)}/`;

const placeKey = ({ app, course, resource, node }: UsagePlace): string =>
  `${coursePrefix(app, course)}${hashOfSecret(resource)}/${node}`;

/** The node in a key of `placeKey`. */
const nodeInKey = (key: string): NodeId => key.slice(key.lastIndexOf('/') + 1) as NodeId;

/** The key under which the store lists a usage for its person. */
const personKey = (person: string, usage: Pick<UsageRecord, 'node' | 'id'>): string =>
  `${personPrefix(person)}${usageKey(usage)}`;

const personPrefix = (person: string): string => `${person}/usages/`;

/** The usage at a place; undefined if there is none. */
export async function usageAt(
  { usages, appUsages }: Pick<Collections, 'usages' | 'appUsages'>,
  place: UsagePlace,
): Promise<UsageRecord | undefined> {
  const entry = await appUsages.get(placeKey(place));
  return entry && usages.get(usageKey({ node: place.node, id: entry.usage }));
}

/** The keys of the usages that the store lists under a prefix of `appPrefix` or `coursePrefix`. */
export async function* usageKeysBelow(
  { appUsages }: Pick<Collections, 'appUsages'>,
  prefix: string,
): AsyncGenerator<string> {
  for await (const [key, { usage }] of appUsages.entries({ prefix }))
    yield usageKey({ node: nodeInKey(key), id: usage });
}

/** The keys of the usages that an app recorded last for a person (`PersonRecord.id`). */
export async function* usageKeysOfPerson(
  { contributions }: Pick<Collections, 'contributions'>,
  person: string,
): AsyncGenerator<string> {
  const prefix = personPrefix(person);
  for await (const key of contributions.keys({ prefix })) yield key.slice(prefix.length);
}

/** Writes a usage. `before` is the usage at the same place that it replaces. */
export function putUsage(change: Change, usage: UsageRecord, before: UsageRecord | undefined): void {
  if (before?.by != null && before.by !== usage.by) change.contributions.delete(personKey(before.by, before));
  change.usages.put(usageKey(usage), usage);
  change.appUsages.put(placeKey(usage), { usage: usage.id });
  if (usage.by !== null) change.contributions.put(personKey(usage.by, usage), { at: usage.to });
}

export function deleteUsage(change: Change, usage: UsageRecord): void {
  change.usages.delete(usageKey(usage));
  change.appUsages.delete(placeKey(usage));
  if (usage.by !== null) change.contributions.delete(personKey(usage.by, usage));
}

/** Deletes all usages of a node. Call this for every node that is purged. */
export async function deleteUsagesOf(change: Change, node: NodeId): Promise<void> {
  for await (const [, usage] of change.usages.entries({ prefix: usagesPrefix(node) })) deleteUsage(change, usage);
}

/** Deletes at most `limit` usages of an app. Resolves to whether all are deleted. */
export async function deleteUsagesOfApp(change: Change, app: string, limit: number): Promise<boolean> {
  const keys: string[] = [];
  for await (const key of change.appUsages.keys({ prefix: appPrefix(app), limit })) keys.push(key);
  for (const key of keys) {
    const entry = await change.appUsages.get(key);
    const usage = entry && (await change.usages.get(usageKey({ node: nodeInKey(key), id: entry.usage })));
    if (usage !== undefined) deleteUsage(change, usage);
    change.appUsages.delete(key);
  }
  return keys.length < limit;
}

/** Removes a deleted person from at most `limit` usages. Resolves to whether all are done. */
export async function forgetUsagePerson(change: Change, person: string, limit: number): Promise<boolean> {
  const prefix = personPrefix(person);
  const keys: string[] = [];
  for await (const key of change.contributions.keys({ prefix, limit })) keys.push(key);
  for (const key of keys) {
    const usage = await change.usages.get(key.slice(prefix.length));
    if (usage !== undefined) putUsage(change, withoutPerson(usage), usage);
    change.contributions.delete(key);
  }
  return keys.length < limit;
}
