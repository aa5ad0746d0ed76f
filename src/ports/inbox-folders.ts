/** A file or folder that was put into an inbox and does not change any more. Only the server uses it now. */
export interface InboxEntry {
  /** Its name in the inbox. */
  readonly name: string;
  /** The absolute path of a folder that contains it and nothing else. */
  readonly folder: string;
  /** Moves it to `done` or `failed`, with the report beside it. */
  finish(result: 'done' | 'failed', report: object): Promise<void>;
}

/** Folders on the disk of the server. */
export interface InboxFolders {
  /**
   * Calls `take` with each new entry, one at a time, first with those that an earlier process has not finished. An entry that
   * is not finished when `take` resolves is offered again after the next start. Logs why a folder cannot be used.
   * Returns a function that ends the watch, and waits for `take`.
   */
  watch(folder: string, take: (entry: InboxEntry) => Promise<void>): () => Promise<void>;
}
