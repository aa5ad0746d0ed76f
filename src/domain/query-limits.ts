import { badRequest, type RepositoryError } from '../base/errors.ts';

/** So many words of an index may fit a pattern with `*` and `?` (in `wildcard` and `phrase`); beginnings are not counted. */
export const mostExpansions = 1000;

/** What a search is refused with where more words fit. */
export const tooManyExpansions = (pattern: string): RepositoryError =>
  badRequest(
    `More than ${mostExpansions} words fit «${pattern.slice(0, 100)}», which is too much to look for. Write more letters beside the wildcards.`,
  );
