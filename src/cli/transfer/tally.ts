import { onOneLine } from '../print/printable.ts';
import { explainError } from '../program/explain-error.ts';

/** What became of one file. */
export type FileOutcome = 'created' | 'finished' | 'replaced' | 'renamed' | 'unchanged' | 'differing';

/** A row that failed, and why. */
export interface RowError {
  readonly path: string;
  readonly message: string;
}

/** Counts what a transfer has done so far. */
export interface Tally {
  readonly files: Record<FileOutcome, number>;
  readonly folders: { made: number; present: number };
  /** Of the files that were moved. */
  bytes: number;
  failed: number;
  /** The first errors; `failed` counts all. */
  readonly errors: RowError[];
  /** Links, devices and the like, which are never taken. */
  skipped: number;
  readonly skippedPaths: string[];
}

const maxListed = 100;

export const createTally = (): Tally => ({
  files: { created: 0, finished: 0, replaced: 0, renamed: 0, unchanged: 0, differing: 0 },
  folders: { made: 0, present: 0 },
  bytes: 0,
  failed: 0,
  errors: [],
  skipped: 0,
  skippedPaths: [],
});

const moving: readonly FileOutcome[] = ['created', 'finished', 'replaced', 'renamed'];

/** How many files were moved, under whatever name. */
export const movedFiles = (tally: Tally): number => moving.reduce((sum, outcome) => sum + tally.files[outcome], 0);

/** Whether anything at all became of any file or folder. */
export const hasBegun = ({ files, folders, failed, skipped }: Tally): boolean =>
  [...Object.values(files), folders.made, failed, skipped].some((count) => count > 0);

/** Counts one file. */
export function countFile(tally: Tally, outcome: FileOutcome, size: number): void {
  tally.files[outcome] += 1;
  if (moving.includes(outcome)) tally.bytes += size;
}

/** Counts one failed row and keeps its error as long as there are not too many. */
export function countFailure(tally: Tally, path: string, error: unknown): void {
  tally.failed += 1;
  const { message, why } = explainError(error);
  if (tally.errors.length < maxListed) tally.errors.push({ path, message: onOneLine(`${message} ${why}`) });
}

/** Counts one entry that is neither a file nor a folder. */
export function countSkipped(tally: Tally, path: string): void {
  tally.skipped += 1;
  if (tally.skippedPaths.length < maxListed) tally.skippedPaths.push(path);
}
