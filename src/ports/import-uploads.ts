import type { Readable } from 'node:stream';
import type { FileImportReport, ReportedItem } from '../domain/harvests/file-import.ts';
import type { ImportJob } from './import-runner.ts';

/** Files that people import. Each is alone in a folder of its own, so that a list in it can name no other file of this machine. */
export interface ImportUploads {
  /** Removes what an earlier process has left. */
  clear(): Promise<void>;
  /**
   * Keeps a file under an ID. Resolves to its name. Rejects with `TooLarge` if it has more than `maxBytes`, and with `Unavailable`
   * if no server is running that the import could send its calls to.
   */
  keep(id: string, file: { readonly name: string; readonly bytes: Readable }, maxBytes: number): Promise<string>;
  /**
   * Imports the file, a few at a time, and waits for the end. No address of a private network is called. If `signal` aborts, the import
   * ends after the files in progress.
   */
  run(job: Omit<ImportJob, 'source'> & { readonly fileName: string }, signal: AbortSignal): Promise<FileImportReport>;
  /** What became of the items until now: in the run in progress, or else in the last one. */
  items(id: string): AsyncIterable<ReportedItem>;
  remove(id: string): Promise<void>;
}
