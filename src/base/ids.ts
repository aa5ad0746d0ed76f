/** The permanent ID of a node: a UUID of any version in lower case, the form that clients expect. */
export type NodeId = string & { readonly __brand: 'NodeId' };

/** The SHA-256 of a content's bytes: 64 lower-case hexadecimal digits. */
export type ContentHash = string & { readonly __brand: 'ContentHash' };

/** The number of a commit of the store. The first is 1, and each later one is higher. */
export type CommitNumber = number;

const nodeIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads a node ID in any case. Undefined if the text is not a UUID. */
export function asNodeId(text: string): NodeId | undefined {
  const lower = text.toLowerCase();
  return nodeIdForm.test(lower) ? (lower as NodeId) : undefined;
}

const contentHashForm = /^[0-9a-f]{64}$/;

export function asContentHash(text: string): ContentHash | undefined {
  return contentHashForm.test(text) ? (text as ContentHash) : undefined;
}
