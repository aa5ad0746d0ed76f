import { badRequest } from '../../base/errors.ts';
import type { CommitNumber, NodeId } from '../../base/ids.ts';
import { wordsOf } from '../../domain/folding.ts';
import { type DocumentField, documentFields, isDocumentField, metadataFields, type Query } from '../../domain/query.ts';
import { nearness, type WantedWord, wantedWords } from '../../domain/word-match.ts';
import type {
  Facet,
  FacetRequest,
  IndexedDocument,
  SearchIndex,
  SearchOptions,
  SearchPage,
} from '../../ports/search-index.ts';
import { anchorSight, sightAt } from '../../ports/viewer.ts';

interface Hit {
  readonly document: IndexedDocument;
  readonly score: number;
}

/** How well a document fits with its text and without it; undefined where it does not. */
interface Candidate {
  readonly document: IndexedDocument;
  readonly all: number | undefined;
  readonly metadata: number | undefined;
}

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
    search: (query, options) => search([...documents.values()], query, options),
    clear() {
      documents.clear();
      position = 0;
    },
    save: () => Promise.resolve(),
  };
}

async function search(
  documents: readonly IndexedDocument[],
  query: Query,
  { viewer, facets, skip, limit }: SearchOptions,
): Promise<SearchPage> {
  const candidates = documents
    .map((document): Candidate => {
      const [all, metadata] = [documentFields, metadataFields].map((parts) => scoreOf(query, document, parts));
      return { document, all, metadata };
    })
    .filter(({ all, metadata }) => all !== undefined || metadata !== undefined);
  const sights = await viewer.at(candidates.map(({ document }) => document.anchor));
  const hits = candidates
    .flatMap((candidate, at): Hit[] => {
      const seen = sightAt(sights[at] ?? anchorSight.absent, candidate.document.owner === viewer.owns);
      const score = seen === 'nothing' ? undefined : candidate[seen];
      return score === undefined ? [] : [{ document: candidate.document, score }];
    })
    .sort(byScoreThenId);
  return {
    ids: hits.slice(skip, skip + limit).map(({ document }) => document.id),
    total: hits.length,
    facets: new Map(facets.map((facet) => [facet.property, countValues(hits, facet)])),
    relaxed: false,
    suggestions: [],
    explanations: [],
  };
}

const byScoreThenId = (left: Hit, right: Hit): number =>
  right.score - left.score || (left.document.id < right.document.id ? -1 : 1);

/** How well these parts of the document, and its properties, fit; undefined where they do not. */
function scoreOf(query: Query, document: IndexedDocument, parts: readonly DocumentField[]): number | undefined {
  switch (query.kind) {
    case 'everything':
      return 0;
    case 'all': {
      const scores = query.of.map((part) => scoreOf(part, document, parts));
      return scores.includes(undefined) ? undefined : sum(scores);
    }
    case 'any': {
      const scores = query.of.map((part) => scoreOf(part, document, parts));
      return scores.some((score) => score !== undefined) ? sum(scores) : undefined;
    }
    case 'not':
      return scoreOf(query.query, document, parts) === undefined ? 0 : undefined;
    case 'preferring': {
      const score = scoreOf(query.query, document, parts);
      return score === undefined
        ? undefined
        : score + sum(query.preferred.map((part) => scoreOf(part, document, parts)));
    }
    case 'words':
      return wordsScore(wantedWords(query.text, query.match), textsOf(document, query.field, parts).flatMap(wordsOf));
    case 'nothing':
      return undefined;
    default:
      throw badRequest(`This search index does not look for a ${query.kind} yet. Look for words and fields.`);
  }
}

const sum = (scores: readonly (number | undefined)[]): number =>
  scores.reduce<number>((total, score) => total + (score ?? 0), 0);

function textsOf(
  document: IndexedDocument,
  field: string | undefined,
  parts: readonly DocumentField[],
): readonly string[] {
  if (field === undefined) return parts.map((part) => document[part]);
  if (isDocumentField(field)) return parts.includes(field) ? [document[field]] : [];
  return valuesOf(document, field);
}

function valuesOf(document: IndexedDocument, property: string): readonly string[] {
  return Object.hasOwn(document.properties, property) ? (document.properties[property] ?? []) : [];
}

function wordsScore(wanted: readonly WantedWord[], found: readonly string[]): number | undefined {
  if (wanted.length === 0) return undefined;
  let score = 0;
  for (const one of wanted) {
    const nearest = found.reduce((best, word) => Math.max(best, nearness(word, one)), 0);
    if (nearest === 0) return undefined;
    score += nearest;
  }
  return score;
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
