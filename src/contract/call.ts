import type { FileBody } from './file-body.ts';
import type { OperationName } from './index.ts';
import type { WrittenJson } from './written-json.ts';

/** One request, independent of HTTP and before validation. */
export interface Call {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** A JSON value, a text, form fields as an object, or an `UploadedFile`; undefined without a body. */
  readonly body: unknown;
  /** Reads the body after the server has authorized the call. If set, `body` is undefined. */
  readonly readBody?: () => Promise<unknown>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The client address; empty if it is unknown; undefined for calls in this process or over a Unix socket. */
  readonly clientAddress?: string | undefined;
  /** Ends a call that is sent over HTTP, also while its response is read. */
  readonly signal?: AbortSignal | undefined;
  /** Only check whether the call would succeed. The operation must have `dryRun`. */
  readonly dryRun?: boolean;
  /** What the request log records about this call; undefined if the server does not log requests. */
  readonly trace?: Trace;
}

/** Identifies a request in the log and in error responses. */
export interface Trace {
  readonly requestId: string;
  /** Set once the caller is known; empty for a caller who has not signed in. */
  userName?: string;
}

export type AnswerBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** JSON that is already serialized. */
  | { readonly kind: 'written-json'; readonly json: WrittenJson }
  | { readonly kind: 'empty' }
  | { readonly kind: 'file'; readonly file: FileBody };

export interface Answer {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/** Sends a call to a repository and resolves to its response. Rejects only if there is no response. */
export type Transport = (call: Call) => Promise<Answer>;
