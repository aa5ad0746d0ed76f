import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';

/** Where an app uses a node. There is at most one usage for each place. */
export interface UsagePlace {
  readonly app: string;
  /** The course, as the app names it. */
  readonly course: string;
  /** The node; for a reference in a collection, the reference. */
  readonly node: NodeId;
  /** The place in the course, as the app names it. */
  readonly resource: string;
}

/** A record that an app uses a node, such as in a course of a learning platform. */
export interface UsageRecord extends UsagePlace {
  /** In the format of a node ID, but never the ID of a node. */
  readonly id: NodeId;
  /** The version that the app shows, such as `1.2`. */
  readonly version: string;
  /** How often the app recorded the usage. */
  readonly count: number;
  /** The IDs (`PersonRecord.id`) of the people for whom the app recorded it, without duplicates. */
  readonly people: readonly string[];
  /** The ID of the person for whom the app recorded it last; null if that person was deleted. */
  readonly by: string | null;
  /** The user name of this person; empty if `by` is null. */
  readonly userName: string;
  /** When the usage begins: as the app states it, or the first time that it was recorded. */
  readonly from: Timestamp;
  /** When the usage ends: as the app states it, or the last time that it was recorded. */
  readonly to: Timestamp;
  /** Parameters of the app; null if it stated none. */
  readonly parameters: string | null;
}

/** What an app states about a usage. Missing values stay as they are, or get a default. */
export interface UsageStatement {
  readonly from?: Timestamp | undefined;
  readonly to?: Timestamp | undefined;
  readonly parameters?: string | undefined;
}

/** When a usage is recorded, for whom, and of which version. */
export interface UsageEvent extends UsageStatement {
  readonly at: Timestamp;
  readonly by: string;
  readonly userName: string;
  readonly version: string;
}

/** More people than this are not counted, so that the record stays small. */
const maxPeople = 1_000;

const withPerson = (people: readonly string[], id: string): readonly string[] =>
  people.includes(id) || people.length >= maxPeople ? people : [...people, id];

const later = (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b);

/** The usage after the app recorded it once more. `id` is the ID of a new usage. */
export function recordedUsage(
  before: UsageRecord | undefined,
  { app, course, node, resource }: UsagePlace,
  id: NodeId,
  { at, by, userName, version, from, to, parameters }: UsageEvent,
): UsageRecord {
  return {
    ...{ id: before?.id ?? id, app, course, node, resource, version, by, userName },
    count: (before?.count ?? 0) + 1,
    people: withPerson(before?.people ?? [], by),
    from: from ?? before?.from ?? at,
    to: to ?? later(before?.to ?? at, at),
    parameters: parameters ?? before?.parameters ?? null,
  };
}

/** The usage after its person was deleted. */
export const withoutPerson = (usage: UsageRecord): UsageRecord => ({ ...usage, by: null, userName: '' });

/** A period; an undefined end is open. */
export interface Period {
  readonly from: Timestamp | undefined;
  readonly to: Timestamp | undefined;
}

/** Whether the time of a usage overlaps the period. */
export const isWithin = (usage: Pick<UsageRecord, 'from' | 'to'>, { from, to }: Period): boolean =>
  (from === undefined || usage.to >= from) && (to === undefined || usage.from <= to);
