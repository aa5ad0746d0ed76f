/** Limits for processing one content. */
export interface WorkLimits {
  /** The time limit, in milliseconds. */
  readonly time: number;
  /** The limit of resident memory, in bytes. Checked only if the operating system reports it. */
  readonly memory: number;
}

/** A failed attempt: its time in ISO 8601, and its limits. */
export interface FailedAttempt extends WorkLimits {
  readonly at: string;
  /** The number of consecutive failed attempts; 1 if missing. */
  readonly times?: number;
  /** A second attempt is pending. It comes after all contents that have not been tried yet. */
  readonly again?: true;
}

/** Why processing a content failed, for the administrator. */
export type FailureReason =
  | 'damaged'
  | 'encrypted'
  | 'none inside'
  | 'too large'
  /** No reader for this kind of file exists. */
  | 'unsupported'
  | 'took too long'
  | 'too much memory'
  /** The worker ended at every attempt for an unknown reason. The machine may be out of memory. */
  | 'ended in the middle';

/** Reasons that may not apply to a later attempt. */
const transientReasons: ReadonlySet<string> = new Set<FailureReason>([
  'took too long',
  'too much memory',
  'ended in the middle',
]);

/** Why an attempt failed, with its history. */
export interface AttemptError<Why> {
  readonly why: Why;
  /** A second attempt is pending. */
  readonly again?: true | undefined;
  /** The previous attempt, if that failed too. */
  readonly before: FailedAttempt | undefined;
}

/** The record of a failed attempt; undefined if the content itself is the reason, so that a retry is useless. */
export function failedAttempt(
  failed: AttemptError<string>,
  { time, memory }: WorkLimits,
  now: Date,
): FailedAttempt | undefined {
  if (!transientReasons.has(failed.why)) return undefined;
  const { again, before } = failed;
  const earlier = before === undefined || before.again === true ? 0 : (before.times ?? 1);
  const attempt = { at: now.toISOString(), time, memory };
  if (again === true) return { ...attempt, again };
  return earlier === 0 ? attempt : { ...attempt, times: earlier + 1 };
}

/** The first delay before a retry with the same limits, in milliseconds: one day. */
const retryDelay = 86_400_000;
/** Each further failure doubles the delay, up to this many days. */
const maxRetryDays = 32;

/**
 * Whether a failed attempt is due for a retry: a second attempt is pending, the limits were raised, or
 * the delay has passed (one day, doubled after each further failure, up to 32 days). False if no attempt failed.
 */
export function isRetryDue(tried: FailedAttempt | undefined, limits: WorkLimits, now: Date): boolean {
  if (tried === undefined) return false;
  if (tried.again === true) return true;
  const days = Math.min(maxRetryDays, 2 ** ((tried.times ?? 1) - 1));
  const isDelayOver = Math.abs(now.getTime() - Date.parse(tried.at)) >= days * retryDelay;
  return isDelayOver || limits.time > tried.time || limits.memory > tried.memory;
}
