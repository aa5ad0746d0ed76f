import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import {
  type BestMatch,
  documentFields,
  folderWeight,
  metadataFields,
  partsOf,
  type Query,
} from '../../../domain/query/query.ts';
import {
  isSynonym,
  type MatchQuality,
  matchQualityNames,
  type QueryTerm,
  queryTerms,
  synonymQuality,
} from '../../../domain/query/term-match.ts';
import type { Explanation, ScorePart } from '../../../ports/search-index.ts';
import { somePosting } from '../segment/postings.ts';
import { put, type ScoredDocs } from '../segment/scored-docs.ts';
import { termAt } from '../segment/terms.ts';
import { type MatchedTerms, withEqualQuality } from '../terms/term-expansion.ts';
import { visibilityLevels, visibilityOf } from '../terms/visibility.ts';
import { evaluatePhrase, phraseMatchQuality, requiredWords } from './evaluate-phrase.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { expandedTerms, withTerms, wordOfTerm } from './evaluate-terms.ts';
import { type Evaluation, evaluationOf, type LookedUp, placeWeightsFor, termsFor } from './evaluation.ts';
import type { Hit } from './hit-order.ts';
import { phraseTerm } from './query-planner.ts';
import { boostedBy, roundedScore } from './ranking.ts';
import type { Search } from './search.ts';

/**
 * Explains the score of each hit. The query is evaluated again over this one document. Parts of the query that do not
 * match the document add nothing, even if it has some of their words.
 */
export function* explain(page: readonly Hit[], search: Search, lookedUp: LookedUp): CooperativeTask<Explanation[]> {
  const explanations: Explanation[] = [];
  for (const { at, document } of page) {
    const visibility = search.visibilities[at];
    const isFullyVisible = visibility !== undefined && visibilityOf(visibility, document) === visibilityLevels.all;
    const evaluation = {
      ...evaluationOf(search, at, lookedUp),
      parts: isFullyVisible ? documentFields : metadataFields,
    };
    const only = search.tools.pool.acquire(evaluation.segment.size);
    put(only, document, 0);
    explanations.push((yield* explainQuery(search.query, evaluation, only)) ?? nothing);
    search.tools.pool.release(only);
  }
  return explanations;
}

const nothing: Explanation = { score: 0, parts: [] };

type ExplanationTask = CooperativeTask<Explanation | undefined>;

/** What a query adds to the score of the only document in `only`; undefined if the query does not match it. */
function* explainQuery(query: Query, evaluation: Evaluation, only: ScoredDocs): ExplanationTask {
  switch (query.kind) {
    case 'all':
      return combined(query.of.length, yield* explainEach(query.of, evaluation, only));
    case 'any':
      return combined(1, yield* explainEach(query.of, evaluation, only));
    case 'bestMatch':
      return yield* explainBestMatch(query, evaluation, only);
    case 'boosted':
      return yield* explainQuery(query.query, boostedBy(evaluation, query.factor), only);
    case 'preferring': {
      const [base, ...preferred] = yield* explainEach([query.query, ...query.preferred], evaluation, only);
      return base === undefined ? undefined : combined(1, [base, ...preferred]);
    }
    case 'words': {
      const matchesOf = (term: QueryTerm): MatchedTerms => evaluation.matchedTerms(evaluation.segment, term);
      const terms = queryTerms(query).map((one) => ({
        queryTerm: one,
        matches: matchesOf(one),
      }));
      return yield* explainTerms(terms, query.field, evaluation, only);
    }
    case 'wildcard':
    case 'fuzzy': {
      const term = { queryTerm: wordOfTerm(query), matches: yield* expandedTerms(query, evaluation) };
      return yield* explainTerms([term], query.field, evaluation, only);
    }
    case 'phrase': {
      if ((yield* scoreOf(evaluatePhrase(query, evaluation, only), evaluation, only)) === undefined) return undefined;
      const terms: TermMatches[] = [];
      for (const { pattern } of requiredWords(query.words)) {
        const matches = withEqualQuality(yield* termsFor(pattern, evaluation), phraseMatchQuality);
        terms.push({ queryTerm: phraseTerm(pattern), matches });
      }
      return yield* explainTerms(terms, query.field, evaluation, only);
    }
    default: {
      const score = yield* scoreOf(evaluateQuery(query, evaluation, only), evaluation, only);
      return score === undefined ? undefined : { score, parts: [] };
    }
  }
}

function* explainEach(
  queries: readonly Query[],
  evaluation: Evaluation,
  only: ScoredDocs,
): CooperativeTask<(Explanation | undefined)[]> {
  const all: (Explanation | undefined)[] = [];
  for (const query of queries) all.push(yield* explainQuery(query, evaluation, only));
  return all;
}

/** The sum of the parts that match; undefined if fewer than `minimum` do. */
function combined(minimum: number, all: readonly (Explanation | undefined)[]): Explanation | undefined {
  const matched = all.filter((one) => one !== undefined);
  if (matched.length < minimum) return undefined;
  const score = matched.reduce((sum, one) => sum + one.score, 0);
  return { score, parts: matched.flatMap(({ parts }) => parts) };
}

/** Each part with the better of the document and its folders, times the share of the parts that match. */
function* explainBestMatch(query: BestMatch, evaluation: Evaluation, only: ScoredDocs): ExplanationTask {
  const score = yield* scoreOf(evaluateQuery(query, evaluation, only), evaluation, only);
  if (score === undefined) return undefined;
  const own = yield* explainEach(query.of, { ...evaluation, boost: 1 }, only);
  const better = query.of.map((part, at) => betterOf(own[at], ofFolder(part, evaluation, only)));
  const factor = score / better.reduce((sum, one) => sum + (one?.score ?? 0), 0);
  const parts = better.flatMap((one) => one?.parts ?? []).map((part) => ({ ...part, score: part.score * factor }));
  return { score, parts };
}

/** What the folders above the only document count for a part of the query; undefined if none matches. */
function ofFolder(part: Query, { segment, inFolders }: Evaluation, only: ScoredDocs): Explanation | undefined {
  const above = inFolders.get(part)?.(segment)(only.documents[0] ?? 0);
  if (above === undefined) return undefined;
  const score = roundedScore(folderWeight * above);
  const wanted = wordsIn(part).join(' ');
  return { score, parts: wanted === '' ? [] : [{ wanted, found: wanted, nearness: 'folder', fields: [], score }] };
}

const betterOf = (own: Explanation | undefined, folder: Explanation | undefined): Explanation | undefined =>
  own !== undefined && (folder === undefined || own.score >= folder.score) ? own : folder;

const wordsIn = (query: Query): readonly string[] =>
  query.kind === 'words' ? queryTerms(query).map(({ word }) => word) : partsOf(query).flatMap(wordsIn);

/** The score of the only document; undefined if it does not match. */
function* scoreOf(
  task: CooperativeTask<ScoredDocs>,
  { pool }: Evaluation,
  only: ScoredDocs,
): CooperativeTask<number | undefined> {
  const docs = yield* task;
  pool.release(docs);
  return docs.count === 0 ? undefined : docs.scores[only.documents[0] ?? 0];
}

/** A word of the query, and the terms that match it. */
interface TermMatches {
  readonly queryTerm: QueryTerm;
  readonly matches: MatchedTerms;
}

/** What words add to the score of the document; undefined if it lacks any of the words, or if there are no words. */
function* explainTerms(
  terms: readonly TermMatches[],
  field: string | undefined,
  evaluation: Evaluation,
  only: ScoredDocs,
): ExplanationTask {
  const all: (Explanation | undefined)[] = [];
  for (const term of terms) {
    const part = yield* bestPart(term, field, evaluation, only);
    all.push(part === undefined ? undefined : { score: part.score, parts: [part] });
  }
  return combined(Math.max(1, terms.length), all);
}

function* bestPart(
  { queryTerm, matches: { terms, qualities } }: TermMatches,
  field: string | undefined,
  evaluation: Evaluation,
  only: ScoredDocs,
): CooperativeTask<ScorePart | undefined> {
  let best: ScorePart | undefined;
  for (const [at, term] of terms.entries()) {
    const quality = qualities[at] ?? 1;
    const task = withTerms(queryTerm, withEqualQuality([term], quality), field, evaluation, only);
    const score = yield* scoreOf(task, evaluation, only);
    if (score === undefined || score <= (best?.score ?? Number.NEGATIVE_INFINITY)) continue;
    const fields = fieldsOf(term, only.documents[0] ?? 0, field, evaluation);
    const found = termAt(evaluation.segment, term);
    best = {
      wanted: queryTerm.word,
      found,
      nearness: quality === synonymQuality && isSynonym(found, queryTerm) ? 'synonym' : qualityName(quality),
      fields,
      score,
    };
  }
  return best;
}

const qualityName = (quality: MatchQuality) => matchQualityNames[quality - 1] ?? 'typo';

/** The fields of a document in which an occurrence of a term counts. */
function fieldsOf(
  term: number,
  document: number,
  field: string | undefined,
  evaluation: Evaluation,
): readonly string[] {
  const { segment, parts } = evaluation;
  const { weights } = placeWeightsFor(field, evaluation);
  const counts = (name: string): boolean =>
    field === undefined ? (parts as readonly string[]).includes(name) : name === field;
  const fields: string[] = [];
  somePosting(segment, term, (other, place) => {
    if (other === document && (weights[place] ?? 0) > 0) fields.push(...(segment.places[place] ?? []).filter(counts));
    return other > document;
  });
  return fields;
}
