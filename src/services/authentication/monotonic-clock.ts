import type { Clock } from '../../ports/clock.ts';

/**
 * A clock for durations: where the wall clock is set back, it goes on from the time that it showed. In a process that
 * saw that, it stays ahead of the wall clock: its times are compared with each other, and never shown to people.
 */
export function createMonotonicClock(clock: Clock): Clock {
  const read = () => ({ wall: clock.now().getTime(), tick: performance.now() });
  let last = read();
  let ahead = 0;
  return {
    now() {
      const current = read();
      // How long it is since the last look, only the timer of the process tells then.
      if (current.wall < last.wall) ahead += last.wall - current.wall + Math.round(current.tick - last.tick);
      last = current;
      return new Date(current.wall + ahead);
    },
  };
}
