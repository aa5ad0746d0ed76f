import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { queryTerms } from '../text/term-match.ts';
import { partsOf, type Query } from './query.ts';

/** So many words that the caller sees may fit a pattern with `*` and `?` (in `wildcard` and `phrase`); beginnings are not counted. */
export const maxExpansions = 1000;

/** What a search is refused with where more words fit. */
export const tooManyExpansions = (pattern: string): RepositoryError =>
  badRequest(
    `More than ${maxExpansions} words fit «${pattern.slice(0, 100)}», which is too much to look for. Write more letters beside the wildcards.`,
  );

/**
 * So many words of one search may be looked for in other forms, as beginnings or with wildcards: each takes some milliseconds in
 * a large index, in which nobody else is answered.
 */
export const maxFuzzyWords = 64;

/** The same for words in which two letters may be wrong: all words of the index are looked at for each. */
export const maxProximityWords = 10;

/** Boosts in one another are no more together than one alone may be. */
export const maxBoost = 1_000_000;

/** Throws `BadRequest` where a query asks for more than one search may cost, or for scores beyond all numbers. */
export function refuseCostlyQuery(query: Query): void {
  const { loose, near } = costOf(query);
  if (loose > maxFuzzyWords)
    throw badRequest(
      `At most ${maxFuzzyWords} words of one search are looked for in other forms, as beginnings or with wildcards; here are ${loose}. Search for fewer words, or put them in quotation marks.`,
    );
  if (near > maxProximityWords)
    throw badRequest(
      `At most ${maxProximityWords} words of one search may have ~2 behind them; here are ${near}. Use ~1, or search for fewer words.`,
    );
  if (boostOf(query) > maxBoost)
    throw badRequest(`Boosts in one another come to more than ${maxBoost}. Use smaller numbers.`);
}

interface Cost {
  readonly loose: number;
  readonly near: number;
}

function costOf(query: Query): Cost {
  switch (query.kind) {
    case 'words':
      return { loose: queryTerms(query.text, query.match).filter(({ match }) => match !== 'exact').length, near: 0 };
    case 'phrase':
      return { loose: query.words.filter((word) => /[*?]/.test(word)).length, near: 0 };
    case 'wildcard':
      return { loose: 1, near: 0 };
    case 'fuzzy':
      return query.edits === 2 ? { loose: 0, near: 1 } : { loose: 1, near: 0 };
    default:
      return partsOf(query)
        .map(costOf)
        .reduce((sum, { loose, near }) => ({ loose: sum.loose + loose, near: sum.near + near }), { loose: 0, near: 0 });
  }
}

/** The largest score in it is so many times the usual; a small boost around does not make up for it. */
const boostOf = (query: Query): number =>
  Math.max(1, query.kind === 'boosted' ? query.factor : 1) * Math.max(1, ...partsOf(query).map(boostOf));
