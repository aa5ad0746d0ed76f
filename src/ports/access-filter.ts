import type { MaybePromise } from '../base/scheduling/maybe-promise.ts';

/**
 * How much a caller sees of the documents with an ACL root. `absent`: nothing, not even their own documents; `nothing`: only
 * their own documents; `metadata`: all documents but not their text, and their own documents in full.
 */
export const aclRootVisibility = { absent: 1, nothing: 2, metadata: 3, all: 4 } as const;

/** One of the numbers in `aclRootVisibility`; fits into a byte. */
export type AclRootVisibility = (typeof aclRootVisibility)[keyof typeof aclRootVisibility];

/** What the search index knows about a caller. */
export interface AccessFilter {
  /** The owner whose documents the caller sees as a whole, unless these are `absent`; null: none. */
  readonly owns: string | null;
  /**
   * The visibility at each of these ACL roots (`IndexedDocument.aclRoot`), in the same order, one byte each
   * (`aclRootVisibility`). Called for every search. The result is cached by the array, so an index passes the same array for
   * the same documents. Synchronous if the rights are cached, as they usually are.
   */
  at(aclRoots: readonly string[]): MaybePromise<Uint8Array>;
}

/** How much a caller sees of a document, by the visibility at its ACL root. */
export function visibilityAt(atAclRoot: AclRootVisibility, isOwn: boolean): 'all' | 'metadata' | 'nothing' {
  if (atAclRoot === aclRootVisibility.absent) return 'nothing';
  if (isOwn || atAclRoot === aclRootVisibility.all) return 'all';
  return atAclRoot === aclRootVisibility.metadata ? 'metadata' : 'nothing';
}
