/** Converts between instants and the times that clocks of a zone show. Both are in milliseconds; a shown time is as if it were UTC. */
export interface ZoneClock {
  shownAt(instant: number): number;
  /** The first instant at which clocks show a time. A time that they leave out in spring is an hour later. */
  instantOf(shown: number): number;
}

/** The times of schedules (contract 8, output rule 5). */
export const defaultTimeZone = 'Europe/Berlin';

const threeHours = 10_800_000;

/** Throws `RangeError` if the time zone is unknown. */
export function createZoneClock(timeZone: string): ZoneClock {
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...fields });
  const shownAt = (instant: number): number => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
  const offsetAt = (instant: number): number => shownAt(instant) - instant;
  return {
    shownAt,
    instantOf(shown) {
      const before = shown - offsetAt(shown - threeHours);
      const after = shown - offsetAt(shown + threeHours);
      return shownAt(before) !== shown && shownAt(after) === shown ? after : before;
    },
  };
}
