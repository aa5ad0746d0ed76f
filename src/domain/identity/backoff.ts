/** How long somebody has to wait who failed too often. All times in milliseconds. */
export interface DelayRule {
  /** So many failures bring no delay. */
  readonly freeFailures: number;
  /** The first delay; each further failure doubles it. */
  readonly firstDelay: number;
  readonly maxDelay: number;
}

/** Failures without a success between them. */
export interface Failures {
  readonly count: number;
  /** When the last one was, in milliseconds since 1970. */
  readonly last: number;
}

/** When the next attempt is taken, in milliseconds since 1970; 0 for at once. */
export function nextAttemptAt({ count, last }: Failures, { freeFailures: free, firstDelay: first, maxDelay: longest }: DelayRule): number {
  return count < free ? 0 : last + Math.min(longest, first * 2 ** (count - free));
}
