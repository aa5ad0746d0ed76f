import type { CommitNumber, NodeId } from '../../../src/base/ids.ts';
import { documentFields, metadataFields, partsOf, type Query, typedPart } from '../../../src/domain/query/query.ts';
import { maxExpansions, refuseCostlyQuery, tooManyExpansions } from '../../../src/domain/query/query-limits.ts';
import { fitsPattern } from '../../../src/domain/query/term-match.ts';
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
import { bestOf, type Evaluation, scoreOf, valuesOf } from './evaluate-query.ts';
import { inOrder } from './hit-order.ts';

/** A document that is found. */
export interface Hit {
  readonly document: IndexedDocument;
  readonly score: number;
  /** Whether it has all words that were typed. */
  readonly isComplete: boolean;
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
  const sights = await sightsOf(viewer, [...documents.values()]);
  const hits = hitsOf(query, documents, sights);
  const page = inOrder(hits, sort).slice(skip, skip + limit);
  return {
    ids: page.map(({ document }) => document.id),
    total: hits.length,
    facets: new Map(facets.map((facet) => [facet.property, countValues(hits, facet)])),
    complete: hits.filter(({ isComplete }) => isComplete).length,
    suggestions: [],
    explanations: explain ? page.map(({ score }) => ({ score, parts: [] })) : [],
    query,
    weights: new Map(),
  };
}

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

function hitsOf(query: Query, documents: Documents, sights: Sights): readonly Hit[] {
  const sees = ({ id }: IndexedDocument): boolean => (sights.get(id) ?? 'nothing') !== 'nothing';
  const typed = typedPart(query);
  return [...documents.values()].filter(sees).flatMap((document): Hit[] => {
    const parts = sights.get(document.id) === 'all' ? documentFields : metadataFields;
    const evaluation: Evaluation = { documents, parts, sees, folders: true };
    const score = scoreOf(query, document, evaluation);
    const isComplete = typed === undefined || bestOf(typed.of, document, evaluation)?.isComplete === true;
    return score === undefined ? [] : [{ document, score, isComplete }];
  });
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
