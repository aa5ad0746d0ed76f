/** The maximum sizes of request bodies, in bytes. */
export interface HttpLimits {
  readonly jsonBody: number;
  /** Undefined: no limit. */
  readonly upload: number | undefined;
}

/**
 * The maximum size of a form that is not an upload, in bytes. It has a few short fields, and clients send it before
 * they sign in.
 */
export const maxFormBytes = 100_000;
