import { documentFields, metadataFields, type Query } from '../../../domain/query/query.ts';
import { type MatchQuality, matchQualityNames, queryTerms } from '../../../domain/text/term-match.ts';
import type { Explanation, ScorePart } from '../../../ports/search-index.ts';
import { someEntry } from '../segment/postings.ts';
import { termAt } from '../segment/terms.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { evaluatePhrase, lookedFor, phraseMatchQuality } from './evaluate-phrase.ts';
import { evaluateQuery, minimumShouldMatchOf } from './evaluate-query.ts';
import { expandedTerms, textOfTerm, withTerms } from './evaluate-terms.ts';
import { type Evaluation, evaluationOf, type Relaxation, scoringFor, termsFor } from './evaluation.ts';
import { equallyClose, type FuzzyTerms, matchedTerms } from './fuzzy-terms.ts';
import type { Hit } from './hit-order.ts';
import { boostedBy } from './ranking.ts';
import { put, type ScoredDocs } from './scored-docs.ts';
import type { Search } from './search.ts';
import { isVisible, visibilityOf } from './visibility.ts';

/**
 * For each hit what its score is made of. The query is evaluated anew, over this one document: what does not find it adds nothing, whatever
 * words of it are there.
 */
export function* explain(
  page: readonly Hit[],
  search: Search,
  relaxation: Relaxation,
): CooperativeTasks<Explanation[]> {
  const explanations: Explanation[] = [];
  for (const { at, document } of page) {
    const sight = search.sights[at];
    const isAllSeen = sight !== undefined && visibilityOf(sight, document) === isVisible.all;
    const evaluation = { ...evaluationOf(search, at, relaxation), parts: isAllSeen ? documentFields : metadataFields };
    const only = search.tools.pool.take(evaluation.segment.size);
    put(only, document, 0);
    explanations.push((yield* explained(search.query, evaluation, only)) ?? nothing);
    search.tools.pool.give(only);
  }
  return explanations;
}

const nothing: Explanation = { score: 0, parts: [] };

/** What a query adds to the score of the only document there is; undefined: the query does not find it. */
function* explained(query: Query, evaluation: Evaluation, only: ScoredDocs): CooperativeTasks<Explanation | undefined> {
  switch (query.kind) {
    case 'all':
      return together(query.of.length, yield* eachExplained(query.of, evaluation, only));
    case 'any':
      return together(1, yield* eachExplained(query.of, evaluation, only));
    case 'most':
      return together(minimumShouldMatchOf(query.of, evaluation), yield* eachExplained(query.of, evaluation, only));
    case 'boosted':
      return yield* explained(query.query, boostedBy(evaluation, query.factor), only);
    case 'preferring': {
      const [found, ...preferred] = yield* eachExplained([query.query, ...query.preferred], evaluation, only);
      return found === undefined ? undefined : together(1, [found, ...preferred]);
    }
    case 'words': {
      const wanted = queryTerms(query.text, query.match);
      const looks = wanted.map((one): Look => ({ wanted: one.word, near: matchedTerms(evaluation.segment, one) }));
      return yield* looksExplained(looks, query.field, evaluation, only);
    }
    case 'wildcard':
    case 'fuzzy': {
      const look = { wanted: textOfTerm(query), near: yield* expandedTerms(query, evaluation) };
      return yield* looksExplained([look], query.field, evaluation, only);
    }
    case 'phrase': {
      if ((yield* scoreOf(evaluatePhrase(query, evaluation, only), evaluation, only)) === undefined) return undefined;
      const looks: Look[] = [];
      for (const { pattern } of lookedFor(query.words))
        looks.push({ wanted: pattern, near: equallyClose(yield* termsFor(pattern, evaluation), phraseMatchQuality) });
      return yield* looksExplained(looks, query.field, evaluation, only);
    }
    default: {
      const score = yield* scoreOf(evaluateQuery(query, evaluation, only), evaluation, only);
      return score === undefined ? undefined : { score, parts: [] };
    }
  }
}

function* eachExplained(
  queries: readonly Query[],
  evaluation: Evaluation,
  only: ScoredDocs,
): CooperativeTasks<(Explanation | undefined)[]> {
  const all: (Explanation | undefined)[] = [];
  for (const query of queries) all.push(yield* explained(query, evaluation, only));
  return all;
}

/** What so many at least add together; undefined: there are fewer. */
function together(wanted: number, all: readonly (Explanation | undefined)[]): Explanation | undefined {
  const there = all.filter((one) => one !== undefined);
  if (there.length < wanted) return undefined;
  const score = there.reduce((sum, one) => sum + one.score, 0);
  return { score, parts: there.flatMap(({ parts }) => parts) };
}

/** The score of the only document, where it is found. */
function* scoreOf(
  finding: CooperativeTasks<ScoredDocs>,
  { pool }: Evaluation,
  only: ScoredDocs,
): CooperativeTasks<number | undefined> {
  const found = yield* finding;
  pool.give(found);
  return found.count === 0 ? undefined : found.scores[only.documents[0] ?? 0];
}

/** A word that is looked for, and the words that are found for it. */
interface Look {
  readonly wanted: string;
  readonly near: FuzzyTerms;
}

/** Undefined where one of the words is not in the document, or there is none. */
function* looksExplained(
  looks: readonly Look[],
  field: string | undefined,
  evaluation: Evaluation,
  only: ScoredDocs,
): CooperativeTasks<Explanation | undefined> {
  const all: (Explanation | undefined)[] = [];
  for (const look of looks) {
    const part = yield* bestPart(look, field, evaluation, only);
    all.push(part === undefined ? undefined : { score: part.score, parts: [part] });
  }
  return together(Math.max(1, looks.length), all);
}

function* bestPart(
  { wanted, near: { words, nearness } }: Look,
  field: string | undefined,
  evaluation: Evaluation,
  only: ScoredDocs,
): CooperativeTasks<ScorePart | undefined> {
  let best: ScorePart | undefined;
  for (const [at, word] of words.entries()) {
    const how = nearness[at] ?? 1;
    const finding = withTerms(wanted, equallyClose([word], how), field, evaluation, only);
    const score = yield* scoreOf(finding, evaluation, only);
    if (score === undefined || score <= (best?.score ?? Number.NEGATIVE_INFINITY)) continue;
    const fields = fieldsOf(word, only.documents[0] ?? 0, field, evaluation);
    best = { wanted, found: termAt(evaluation.segment, word), nearness: nameOf(how), fields, score };
  }
  return best;
}

const nameOf = (nearness: MatchQuality) => matchQualityNames[nearness - 1] ?? 'typo';

/** Where a word of a document counts. */
function fieldsOf(
  word: number,
  document: number,
  field: string | undefined,
  evaluation: Evaluation,
): readonly string[] {
  const { segment, parts } = evaluation;
  const { weights } = scoringFor('', field, evaluation, undefined).where;
  const counts = (name: string): boolean =>
    field === undefined ? (parts as readonly string[]).includes(name) : name === field;
  const fields: string[] = [];
  someEntry(segment, word, (other, place) => {
    if (other === document && (weights[place] ?? 0) > 0) fields.push(...(segment.places[place] ?? []).filter(counts));
    return other > document;
  });
  return fields;
}
