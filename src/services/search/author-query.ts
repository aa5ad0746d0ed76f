import { filterInBatches } from '../../base/scheduling/batches.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { mapLeafQueries, partsOf, type Query } from '../../domain/query/query.ts';
import { wordsOf } from '../../domain/text/folding.ts';
import type { Store } from '../../ports/store.ts';
import type { UserNames } from '../records/user-names.ts';

/** When the person in a property wrote. */
const timesOfAuthors: ReadonlyMap<string, string> = new Map([
  ['cm:creator', 'cm:created'],
  ['cm:modifier', 'cm:modified'],
]);

interface AuthorCondition {
  /** The folded words of the name. The index compares names by them. */
  readonly words: string;
  /** The property with the time. */
  readonly time: string;
}

/** What a condition says about an author; undefined for other conditions. */
function authorIn(query: Query): AuthorCondition | undefined {
  if (query.kind !== 'words' && query.kind !== 'phrase' && query.kind !== 'value') return undefined;
  const time = timesOfAuthors.get(query.field ?? '');
  if (time === undefined) return undefined;
  if (query.kind === 'phrase') return { words: query.words.join(' '), time };
  return { words: wordsOf(query.kind === 'value' ? query.value : query.text).join(' '), time };
}

function* authorsIn(query: Query): Generator<string> {
  const author = authorIn(query);
  if (author !== undefined) yield author.words;
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
 * Makes conditions on the creator or modifier match only what the present person of this name wrote, not what a deleted one did.
 */
export async function queryOfPresentAuthors(
  { store, userNames }: { readonly store: Pick<Store, 'people'>; readonly userNames: Pick<UserNames, 'all'> },
  query: Query,
): Promise<Query> {
  const sought = new Set(authorsIn(query));
  if (sought.size === 0) return query;
  const people = new Map<string, PersonRecord>();
  const wordsIn = (name: string): string => wordsOf(name).join(' ');
  for (const name of await filterInBatches([...userNames.all()], (one) => sought.has(wordsIn(one)))) {
    const person = await store.people.get(name);
    // The names of several people may have the same words, such as a-b and a.b.
    const other = people.get(wordsIn(name));
    if (person !== undefined && (other === undefined || person.createdAt < other.createdAt)) {
      people.set(wordsIn(name), person);
    }
  }
  if (people.size === 0) return query;
  return mapLeafQueries(query, (part) => {
    const author = authorIn(part);
    const person = author && people.get(author.words);
    if (author === undefined || person === undefined) return part;
    return since(part, author.time, person);
  });
}
