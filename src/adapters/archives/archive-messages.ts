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

/** A message to the thread. */
export type ArchiveRequest = { readonly kind: 'add'; readonly entry: ArchiveEntry } | { readonly kind: 'finish' };

/** `content`: the content of the file at `path` is missing or damaged. `other`: with the code of a system error, if it is one. */
export type ArchiveFailure =
  | { readonly kind: 'content'; readonly path: string; readonly reason: string }
  | { readonly kind: 'other'; readonly reason: string; readonly code?: string };

/** A message from the thread. It reports `read` for each entry, in the order of the entries. */
export type ArchiveReport =
  | { readonly kind: 'read' }
  /** `size` in bytes. */
  | { readonly kind: 'finished'; readonly size: number }
  | { readonly kind: 'failed'; readonly failure: ArchiveFailure };

/** The thread holds at most this many entries that it has not read yet. */
export const maxUnreadEntries = 64;

/** The thread holds at most this many bytes of entries that it has not read yet, or one larger entry. */
export const maxUnreadBytes = 8_388_608;
