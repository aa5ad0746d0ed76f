import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';
import { partsOf, type Query } from './query.ts';
import { queryTerms } from './term-match.ts';

/** Maximum number of visible terms that a pattern with `*` or `?` may match, in `wildcard` and `phrase`. Prefixes have no limit. */
export const maxExpansions = 1000;

/** The error for a pattern that matches more terms. */
export const tooManyExpansions = (pattern: string): RepositoryError =>
  badRequest(
    `More than ${maxExpansions} words match "${pattern.slice(0, 100)}", which is too many to search for. Add letters next to the wildcards.`,
  );

/**
 * Maximum number of words of one search that match inexactly: in other forms, as prefixes or with wildcards. In a large
 * index each blocks the event loop for some milliseconds.
 */
export const maxFuzzyWords = 64;

/** Maximum number of words of one search with two edits. Each scans all terms of the index. */
export const maxProximityWords = 10;

/** Maximum boost. Nested boosts are multiplied, and their product has the same limit. */
export const maxBoost = 1_000_000;

/** Throws `BadRequest` if a query is too expensive for one search, or if its boosts are too large. */
export function refuseCostlyQuery(query: Query): void {
  const { inexact, proximity } = costOf(query);
  if (inexact > maxFuzzyWords)
    throw badRequest(
      `A search can have at most ${maxFuzzyWords} words that match inexactly (in other forms, as prefixes or with wildcards), and this one has ${inexact}. Search for fewer words, or put them in quotation marks.`,
    );
  if (proximity > maxProximityWords)
    throw badRequest(
      `A search can have at most ${maxProximityWords} words with ~2, and this one has ${proximity}. Use ~1, or search for fewer words.`,
    );
  if (boostOf(query) > maxBoost)
    throw badRequest(`The product of nested boosts is more than ${maxBoost}. Use smaller boosts.`);
}

/** Numbers of words, as `maxFuzzyWords` and `maxProximityWords` limit them. */
interface Cost {
  readonly inexact: number;
  readonly proximity: number;
}

function costOf(query: Query): Cost {
  switch (query.kind) {
    case 'words':
      return {
        inexact: queryTerms(query).filter(({ match }) => match !== 'exact').length,
        proximity: 0,
      };
    case 'phrase':
      return { inexact: query.words.filter((word) => /[*?]/.test(word)).length, proximity: 0 };
    case 'wildcard':
      return { inexact: 1, proximity: 0 };
    case 'fuzzy':
      return query.edits === 2 ? { inexact: 0, proximity: 1 } : { inexact: 1, proximity: 0 };
    default:
      return partsOf(query)
        .map(costOf)
        .reduce(
          (sum, { inexact, proximity }) => ({
            inexact: sum.inexact + inexact,
            proximity: sum.proximity + proximity,
          }),
          { inexact: 0, proximity: 0 },
        );
  }
}

/** The largest product of nested boosts. Factors below 1 count as 1, so they cannot offset a large one. */
const boostOf = (query: Query): number =>
  Math.max(1, query.kind === 'boosted' ? query.factor : 1) * Math.max(1, ...partsOf(query).map(boostOf));
