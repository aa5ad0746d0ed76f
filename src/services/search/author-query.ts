import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { mapLeafQueries, partsOf, type Query } from '../../domain/query/query.ts';
import type { Store } from '../../ports/store.ts';
import type { UserNames } from '../records/user-names.ts';

/** When the person in a property wrote. */
const timesOfAuthors: ReadonlyMap<string, string> = new Map([
  ['cm:creator', 'cm:created'],
  ['cm:modifier', 'cm:modified'],
]);

interface AuthorCondition {
  readonly userName: string;
  /** The property with the time. */
  readonly time: string;
}

/** What a condition says about an author; undefined for other conditions. */
function authorIn(query: Query): AuthorCondition | undefined {
  if (query.kind !== 'words' && query.kind !== 'phrase' && query.kind !== 'value') return undefined;
  const time = timesOfAuthors.get(query.field ?? '');
  if (time === undefined) return undefined;
  if (query.kind === 'phrase') return { userName: query.words.join(' '), time };
  return { userName: query.kind === 'value' ? query.value : query.text, time };
}

function* authorsIn(query: Query): Generator<string> {
  const author = authorIn(query);
  if (author !== undefined) yield author.userName;
  for (const part of partsOf(query)) yield* authorsIn(part);
}

/** Limits a condition to what was written since the account exists. The range must not change the score. */
const since = (query: Query, field: string, { createdAt }: PersonRecord): Query => ({
  kind: 'all',
  of: [
    query,
    {
      kind: 'boosted',
      factor: 0,
      query: { kind: 'range', as: 'date', field, from: Date.parse(createdAt), includeFrom: true, includeTo: true },
    },
  ],
});

/**
 * Makes conditions on the creator or modifier match only what the present person of this name wrote, not what a deleted one did. The
 * name may be spelled differently.
 */
export async function queryOfPresentAuthors(
  { store, userNames }: { readonly store: Pick<Store, 'people'>; readonly userNames: Pick<UserNames, 'spelled'> },
  query: Query,
): Promise<Query> {
  const people = new Map<string, PersonRecord>();
  for (const name of new Set(authorsIn(query))) {
    const person = await store.people.get(userNames.spelled(name));
    if (person !== undefined) people.set(name, person);
  }
  if (people.size === 0) return query;
  return mapLeafQueries(query, (part) => {
    const author = authorIn(part);
    const person = author && people.get(author.userName);
    if (author === undefined || person === undefined) return part;
    const named: Query = part.kind === 'value' ? { ...part, value: person.userName } : part;
    return since(named, author.time, person);
  });
}
