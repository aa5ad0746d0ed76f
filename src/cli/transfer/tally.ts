import type { RepositoryNode } from '../node-arguments/node.ts';
import { onOneLine } from '../print/printable.ts';
import { explainError } from '../program/explain-error.ts';
import type { FailureLines } from '../program/failure.ts';

export type FileOutcome = 'created' | 'finished' | 'replaced' | 'renamed' | 'unchanged' | 'differing';

export interface RowError {
  readonly path: string;
  readonly message: string;
}

export interface Tally {
  readonly files: Record<FileOutcome, number>;
  readonly folders: { made: number; present: number };
  /** Existing files whose metadata was changed, as a table says. */
  metadataChanged: number;
  /** Total size of the transferred files. */
  bytes: number;
  failed: number;
  /** The first 100 errors. `failed` counts all. */
  readonly errors: RowError[];
  /** The number of entries that are never transferred: links, special files, nodes without content, child objects, the data directory. */
  skipped: number;
  readonly skippedPaths: string[];
  /** The number of local files and folders that the user excluded. What an excluded folder contains does not count. */
  excluded: number;
  /** The folder in the target that the only source went to, because the target is a folder that was there. */
  folderInTarget: string | undefined;
  /** Whether the target was created as the copy of the only folder. The same command would copy the folder into it. */
  targetCreated: boolean;
  /** Called for each entry that failed or is skipped. */
  readonly onProblem: OnProblem | undefined;
}

export type OnProblem = (path: string, result: 'failed' | 'skipped', problem: FailureLines) => void;

const maxListed = 100;

export const createTally = (onProblem?: OnProblem): Tally => ({
  files: { created: 0, finished: 0, replaced: 0, renamed: 0, unchanged: 0, differing: 0 },
  folders: { made: 0, present: 0 },
  metadataChanged: 0,
  bytes: 0,
  failed: 0,
  errors: [],
  skipped: 0,
  skippedPaths: [],
  excluded: 0,
  folderInTarget: undefined,
  targetCreated: false,
  onProblem,
});

const moving: readonly FileOutcome[] = ['created', 'finished', 'replaced', 'renamed'];

/** The number of transferred files. */
export const movedFiles = (tally: Tally): number => moving.reduce((sum, outcome) => sum + tally.files[outcome], 0);

/** Whether anything has been counted except existing folders. */
export const hasBegun = ({ files, folders, failed, skipped, excluded }: Tally): boolean =>
  [...Object.values(files), folders.made, failed, skipped, excluded].some((count) => count > 0);

export function countFile(tally: Tally, outcome: FileOutcome, size: number): void {
  tally.files[outcome] += 1;
  if (moving.includes(outcome)) tally.bytes += size;
}

/** Counts a failure and stores the first 100 errors. */
export function countFailure(tally: Tally, path: string, error: unknown): void {
  tally.failed += 1;
  const { message, why, next } = explainError(error);
  tally.onProblem?.(path, 'failed', { what: message, why, next });
  if (tally.errors.length < maxListed) tally.errors.push({ path, message: onOneLine(`${message} ${why}`) });
}

const neverTransferred: FailureLines = {
  what: 'It is not copied.',
  why: 'Links, special files, nodes without content, child objects, and the data directory are never copied.',
  next: '',
};

/** Counts an entry that is never transferred. */
export function countSkipped(tally: Tally, path: string): void {
  tally.skipped += 1;
  tally.onProblem?.(path, 'skipped', neverTransferred);
  if (tally.skippedPaths.length < maxListed) tally.skippedPaths.push(path);
}

/** A local file that differs from the node that would replace it. */
export interface DifferingFile {
  readonly node: RepositoryNode;
  readonly path: string;
}
