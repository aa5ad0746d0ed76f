import type { MetadataCell } from '../metadata/cell.ts';
import type { NodeFacts, RepositoryNode } from '../node-arguments/node.ts';
import type { FileOutcome } from '../transfer/tally.ts';
import type { RowContent } from './row-content.ts';

/** How an earlier import is recognised: by a key that its node has, not by its name. */
export interface RowIdentity {
  /** Whether `existing` has the key. Otherwise it only has the name. */
  readonly known: boolean;
  /** Whether the source says the same of it as at the last import. What people changed since then stays. */
  readonly unchanged: boolean;
  /** The properties that say so. People do not see them. */
  readonly properties: readonly string[];
  /** Whether a node has the key. */
  isOf(node: RepositoryNode): boolean;
}

/** A file, or another entry such as a link, and its target in the repository. */
export interface FileRow {
  /** As reports name it: the path of a local file, or the place in a source. */
  readonly path: string;
  /** The ID of the folder; undefined in a dry run if the folder does not exist. */
  readonly parent: string | undefined;
  readonly name: string;
  /** The node in the folder that already has the name, or that has the key. */
  readonly existing: NodeFacts | undefined;
  /** Undefined for an entry without content. */
  readonly content: RowContent | undefined;
  /** The contents of earlier versions, oldest first. The node gets those that it lacks. */
  readonly earlier?: readonly { readonly comment: string; readonly content: RowContent }[] | undefined;
  /** What a table or another source says about the file. */
  readonly metadata?: { readonly cells: readonly MetadataCell[] } | undefined;
  /** Undefined for a file that is known by its name only. */
  readonly identity?: RowIdentity | undefined;
}

/** What became of a row. */
export interface RowResult {
  readonly outcome: FileOutcome;
  /** In bytes. */
  readonly size: number;
  /** The ID of the node; undefined if nothing was stored. */
  readonly node: string | undefined;
  readonly metadataChanged: boolean;
}

/** Called once for each row. The row is done when `done` resolves; if it rejects, the row has failed. */
export interface RowObserver {
  done(row: FileRow, result: RowResult): Promise<void>;
  failed(row: FileRow, error: unknown): void;
}
