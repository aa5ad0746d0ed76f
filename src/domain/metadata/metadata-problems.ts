import { nearestOf } from '../../base/nearest.ts';
import { defaultSetId, defaultSetNames } from './metadata-catalog.ts';
import type { Field, MetadataCollection, MetadataSet } from './metadata-set.ts';

/** Something in a set that can be read, but does not fit the others. */
export interface SetProblem {
  readonly set: string;
  readonly message: string;
}

function* fieldsOf({ fields, forms, views, lists, queries }: MetadataSet): Generator<Field> {
  yield* fields ?? [];
  for (const { panels } of forms ?? []) for (const panel of panels) yield* panel.fields;
  for (const view of views ?? []) yield* view.fields ?? [];
  for (const { columns } of lists ?? []) yield* columns;
  for (const { criteria } of queries?.queries ?? []) yield* criteria;
}

const nearest = (known: readonly string[], unknown: string): string =>
  known.length === 0 ? 'there is none' : `the nearest one is ${nearestOf(known, unknown)}`;

function* missingParents(set: MetadataSet, sets: ReadonlyMap<string, MetadataSet>): Generator<string> {
  const seen = new Set([set.id]);
  for (let at: MetadataSet | undefined = set; at?.inherits !== undefined; ) {
    const parent = at.inherits;
    if (seen.has(parent)) {
      yield `it inherits from itself: ${[...seen, parent].join(' → ')}`;
      return;
    }
    seen.add(parent);
    if (!sets.has(parent)) {
      const others = [...sets.keys()].filter((id) => id !== set.id);
      yield `it inherits ${parent}, which is no metadata set; ${nearest(others, parent)}`;
    }
    at = sets.get(parent);
  }
}

function* missingLists(set: MetadataSet, lists: ReadonlySet<string>): Generator<string> {
  const told = new Set<string>();
  for (const { property, values } of fieldsOf(set)) {
    if (typeof values !== 'string' || lists.has(values) || told.has(values)) continue;
    told.add(values);
    yield `${property} has the values ${values}, which is no value list; ${nearest([...lists], values)}`;
  }
}

function* missingViews(set: MetadataSet): Generator<string> {
  const known = (set.views ?? []).map(({ id }) => id);
  for (const { id, views } of set.groups ?? []) {
    for (const view of views) {
      if (!known.includes(view))
        yield `the group ${id} has the view ${view}, which is not there; ${nearest(known, view)}`;
    }
  }
}

function* twiceIn(set: MetadataSet): Generator<string> {
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
    const twice = new Set(keys.filter((key, at) => keys.indexOf(key) !== at));
    for (const key of twice) yield `the ${kind} ${key} stands there more than once; clients may take either`;
  }
}

function* takenNames(set: MetadataSet, sets: readonly MetadataSet[]): Generator<string> {
  const standard = sets.find(({ id }) => id === defaultSetId);
  for (const alias of set.aliases ?? []) {
    if (standard !== undefined && standard !== set && defaultSetNames.includes(alias))
      yield `its alias ${alias} always means the set ${defaultSetId}`;
    const other = sets.find((each) => each !== set && (each.id === alias || (each.aliases ?? []).includes(alias)));
    if (other !== undefined) yield `its alias ${alias} is a name of the set ${other.id}, too`;
  }
}

/**
 * What does not fit together among these sets and value lists: parents, value lists and views that nobody has. `resolved`
 * are the sets with what they inherit.
 */
export function* setProblems(
  { sets, valueLists }: MetadataCollection,
  resolved: readonly MetadataSet[],
): Generator<SetProblem> {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const lists = new Set(valueLists.map(({ id }) => id));
  const whole = new Map(resolved.map((set) => [set.id, set]));
  for (const set of sets) {
    const found = [
      ...twiceIn(set),
      ...takenNames(set, sets),
      ...missingParents(set, byId),
      ...missingLists(set, lists),
      ...missingViews(whole.get(set.id) ?? set),
    ];
    for (const message of found) yield { set: set.id, message };
  }
}
