import type { ContentHash } from '../../base/ids.ts';

/** A stored content, as the thread reads it. */
export interface StoredContent {
  /** The absolute path. */
  readonly file: string;
  readonly hash: ContentHash;
  /** In bytes. */
  readonly size: number;
}

export interface ArchiveEntry {
  readonly path: string;
  /** In milliseconds since 1970. */
  readonly modifiedAt: number;
  readonly compress: boolean;
  readonly source: Uint8Array | StoredContent;
}

/** A message to the thread, which does one after the other. */
export type ArchiveRequest = { readonly kind: 'add'; readonly entry: ArchiveEntry } | { readonly kind: 'finish' };

/** `content`: the content of the file at `path` is missing or damaged. `other`: with the code of a system error, if it is one. */
export type ArchiveFailure =
  | { readonly kind: 'content'; readonly path: string; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string; readonly code?: string };

/** A message from the thread: `done` for each request, in their order, or the failure of the whole archive. */
export type ArchiveReport =
  /** `size` of the archive so far, in bytes. */
  { readonly kind: 'done'; readonly size: number } | { readonly kind: 'failed'; readonly failure: ArchiveFailure };
