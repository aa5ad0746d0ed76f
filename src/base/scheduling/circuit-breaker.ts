/** Stops calls to something that has failed repeatedly, so that callers get an error at once instead of waiting. */
export interface CircuitBreaker {
  /** Whether a call may be made now. After a pause, this is true for one call, whose result decides on the others. */
  admits(): boolean;
  /** Records the result of a call that was made. */
  note(succeeded: boolean): void;
}

interface CircuitBreakerOptions {
  /** The current time in milliseconds. */
  readonly now: () => number;
  /** The number of failures in a row after which calls stop. */
  readonly failures: number;
  /** How long calls stop, in milliseconds. */
  readonly pause: number;
}

export function createCircuitBreaker({ now, failures, pause }: CircuitBreakerOptions): CircuitBreaker {
  let failed = 0;
  let stoppedUntil: number | undefined;
  return {
    admits() {
      if (stoppedUntil === undefined) return true;
      if (now() < stoppedUntil) return false;
      stoppedUntil = now() + pause;
      return true;
    },
    note(succeeded) {
      failed = succeeded ? 0 : failed + 1;
      stoppedUntil = failed >= failures ? now() + pause : undefined;
    },
  };
}
