import type { Clock } from '../../ports/clock.ts';

/**
 * Creates a clock for durations: it continues when the wall clock is set back. After that, it stays ahead of the wall
 * clock, so its times must only be compared with each other and never shown to people.
 */
export function createMonotonicClock(clock: Clock): Clock {
  const read = () => ({ wall: clock.now().getTime(), tick: performance.now() });
  let last = read();
  let ahead = 0;
  return {
    now() {
      const current = read();
      // If the wall clock was set back, only the process timer shows how much time has passed since the last call.
      if (current.wall < last.wall) ahead += last.wall - current.wall + Math.round(current.tick - last.tick);
      last = current;
      return new Date(current.wall + ahead);
    },
  };
}
