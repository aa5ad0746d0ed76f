/** How much a request may bring, in bytes. */
export interface HttpLimits {
  readonly jsonBody: number;
  /** Undefined: no limit. */
  readonly upload: number | undefined;
}
