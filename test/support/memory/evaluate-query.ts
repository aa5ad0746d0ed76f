import { unreachable } from '../../../src/base/errors/errors.ts';
import type { NodeId } from '../../../src/base/ids.ts';
import {
  type DocumentField,
  folderWeight,
  isDocumentField,
  isInheritable,
  metadataFields,
  type PathStep,
  type Query,
  type RangeQuery,
} from '../../../src/domain/query/query.ts';
import { queryTerms } from '../../../src/domain/query/term-match.ts';
import { dateIn, isBetween, numberIn, sortableText } from '../../../src/domain/text/value-parsing.ts';
import type { IndexedDocument } from '../../../src/ports/search-index.ts';
import { fuzzyScore, phraseScore, wildcardScore, wordsScore } from './compare-words.ts';

/** What a query is evaluated with. */
export interface Evaluation {
  readonly documents: ReadonlyMap<NodeId, IndexedDocument>;
  /** The parts of the document in question that are seen. */
  readonly parts: readonly DocumentField[];
  /** Whether a part counts for what lies below a folder that fits it. */
  readonly folders: boolean;
  sees(document: IndexedDocument): boolean;
}

/** How well a document fits; undefined where it does not. */
export function scoreOf(query: Query, document: IndexedDocument, evaluation: Evaluation): number | undefined {
  const scoresOf = (queries: readonly Query[]): readonly (number | undefined)[] =>
    queries.map((part) => scoreOf(part, document, evaluation));
  switch (query.kind) {
    case 'everything':
      return 0;
    case 'nothing':
      return undefined;
    case 'all':
      return sumOfAtLeast(query.of.length, scoresOf(query.of));
    case 'any':
      return sumOfAtLeast(1, scoresOf(query.of));
    case 'bestMatch':
      return bestOf(query.of, document, evaluation)?.score;
    case 'not':
      return scoreOf(query.query, document, evaluation) === undefined ? 0 : undefined;
    case 'boosted':
      return times(query.factor, scoreOf(query.query, document, evaluation));
    case 'preferring': {
      const score = scoreOf(query.query, document, evaluation);
      return score === undefined ? undefined : score + sum(scoresOf(query.preferred));
    }
    default:
      return leafScore(query, document, evaluation);
  }
}

/** How well a document, or what lies above it, fits parts of which one is enough; and whether it has all. */
export function bestOf(
  queries: readonly Query[],
  document: IndexedDocument,
  evaluation: Evaluation,
): { readonly score: number; readonly isComplete: boolean } | undefined {
  const own = queries.map((part) => scoreOf(part, document, evaluation));
  const above = queries.map((part) => times(folderWeight, inherited(part, document, evaluation)));
  const better = own
    .map((score, at) => Math.max(score ?? -1, above[at] ?? -1))
    .map((score) => (score < 0 ? undefined : score));
  const isComplete = queries.length > 0 && better.every((score) => score !== undefined);
  if (better.every((score) => score === undefined)) return;
  const share = better.filter((score) => score !== undefined).length / queries.length;
  return { score: sum(better) * share, isComplete };
}

/** The best that something above the document is worth for a part. */
function inherited(part: Query, document: IndexedDocument, evaluation: Evaluation): number | undefined {
  if (!evaluation.folders || !isInheritable(part)) return undefined;
  const alone = { ...evaluation, parts: metadataFields, folders: false };
  const above = ancestorsOf(document, evaluation).slice(1).filter(evaluation.sees);
  const scores = above.flatMap((folder) => scoreOf(part, folder, alone) ?? []);
  return scores.length === 0 ? undefined : Math.max(...scores);
}

type InnerKind = 'everything' | 'nothing' | 'all' | 'any' | 'bestMatch' | 'not' | 'boosted' | 'preferring';

function leafScore(
  query: Exclude<Query, { readonly kind: InnerKind }>,
  document: IndexedDocument,
  evaluation: Evaluation,
): number | undefined {
  switch (query.kind) {
    case 'words':
      return scoreOfWords(query, textsOf(document, query.field, evaluation.parts));
    case 'phrase':
      return phraseScore(query.words, textsOf(document, query.field, evaluation.parts));
    case 'wildcard':
      return wildcardScore(query.pattern, textsOf(document, query.field, evaluation.parts));
    case 'fuzzy':
      return fuzzyScore(query, textsOf(document, query.field, evaluation.parts));
    case 'range':
      return oneIf(valuesOf(document, query.field).some((value) => isInRange(value, query)));
    case 'value':
      return oneIf(valuesOf(document, query.field).includes(query.value));
    case 'exists':
      return oneIf(exists(document, query.field, evaluation.parts));
    case 'below':
      return oneIf(ancestorsOf(document, evaluation).some(({ parent }) => parent === query.node));
    case 'path':
      return oneIf(query.steps.length > 0 && isAtEnd(document, query.steps, evaluation));
    default:
      return unreachable(query);
  }
}

type WordsQuery = Extract<Query, { readonly kind: 'words' }>;

/** The scores of these words by the texts, for the next one who asks the same. */
const scoresOfWords = new Map<string, Map<string, number | undefined>>();
const scoresByQuery = new WeakMap<WordsQuery, Map<string, number | undefined>>();
const maxQueries = 1_000;
const maxTexts = 1_000;

function rememberedScores(query: WordsQuery): Map<string, number | undefined> {
  let scores = scoresByQuery.get(query);
  if (scores === undefined) {
    const key = JSON.stringify(query);
    scores = scoresOfWords.get(key) ?? new Map();
    if (scoresOfWords.size >= maxQueries) scoresOfWords.clear();
    scoresOfWords.set(key, scores);
    scoresByQuery.set(query, scores);
  }
  if (scores.size >= maxTexts) scores.clear();
  return scores;
}

function scoreOfWords(query: WordsQuery, texts: readonly string[]): number | undefined {
  const scores = rememberedScores(query);
  const text = texts.join('\0');
  if (!scores.has(text)) scores.set(text, wordsScore(queryTerms(query), texts));
  return scores.get(text);
}

const oneIf = (fits: boolean): number | undefined => (fits ? 1 : undefined);

const times = (factor: number, score: number | undefined): number | undefined =>
  score === undefined ? undefined : factor * score;

const sum = (scores: readonly (number | undefined)[]): number =>
  scores.reduce<number>((total, score) => total + (score ?? 0), 0);

function sumOfAtLeast(wanted: number, scores: readonly (number | undefined)[]): number | undefined {
  return scores.filter((score) => score !== undefined).length >= wanted ? sum(scores) : undefined;
}

/** The values of a property, or what every document has. */
export function valuesOf(document: IndexedDocument, field: string): readonly string[] {
  if (field === 'ID') return [document.id];
  if (field === 'PARENT') return document.parent === null ? [] : [document.parent];
  return Object.hasOwn(document.properties, field) ? (document.properties[field] ?? []) : [];
}

function textsOf(
  document: IndexedDocument,
  field: string | undefined,
  parts: readonly DocumentField[],
): readonly string[] {
  if (field === undefined) return parts.map((part) => document[part]);
  if (isDocumentField(field)) return parts.includes(field) ? [document[field]] : [];
  return valuesOf(document, field);
}

function exists(document: IndexedDocument, field: string, parts: readonly DocumentField[]): boolean {
  if (!isDocumentField(field)) return valuesOf(document, field).some((value) => value !== '');
  return wildcardScore('*', textsOf(document, field, parts)) !== undefined;
}

function isInRange(value: string, range: RangeQuery): boolean {
  if (range.as === 'text') {
    const text = sortableText(value);
    return text !== '' && isBetween(text, range);
  }
  const number = range.as === 'number' ? numberIn(value) : dateIn(value);
  return number !== undefined && isBetween(number, range);
}

/** The document and what lies above it, nearest first. Parents in a circle, as a half-followed move may leave them, end. */
function ancestorsOf(document: IndexedDocument, { documents }: Evaluation): IndexedDocument[] {
  const found = new Set<IndexedDocument>();
  for (
    let at: IndexedDocument | undefined = document;
    at !== undefined && !found.has(at);
    at = at.parent === null ? undefined : documents.get(at.parent)
  ) {
    found.add(at);
  }
  return [...found];
}

/** Whether the steps can be taken to this document; from its end, as each document has one parent. */
function isAtEnd(document: IndexedDocument, steps: readonly PathStep[], evaluation: Evaluation): boolean {
  const last = steps.at(-1);
  if (last === undefined) return false;
  if (last.name !== undefined && (last.name !== document.name || !evaluation.sees(document))) return false;
  const before = steps.slice(0, -1);
  if (before.length === 0) return last.deep || document.parent === null;
  const above = ancestorsOf(document, evaluation).slice(1);
  return (last.deep ? above : above.slice(0, 1)).some((one) => isAtEnd(one, before, evaluation));
}
