import fc from 'fast-check';
import { expect } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import type { NodeId } from '../../src/base/ids.ts';
import { partsOf, type Query } from '../../src/domain/query/query.ts';
import { aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { Facet, FacetRequest, SearchIndex, SearchPage, SortKey } from '../../src/ports/search-index.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { aViewer } from '../conformance/search-index-documents.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { evaluate, type Finds, findsOf, leavesOf, rangeValue, type World, worldOf } from './brute-force.ts';
import { facets, type KnownQuery, knownQuery, sortKeys } from './generated-query.ts';
import { asIndexed, documents, ids, type KnownDocument, type Onlooker, onlooker } from './generated-world.ts';

const search = fc.record({ query: knownQuery, onlooker, facets, sort: sortKeys, limit: fc.nat({ max: 4 }) });

type Search = typeof search extends fc.Arbitrary<infer Value> ? Value : never;

/** How the documents get into the index, and what is asked of them by whom. */
const scenario = fc.record({
  // What is replaced or removed again must leave nothing behind.
  before: documents,
  now: documents,
  steps: fc.constantFrom(1, 3, 20),
  searches: fc.array(search, { minLength: 10, maxLength: 10 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;
const fewDocuments = fc
  .tuple(documents, fc.nat({ max: 12 }), fc.nat({ max: 3 }))
  .map(([all, start, count]) => [...all.slice(start % all.length), ...all].slice(0, Math.min(count, all.length)));

/** Most commits remove nothing. */
const fewIds = fc.oneof(
  { weight: 2, arbitrary: fc.constant<NodeId[]>([]) },
  fc.shuffledSubarray(ids, { maxLength: 3 }),
);

/** Commits, each with a search that runs beside it. */
const history = fc.record({
  before: documents,
  commits: fc.array(fc.record({ puts: fewDocuments, removals: fewIds, search }), { minLength: 10, maxLength: 10 }),
});

/** Runs `work` on an empty index of the kind that daemons have. */
export async function withDaemonIndex<T>(work: (index: SearchIndex) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder();
  try {
    return await work(await openSearchIndex({ folder: folder.path, log: createRecordingLog() }));
  } finally {
    await folder.remove();
  }
}

/** Compares an index with the evaluator in so many random worlds. Gives how many searches that were: some five in each. */
export async function expectAgreement(index: SearchIndex, worlds: number): Promise<number> {
  let searches = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async (one) => {
      index.clear();
      fill(index, one);
      for (const asked of one.searches) await compare(index, one.now, asked);
      searches += one.searches.length;
    }),
    { numRuns: worlds },
  );
  return searches;
}

/**
 * Compares an index with the evaluator at every commit of so many random histories: a search that began before the commit finds
 * what was there then, and one after it what is there now. Returns the number of commits, ten in each.
 */
export async function expectAgreementBesideWrites(index: SearchIndex, histories: number): Promise<number> {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ before, commits }) => {
      index.clear();
      index.apply({ puts: before.map(asIndexed), removals: [] }, index.position + 1);
      let known: ReadonlyMap<NodeId, KnownDocument> = new Map(before.map((one) => [one.id, one]));
      for (const { puts, removals, search: beside } of commits) {
        const found = ask(index, beside, 0, 1000);
        index.apply({ puts: puts.map(asIndexed), removals }, index.position + 1);
        expectPage(await found, [...known.values()], beside);
        known = changed(known, puts, removals);
        await compare(index, [...known.values()], beside);
        count += 1;
      }
    }),
    { numRuns: histories },
  );
  return count;
}

function changed(
  known: ReadonlyMap<NodeId, KnownDocument>,
  puts: readonly KnownDocument[],
  removals: readonly NodeId[],
) {
  const next = new Map(known);
  for (const id of removals) next.delete(id);
  for (const one of puts) next.set(one.id, one);
  return next;
}

function fill(index: SearchIndex, { before, now, steps }: Scenario): void {
  index.apply({ puts: before.map(asIndexed), removals: [] }, index.position + 1);
  for (let start = 0; start < now.length; start += steps) {
    index.apply({ puts: now.slice(start, start + steps).map(asIndexed), removals: [] }, index.position + 1);
  }
  const kept = new Set<string>(now.map(({ id }) => id));
  index.apply({ puts: [], removals: ids.filter((id) => !kept.has(id)) }, index.position + 1);
}

const ask = (
  index: SearchIndex,
  { query, onlooker: who, facets: counts, sort }: Search,
  skip: number,
  limit: number,
): Promise<SearchPage> => index.search(query.query, { accessFilter: viewerOf(who), facets: counts, sort, skip, limit });

/** Expects a page with all hits to be what the evaluator finds in these documents. */
function expectPage(whole: SearchPage, all: readonly KnownDocument[], asked: Search): void {
  const world = worldOf(all, asked.onlooker);
  const { finds, complete } = findsOf(asked.query, world);
  expect(whole.ids.toSorted()).toEqual([...finds.keys()].toSorted());
  expect({ total: whole.total, complete: whole.complete }).toEqual({ total: finds.size, complete });
  for (const facet of asked.facets) expect(whole.facets.get(facet.property)).toEqual(counted(facet, finds, world));
  expectOrder(whole.ids, asked, finds, world);
}

async function compare(index: SearchIndex, all: readonly KnownDocument[], asked: Search): Promise<void> {
  const whole = await ask(index, asked, 0, 1000);
  expectPage(whole, all, asked);
  const first = await ask(index, asked, 0, asked.limit);
  const rest = await ask(index, asked, asked.limit, 1000);
  // A merge removes deleted documents from the statistics of words, so it may change the order of equally good hits.
  const after = await ask(index, asked, 0, 1000);
  if (after.ids.join() !== whole.ids.join()) return compare(index, all, asked);
  expect([...first.ids, ...rest.ids]).toEqual(whole.ids);
  expect([first.total, first.facets]).toEqual([whole.total, whole.facets]);
}

const viewerOf = ({ owns, sights }: Onlooker) => aViewer((anchor) => sights[anchor] ?? aclRootVisibility.absent, owns);

function counted({ property, limit, minimum }: FacetRequest, finds: Finds, { seen }: World): Facet {
  const counts = new Map<string, number>();
  for (const { id, values } of seen) {
    if (!finds.has(id)) continue;
    for (const value of new Set((values[property] ?? []).map(({ text }) => text)))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const enough = [...counts].filter(([, count]) => count >= minimum);
  const values = enough
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .slice(0, limit)
    .map(([value, count]) => ({ value, count }));
  return { values, others: sum([...counts.values()]) - sum(values.map(({ count }) => count)) };
}

/** Where words have a say, how well they fit is the index's own affair; that equal documents are in the order of their ids is not. */
function expectOrder(found: readonly NodeId[], { query, sort }: Search, finds: Finds, world: World): void {
  const keys: readonly SortKey[] = sort.length > 0 ? sort : [{ property: 'score', as: 'number', ascending: false }];
  const ranks = new Map(world.seen.map((one) => [one.id, keys.map((key) => rank(one, key, finds))]));
  const byKeys = (left: NodeId, right: NodeId): number =>
    compareRanks(ranks.get(left) ?? [], ranks.get(right) ?? [], keys) || (left < right ? -1 : 1);
  if (!hasWords(query) || !keys.some(({ property }) => property === 'score')) {
    expect(found).toEqual([...finds.keys()].toSorted(byKeys));
    return;
  }
  const groups = new Map<string, NodeId[]>();
  for (const id of found) {
    const same = signature(id, query, world);
    groups.set(same, [...(groups.get(same) ?? []), id]);
  }
  for (const group of groups.values()) expect(group).toEqual(group.toSorted());
}

const hasWords = ({ query }: KnownQuery): boolean =>
  leavesOf(query).some(({ kind }) => ['words', 'phrase', 'wildcard', 'fuzzy'].includes(kind));

type Rank = string | number | undefined;

function rank(document: KnownDocument, { property, as }: SortKey, finds: Finds): Rank {
  if (property === 'score') return finds.get(document.id);
  const value = document.values[property]?.[0];
  // Types are told by their text alone: they are words of no vocabulary.
  if (value !== undefined && property === 'TYPE') return value.text.toLowerCase();
  return value === undefined ? undefined : rangeValue(value, as);
}

function compareRanks(left: readonly Rank[], right: readonly Rank[], keys: readonly SortKey[]): number {
  for (const [at, { ascending }] of keys.entries()) {
    const [one, other] = [left[at], right[at]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
    return one < other === ascending ? -1 : 1;
  }
  return 0;
}

const hasMost = (query: Query): boolean => query.kind === 'bestMatch' || partsOf(query).some(hasMost);

/** All of a document that a score could hang on, as far as it is seen. */
function signature(id: NodeId, { query, wanted }: KnownQuery, world: World): string {
  const document = world.seen.find((one) => one.id === id);
  const { text, ...metadata } = document?.parts ?? {};
  const leaves = leavesOf(query).map((leaf) => evaluate(leaf, { world, wanted }).has(id));
  // What folders add follows from the place.
  const parent = hasMost(query) ? document?.parent : undefined;
  return JSON.stringify([metadata, world.withoutText.has(id) ? '' : text?.text, document?.values, leaves, parent]);
}
