/** How much a request may bring, in bytes. */
export interface HttpLimits {
  readonly jsonBody: number;
  /** Undefined: no limit. */
  readonly upload: number | undefined;
}

/** A form that is no upload carries a few short fields, and may come from a client that has not signed in. */
export const maxFormBytes = 100_000;
