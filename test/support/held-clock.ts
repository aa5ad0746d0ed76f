import type { Clock } from '../../src/ports/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface HeldClock extends Clock {
  goOn(milliseconds: number): void;
}

export function heldClock(start = '2026-03-01T08:00:00.000Z'): HeldClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    goOn: (milliseconds) => {
      now += milliseconds;
    },
  };
}
