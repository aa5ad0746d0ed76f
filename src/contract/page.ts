import type { Call } from './call.ts';
import type { UploadedFile } from './file-body.ts';

/** The fields of a form by name; a field that was sent several times is a list. */
type FormFields = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A form with a file, whose bytes may still arrive. */
export interface FormUpload {
  /** The fields before the file. */
  readonly fields: FormFields;
  /** Undefined if none was sent. */
  readonly file: UploadedFile | undefined;
}

/** A request of a browser for a page, independent of HTTP. */
export interface PageRequest {
  readonly method: string;
  /** Percent-encoded, without double and trailing slashes, and without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Call['headers'];
  /** Whether the client prefers HTML to JSON (RFC 9110, section 12.5.1), as browsers do. */
  readonly prefersHtml: boolean;
  readonly clientAddress: string | undefined;
  /** Reads the fields of the form. Rejects as the body of a call does. */
  readonly readForm: () => Promise<FormFields>;
  /** Reads the fields of the form up to its file. Call either this or `readForm`. */
  readonly readUpload: () => Promise<FormUpload>;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** Answers with a page; undefined if it has no page for the request. */
export type Pages = (request: PageRequest) => Promise<PageAnswer | undefined>;
