import { usageFailure } from '../program/failure.ts';

/** Some sources, and behind them a target, as `cp` and `mv` are told them. */
export interface SourcesAndTarget<T> {
  readonly sources: readonly T[];
  readonly target: T;
}

/** Reads the words of such a command line. Throws a usage failure where one of both is missing. */
export function readSourcesAndTarget<T>(words: readonly string[], read: (word: string) => T): SourcesAndTarget<T> {
  const target = words.at(-1);
  const sources = words.slice(0, -1);
  if (target === undefined || sources.length === 0) {
    throw usageFailure('A source and a target are needed.', 'The last word is the target.', 'Try: edu-repo mv /a /b');
  }
  return { sources: sources.map(read), target: read(target) };
}
