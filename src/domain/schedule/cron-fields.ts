/** A field of a cron expression and the values that it may have. */
export interface CronField {
  /** As messages name it. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** The number of different values. */
  readonly size: number;
  /** The value of each name, in upper case. */
  readonly names: ReadonlyMap<string, number>;
  /** Added to a position (from 0) in the expression for the package `cron`. */
  readonly base: number;
  /** The numbers in words, for messages. */
  readonly range: string;
  /** Whether `?` may stand for "no specific value". */
  readonly mayBeOpen: boolean;
}

const namesFrom = (first: number, names: string): ReadonlyMap<string, number> =>
  new Map(names.split(' ').map((name, index) => [name, first + index]));

const numeric = (name: string, min: number, max: number): CronField => ({
  ...{ name, min, max, size: max - min + 1, names: new Map(), base: min },
  ...{ range: `${min} to ${max}`, mayBeOpen: false },
});

const dayNames = 'SUN MON TUE WED THU FRI SAT';
const monthNames = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC';

const seconds = numeric('seconds', 0, 59);
const minutes = numeric('minutes', 0, 59);
const hours = numeric('hours', 0, 23);
export const dayOfMonth: CronField = { ...numeric('day of month', 1, 31), mayBeOpen: true };
const month: CronField = {
  ...numeric('month', 1, 12),
  names: namesFrom(1, monthNames),
  range: '1 to 12, or JAN to DEC',
};

/** Quartz counts from 1 = Sunday; the package `cron` from 0 = Sunday. */
const quartzDayOfWeek: CronField = {
  ...{ name: 'day of week', min: 1, max: 7, size: 7, names: namesFrom(1, dayNames), base: 0 },
  ...{ range: '1 (Sunday) to 7 (Saturday), or SUN to SAT', mayBeOpen: true },
};

/** Both 0 and 7 are Sunday, as in a crontab: people who write five fields copy them from there, not from Quartz. */
const crontabDayOfWeek: CronField = {
  ...{ name: 'day of week', min: 0, max: 7, size: 7, names: namesFrom(0, dayNames), base: 0 },
  ...{ range: '0 (Sunday) to 7 (Sunday again), or SUN to SAT', mayBeOpen: true },
};

/** The fields of an expression with seconds, as Quartz writes it. A year may follow. */
export const quartzFields: readonly CronField[] = [seconds, minutes, hours, dayOfMonth, month, quartzDayOfWeek];

/** The fields of a crontab. */
export const crontabFields: readonly CronField[] = [minutes, hours, dayOfMonth, month, crontabDayOfWeek];
