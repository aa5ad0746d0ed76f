import type { Readable } from 'node:stream';
import type { ByteRange } from '../base/byte-range.ts';
import type { OperationName } from './index.ts';
import type { WrittenJson } from './written-json.ts';

/** A file on its way in. The stream is read once; whoever takes it ends or destroys it. */
export interface UploadedFile {
  readonly name: string;
  /** As the sender says it, not verified. */
  readonly mimeType: string | undefined;
  /** In bytes, where the sender knows it beforehand. */
  readonly size?: number | undefined;
  readonly bytes: Readable;
}

/** A file on its way out. */
export interface FileBody {
  readonly bytes: Readable;
  /** In bytes; undefined where a server does not tell. */
  readonly size: number | undefined;
  readonly mimeType: string;
  readonly fileName: string | undefined;
  /** `inline` only for types that a browser shows without running anything. */
  readonly disposition: 'attachment' | 'inline';
  /** An opaque tag that changes with the bytes. */
  readonly tag?: string | undefined;
  /** Where these are a part of the bytes: which, and how many there are in all. `size` is that of the part. */
  readonly part?: (ByteRange & { readonly total: number }) | undefined;
}

/** One request, free of HTTP: values as they stand on the wire, before any schema has seen them. */
export interface Call {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value, a text, the fields of a form as an object, or an `UploadedFile`; undefined where none was sent. */
  readonly body: unknown;
  /** A server reads the body by this, once it knows that the caller may send one. `body` is undefined then. */
  readonly readBody?: () => Promise<unknown>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * The address of whoever calls; empty where it cannot be told; undefined in this process and over a Unix socket, which
   * have none.
   */
  readonly peer?: string | undefined;
  /** Where the server logs its requests: what the log says of this one. */
  readonly trace?: Trace;
}

/** Names a request in the log and in an error answer. */
export interface Trace {
  readonly requestId: string;
  /** Set when the caller is known; empty for a caller who has not signed in. */
  userName?: string;
}

export type AnswerBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** The same, written already. */
  | { readonly kind: 'written-json'; readonly json: WrittenJson }
  | { readonly kind: 'empty' }
  | { readonly kind: 'file'; readonly file: FileBody };

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/** Brings a call to a repository and its answer back. Rejects only when no answer could be had. */
export type Transport = (call: Call) => Promise<Answer>;
