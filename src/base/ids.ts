/** Identifies a node for ever: a random UUID in lower case, as clients of the interface expect it. */
export type NodeId = string & { readonly __brand: 'NodeId' };

/** The SHA-256 of a content's bytes: 64 lower-case hexadecimal digits. */
export type ContentHash = string & { readonly __brand: 'ContentHash' };

/** Counts changes of the store: the first is 1, each later one is higher. */
export type CommitNumber = number;

const nodeIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads a node id as callers write it (any case), or undefined when it cannot be one. */
export function asNodeId(text: string): NodeId | undefined {
  const lower = text.toLowerCase();
  return nodeIdForm.test(lower) ? (lower as NodeId) : undefined;
}

const contentHashForm = /^[0-9a-f]{64}$/;

export function asContentHash(text: string): ContentHash | undefined {
  return contentHashForm.test(text) ? (text as ContentHash) : undefined;
}
