/** What work on one content may take. */
export interface WorkLimits {
  /** In milliseconds. */
  readonly time: number;
  /** Resident, in bytes; looked at where the system tells it. */
  readonly memory: number;
}

/** When, in ISO 8601, and with how much it was tried in vain. */
export interface FailedAttempt extends WorkLimits {
  readonly at: string;
  /** How many tries have failed in a row; 1 where it is missing. */
  readonly times?: number;
  /** The second try is still to come: behind all that nobody has tried yet. */
  readonly again?: true;
}

/** Why nothing came of a content, in words for whoever runs the repository. */
export type FailureReason =
  | 'damaged'
  | 'encrypted'
  | 'none inside'
  | 'too large'
  | 'took too long'
  | 'too much memory'
  /** Each time that it was tried, nobody knows why: the memory of the machine may have been used up. */
  | 'ended in the middle';

/** Why nothing came that may come at another time. */
const passing: ReadonlySet<string> = new Set<FailureReason>([
  'took too long',
  'too much memory',
  'ended in the middle',
]);

/** What there is to say of a try that failed. */
export interface AttemptError<Why> {
  readonly why: Why;
  /** The same content is to be tried once more soon. */
  readonly again?: true | undefined;
  /** The try before, where that failed, too. */
  readonly before: FailedAttempt | undefined;
}

/** What is to be remembered of a try that failed; undefined where the content alone is to blame. */
export function failedAttempt(
  failed: AttemptError<string>,
  { time, memory }: WorkLimits,
  now: Date,
): FailedAttempt | undefined {
  if (!passing.has(failed.why)) return undefined;
  const { again, before } = failed;
  const earlier = before === undefined || before.again === true ? 0 : (before.times ?? 1);
  const tried = { at: now.toISOString(), time, memory };
  if (again === true) return { ...tried, again };
  return earlier === 0 ? tried : { ...tried, times: earlier + 1 };
}

/** In milliseconds: what did not come out for want of time or memory is not tried again before, under equal limits. */
const restingTime = 86_400_000;
/** Each further failure doubles the time, up to so many days. */
const maxRestingDays = 32;

/**
 * Whether what did not come out may come out now: limits were raised, or a day has gone by; two days after the second
 * failure, then four, up to 32. False where nothing was tried in vain.
 */
export function isRetryDue(tried: FailedAttempt | undefined, limits: WorkLimits, now: Date): boolean {
  if (tried === undefined) return false;
  if (tried.again === true) return true;
  const days = Math.min(maxRestingDays, 2 ** ((tried.times ?? 1) - 1));
  const rested = Math.abs(now.getTime() - Date.parse(tried.at)) >= days * restingTime;
  return rested || limits.time > tried.time || limits.memory > tried.memory;
}
