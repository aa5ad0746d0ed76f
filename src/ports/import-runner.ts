import type { ImportOutcome } from '../domain/harvests/harvest.ts';

export interface ImportJob {
  /** The name of the folder in which imports of this source remember their state. */
  readonly id: string;
  /** Options of `edu-repo import`. */
  readonly options: readonly string[];
  /** An address, or the absolute path of a local file or folder. */
  readonly source: string;
  /** The address of a folder in this repository. */
  readonly target: string;
  /** A bearer token that is valid during the run. */
  readonly token: string;
}

/** Runs imports into this repository in other processes, a few at a time. */
export interface ImportRunner {
  /**
   * The source of a job for the source of a harvest. Rejects with `BadRequest` if the server may not read it: addresses of
   * private networks, and files outside the folder that the configuration names for harvests.
   */
  harvestSource(text: string): Promise<string>;
  /**
   * Runs an import and waits for its end. If `signal` aborts, the import ends after the files in progress, and what it has
   * stored stays. Rejects with `Unavailable` if no server is running that the import could send its calls to.
   */
  run(job: ImportJob, signal: AbortSignal): Promise<ImportOutcome>;
  /** Forgets what earlier imports of this source remember. */
  forget(id: string): Promise<void>;
}
