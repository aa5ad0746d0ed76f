import { usageFailure } from '../program/failure.ts';

/** The arguments of `cp`, `mv` and similar commands. */
export interface SourcesAndTarget<T> {
  readonly sources: readonly T[];
  readonly target: T;
}

/** Parses sources and, as the last argument, a target. Throws a usage failure if one is missing. */
export function readSourcesAndTarget<T>(words: readonly string[], read: (word: string) => T): SourcesAndTarget<T> {
  const target = words.at(-1);
  const sources = words.slice(0, -1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure(
      'A source and a target are required.',
      'The last argument is the target.',
      'Write the sources first, then the target',
    );
  }
  return { sources: sources.map(read), target: read(target) };
}
