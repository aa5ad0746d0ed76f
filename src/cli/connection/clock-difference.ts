import { formatDuration } from '../print/units.ts';
import { wallClock } from '../print/wall-clock.ts';

const maxDifference = 300;

/**
 * By how many seconds the server's clock is ahead of this machine's, from the headers of a response that took `took` milliseconds;
 * null if they have no time.
 */
export function clockDifference({ date }: Readonly<Record<string, string>>, took = 0): number | null {
  const serverTime = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(serverTime) ? null : Math.round((serverTime - (wallClock() - took / 2)) / 1000);
}

/** A difference in words. Null is unknown. */
export function clockText(seconds: number | null): string {
  if (seconds === null) return 'unknown';
  // The Date header has a resolution of one second.
  if (Math.abs(seconds) <= 2) return 'none';
  return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? 'ahead of' : 'behind'} this machine`;
}

/** A sentence on clocks that differ by more than five minutes; undefined otherwise. Tokens, signatures and certificates have times. */
export function clockProblem(seconds: number | null): string | undefined {
  if (seconds === null || Math.abs(seconds) <= maxDifference) return undefined;
  return `The clock of the server is ${clockText(seconds)}, which can end sign-ins early: set the wrong one.`;
}
