/** The delay after repeated failures. All times are in milliseconds. */
export interface DelayRule {
  /** The number of failures without a delay. */
  readonly freeFailures: number;
  /** The first delay. Each further failure doubles it. */
  readonly firstDelay: number;
  readonly maxDelay: number;
}

/** Consecutive failures. */
export interface Failures {
  readonly count: number;
  /** The time of the last failure, in milliseconds since 1970. */
  readonly last: number;
}

/** The earliest time of the next attempt, in milliseconds since 1970; 0 if it is not delayed. */
export function nextAttemptAt({ count, last }: Failures, { freeFailures, firstDelay, maxDelay }: DelayRule): number {
  return count < freeFailures ? 0 : last + Math.min(maxDelay, firstDelay * 2 ** (count - freeFailures));
}
