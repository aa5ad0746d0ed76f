import type { CommitNumber, NodeId } from '../../../src/base/ids.ts';
import { documentFields, metadataFields, partsOf, type Query } from '../../../src/domain/query/query.ts';
import { maxExpansions, refuseCostlyQuery, tooManyExpansions } from '../../../src/domain/query/query-limits.ts';
import { rareParts } from '../../../src/domain/query/rare-parts.ts';
import { fitsPattern, matchQuality } from '../../../src/domain/query/term-match.ts';
import { wordsOf } from '../../../src/domain/text/folding.ts';
import {
  type AccessFilter,
  type AclRootVisibility,
  aclRootVisibility,
  visibilityAt,
} from '../../../src/ports/access-filter.ts';
import type {
  Facet,
  FacetRequest,
  IndexedDocument,
  SearchIndex,
  SearchOptions,
  SearchPage,
  Visibility,
} from '../../../src/ports/search-index.ts';
import { type Evaluation, scoreOf, valuesOf } from './evaluate-query.ts';
import { inOrder } from './hit-order.ts';

/** A document that is found. */
export interface Hit {
  readonly document: IndexedDocument;
  readonly score: number;
}

type Documents = ReadonlyMap<NodeId, IndexedDocument>;
type Sights = ReadonlyMap<NodeId, Visibility>;

/** A search index that looks at every document for every search. Nothing is kept on disk. */
export function createMemorySearchIndex(): SearchIndex {
  const documents = new Map<NodeId, IndexedDocument>();
  let position: CommitNumber = 0;

  return {
    get position() {
      return position;
    },
    get size() {
      return documents.size;
    },
    apply({ puts, removals }, newPosition) {
      for (const id of removals) documents.delete(id);
      for (const document of puts) documents.set(document.id, structuredClone(document));
      position = newPosition;
    },
    search: (query, options) => search(new Map(documents), query, options),
    clear() {
      documents.clear();
      position = 0;
    },
    save: () => Promise.resolve(),
    stop: () => undefined,
  };
}

async function search(documents: Documents, query: Query, options: SearchOptions): Promise<SearchPage> {
  const { accessFilter: viewer, facets, skip, limit, sort = [], explain = false } = options;
  refuseCostlyQuery(query);
  await refuseManyExpansions(query, documents, viewer);
  const sights = await sightsOf(viewer, candidates(query, documents));
  const isKnown = await knownWords(query, documents, viewer);
  const { hits, relaxed } = relaxedHits(query, documents, sights, isKnown);
  const page = inOrder(hits, sort).slice(skip, skip + limit);
  return {
    ids: page.map(({ document }) => document.id),
    total: hits.length,
    facets: new Map(facets.map((facet) => [facet.property, countValues(hits, facet)])),
    relaxed,
    suggestions: [],
    explanations: explain ? page.map(({ score }) => ({ score, parts: [] })) : [],
  };
}

/** What could be found by somebody, and what has to be seen to tell whether it is. */
function candidates(query: Query, documents: Documents): readonly IndexedDocument[] {
  const all = [...documents.values()];
  // Folders may count as well.
  if (hasPath(query) || largestMost(query) > 1) return all;
  const slacks = Array.from({ length: Math.max(1, largestMost(query)) }, (_, slack) => slack);
  return all.filter((document) =>
    slacks.some((slack) =>
      [documentFields, metadataFields].some(
        (parts) =>
          scoreOf(query, document, {
            documents,
            parts,
            slack,
            rare: new Set(),
            folders: false,
            sees: () => true,
            several: false,
            isKnown: () => false,
          }) !== undefined,
      ),
    ),
  );
}

const hasPath = (query: Query): boolean => query.kind === 'path' || partsOf(query).some(hasPath);

async function sightsOf(viewer: AccessFilter, documents: readonly IndexedDocument[]): Promise<Sights> {
  const anchors = [...new Set(documents.map(({ aclRoot: anchor }) => anchor))];
  const seen = await viewer.at(anchors);
  // An access filter returns nothing else.
  const visibilities = [...seen] as AclRootVisibility[];
  const byAnchor = new Map(anchors.map((anchor, at) => [anchor, visibilities[at] ?? aclRootVisibility.absent]));
  return new Map(
    documents.map(({ id, aclRoot: anchor, owner }) => [
      id,
      visibilityAt(byAnchor.get(anchor) ?? aclRootVisibility.absent, owner === viewer.owns),
    ]),
  );
}

/** Each `most` is content with less and less, until something is found; then with what is rare. */
function relaxedHits(
  query: Query,
  documents: Documents,
  sights: Sights,
  isKnown: Evaluation['isKnown'],
): { readonly hits: readonly Hit[]; readonly relaxed: boolean } {
  const largest = largestMost(query);
  const hitsWith = (slack: number, rare: ReadonlySet<Query>) =>
    hitsOf(query, documents, sights, { slack, rare, folders: true, isKnown, several: false });
  for (let slack = 0; slack === 0 || slack < largest; slack += 1) {
    if (hitsWith(slack, new Set()).length === 0) continue;
    const rare = new Set<Query>();
    for (const { of } of slack === 0 ? [] : mostsIn(query)) {
      if (of.length - slack < 2) continue;
      const parts = { slack, rare, folders: true, isKnown, several: true };
      const isRare = rareParts(of.map((part) => hitsOf(part, documents, sights, parts).length));
      for (const [at, part] of of.entries()) if (isRare[at] === true) rare.add(part);
    }
    return { hits: hitsWith(slack, rare), relaxed: slack > 0 };
  }
  return { hits: [], relaxed: false };
}

type Most = Extract<Query, { readonly kind: 'minimumShouldMatch' }>;

/** From the inside out. */
const mostsIn = (query: Query): readonly Most[] => [
  ...partsOf(query).flatMap(mostsIn),
  ...(query.kind === 'minimumShouldMatch' ? [query] : []),
];

const largestMost = (query: Query): number =>
  Math.max(query.kind === 'minimumShouldMatch' ? query.of.length : 0, ...partsOf(query).map(largestMost));

function hitsOf(
  query: Query,
  documents: Documents,
  sights: Sights,
  how: Pick<Evaluation, 'slack' | 'rare' | 'folders' | 'isKnown' | 'several'>,
): readonly Hit[] {
  const sees = ({ id }: IndexedDocument): boolean => (sights.get(id) ?? 'nothing') !== 'nothing';
  return [...documents.values()].filter(sees).flatMap((document): Hit[] => {
    const parts = sights.get(document.id) === 'all' ? documentFields : metadataFields;
    const score = scoreOf(query, document, { ...how, documents, parts, sees });
    return score === undefined ? [] : [{ document, score }];
  });
}

const hasLoose = (query: Query): boolean =>
  (query.kind === 'words' && query.match === 'loose') || partsOf(query).some(hasLoose);

/** Tells which words stand in something that is seen. */
async function knownWords(query: Query, documents: Documents, viewer: AccessFilter): Promise<Evaluation['isKnown']> {
  if (!hasLoose(query)) return () => false;
  const all = [...documents.values()];
  const sights = await sightsOf(viewer, all);
  const words = all.flatMap((document) => {
    const sight = sights.get(document.id) ?? 'nothing';
    const parts = sight === 'all' ? documentFields : sight === 'metadata' ? metadataFields : [];
    return parts.flatMap((part) => wordsOf(document[part]));
  });
  return (word) => words.some((one) => matchQuality(one, { word, match: 'without typos' }) >= 3);
}

/** Counted are the words that are seen, wherever they stand. */
async function refuseManyExpansions(query: Query, documents: Documents, viewer: AccessFilter): Promise<void> {
  const patterns = patternsIn(query);
  if (patterns.length === 0) return;
  const all = [...documents.values()];
  const sights = await sightsOf(viewer, all);
  const words = new Set(all.flatMap((document) => wordsIn(document, sights.get(document.id) ?? 'nothing')));
  for (const pattern of patterns) {
    const fitting = [...words].filter((word) => fitsPattern(word, pattern));
    if (fitting.length > maxExpansions) throw tooManyExpansions(pattern);
  }
}

function patternsIn(query: Query): readonly string[] {
  if (query.kind === 'wildcard') return [query.pattern];
  if (query.kind === 'phrase') return query.words.filter((word) => word !== '*' && /[*?]/.test(word));
  return partsOf(query).flatMap(patternsIn);
}

function wordsIn(document: IndexedDocument, sight: Visibility): readonly string[] {
  if (sight === 'nothing') return [];
  const parts = sight === 'all' ? documentFields : metadataFields;
  return [...parts.map((part) => document[part]), ...Object.values(document.properties).flat()].flatMap(wordsOf);
}

function countValues(hits: readonly Hit[], { property, limit, minimum }: FacetRequest): Facet {
  const values = hits.flatMap(({ document }) => [...new Set(valuesOf(document, property))]);
  const counts = [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }));
  const best = counts
    .filter(({ count }) => count >= minimum)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, limit);
  return { values: best, others: values.length - best.reduce((total, { count }) => total + count, 0) };
}
