import type { ColumnFlags } from '../metadata/columns.ts';
import type { Context } from '../program/context.ts';
import type { ReadingOptions } from '../tables/reading-options.ts';
import type { NodeParts } from '../transfer/node-parts.ts';
import type { ImportItem } from './item.ts';

/** What the user named: a file, a folder, or an address. */
export interface SourceInput {
  /** As typed. */
  readonly text: string;
  /** Of the content of an address that was copied to this machine, `file`. */
  readonly kind: 'file' | 'folder' | 'address';
  /** Where it is on this machine; empty for an address. */
  readonly path: string;
  /** The first 64 KiB of a file, and of an address that does not show by itself what it is; empty otherwise. */
  readonly beginning: Buffer;
  /** The names of the entries of a file that is a ZIP archive; undefined if it is none. Read once. */
  entries(): Promise<readonly string[] | undefined>;
}

/** How the columns of a list are read. */
export interface ListOptions extends ReadingOptions {
  readonly columns: ColumnFlags;
  /** The metadata set with the captions of the headers; undefined for the default set. */
  readonly metadataSet: string | undefined;
  /** The folder that the paths in the list start at; undefined for the folder of the list. */
  readonly filesFolder: string | undefined;
}

/** The options that some kinds of sources have. Each kind takes what it needs. */
export interface SourceOptions {
  /** Whether a learning package or archive becomes folders and files; undefined for the default of its kind. */
  readonly unpack: boolean | undefined;
  /** How a list is read; undefined for the default. */
  readonly list?: ListOptions | undefined;
  /** Hosts that may be called although they are on this machine or in a private network, such as `intern.schule.de` or `localhost:8080`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The state that the source reported after its last complete run: only what changed since then is read. */
  readonly since?: string | undefined;
  /** Of a harvest: the format, the set, and the first date of the records. */
  readonly metadataPrefix?: string | undefined;
  readonly set?: string | undefined;
  readonly from?: string | undefined;
  /** What of the nodes of another repository is read besides content and metadata; undefined for nothing. */
  readonly nodeParts?: NodeParts | undefined;
  /** Aborted when the command ends. */
  readonly signal: AbortSignal;
  readonly context: Context;
}

/** An opened source. */
export interface ImportSource {
  /** What was understood, such as `a list with 250 rows (CSV, delimiter ";", UTF-8)`. */
  readonly understoodAs: string;
  /** More lines about it, such as what the columns are. */
  readonly details?: readonly string[];
  /** The name that is stored as `ccm:replicationsource`: it is the same in each run, and no path of this machine. */
  readonly name: string;
  /** The number of items; undefined if it is not known before the end. */
  readonly total: number | undefined;
  /** Reads the items in order, the folders before what they contain. Can be called again. Rejects with a `Failure`. */
  items(): AsyncIterable<ImportItem>;
  /**
   * What `SourceOptions.since` takes in the next run. Undefined before `items` has ended, if it did not end well, and for sources that
   * are always read in full.
   */
  state?(): string | undefined;
  close(): Promise<void>;
}

/** A kind of source. */
export interface SourceKind {
  /** As `--kind` takes it, such as `scorm`. */
  readonly name: string;
  /** In a list of kinds, such as `SCORM package (ZIP)`. */
  readonly title: string;
  /** Whether `open` takes addresses. The content of an address is copied to a file for all others. */
  readonly readsAddresses?: true;
  /** Whether the content is of this kind. Must not throw for files of other kinds. */
  recognises(input: SourceInput): Promise<boolean>;
  /** Rejects with a `Failure` that names the file as typed if it is damaged or not of this kind. */
  open(input: SourceInput, options: SourceOptions): Promise<ImportSource>;
}
