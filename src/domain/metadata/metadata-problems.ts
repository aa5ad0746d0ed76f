import { nearestOf } from '../../base/nearest.ts';
import { defaultSetId, defaultSetNames } from './metadata-catalog.ts';
import { fieldsIn } from './metadata-fields.ts';
import type { MetadataCollection, MetadataSet } from './metadata-set.ts';

/** An inconsistency between a set and other sets or value lists, or within the set. */
export interface SetProblem {
  readonly set: string;
  readonly message: string;
}

const suggestion = (known: readonly string[], unknown: string): string =>
  known.length === 0 ? 'none is defined' : `did you mean ${nearestOf(known, unknown)}?`;

function* missingParents(set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): Generator<string> {
  const seen = new Set([set.id]);
  for (let current: MetadataSet | undefined = set; current?.inherits !== undefined; ) {
    const parent = current.inherits;
    if (seen.has(parent)) {
      yield `it inherits from itself: ${[...seen, parent].join(' → ')}`;
      return;
    }
    seen.add(parent);
    if (!sets.has(parent)) {
      const others = [...sets.keys()].filter((id) => id !== set.id);
      yield `it inherits from ${parent}, which is not a metadata set; ${suggestion(others, parent)}`;
    }
    current = sets.get(parent);
  }
}

function* missingLists(set: MetadataSet, lists: ReadonlySet<string>): Generator<string> {
  const reported = new Set<string>();
  for (const { property, values } of fieldsIn(set)) {
    if (typeof values !== 'string' || lists.has(values) || reported.has(values)) continue;
    reported.add(values);
    yield `${property} refers to ${values}, which is not a value list; ${suggestion([...lists], values)}`;
  }
}

function* missingViews(set: MetadataSet): Generator<string> {
  const known = (set.views ?? []).map(({ id }) => id);
  for (const { id, views } of set.groups ?? []) {
    for (const view of views) {
      if (!known.includes(view)) {
        yield `the group ${id} refers to the view ${view}, which does not exist; ${suggestion(known, view)}`;
      }
    }
  }
}

function duplicatesIn(keys: readonly string[]): ReadonlySet<string> {
  const [seen, duplicates] = [new Set<string>(), new Set<string>()];
  for (const key of keys) (seen.has(key) ? duplicates : seen).add(key);
  return duplicates;
}

function* duplicates(set: MetadataSet): Generator<string> {
  const parts: readonly (readonly [kind: string, keys: readonly string[]])[] = [
    ['type', (set.types ?? []).map(({ name }) => name)],
    [
      'field',
      (set.fields ?? []).map(({ property, view }) => (view === undefined ? property : `${property} in ${view}`)),
    ],
    ['form', (set.forms ?? []).map(({ id }) => id)],
    ['view', (set.views ?? []).map(({ id }) => id)],
    ['group', (set.groups ?? []).map(({ id }) => id)],
    ['list', (set.lists ?? []).map(({ id }) => id)],
    ['sort', (set.sorts ?? []).map(({ id }) => id)],
    ['query', (set.queries?.queries ?? []).map(({ id }) => id)],
  ];
  for (const [kind, keys] of parts) {
    for (const key of duplicatesIn(keys)) yield `the ${kind} ${key} is defined more than once; clients may use either`;
  }
}

function* takenNames(set: MetadataSet, sets: readonly MetadataSet[]): Generator<string> {
  const defaultSet = sets.find(({ id }) => id === defaultSetId);
  for (const alias of set.aliases ?? []) {
    if (defaultSet !== undefined && defaultSet !== set && defaultSetNames.includes(alias)) {
      yield `its alias ${alias} is reserved for the set ${defaultSetId}`;
    }
    const other = sets.find((each) => each !== set && (each.id === alias || (each.aliases ?? []).includes(alias)));
    if (other !== undefined) yield `its alias ${alias} is also a name of the set ${other.id}`;
  }
}

/**
 * All inconsistencies between these sets and value lists: duplicate definitions, ambiguous aliases, and missing parents,
 * value lists and views. `resolved` are the sets with what they inherit.
 */
export function* setProblems(
  { sets, valueLists }: MetadataCollection,
  resolved: readonly MetadataSet[],
): Generator<SetProblem> {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const lists = new Set(valueLists.map(({ id }) => id));
  const whole = new Map(resolved.map((set) => [set.id, set]));
  for (const set of sets) {
    const messages = [
      ...duplicates(set),
      ...takenNames(set, sets),
      ...missingParents(set, byId),
      ...missingLists(set, lists),
      ...missingViews(whole.get(set.id) ?? set),
    ];
    for (const message of messages) yield { set: set.id, message };
  }
}
