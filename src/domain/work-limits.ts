/** What work on one content may take. */
export interface WorkLimits {
  /** In milliseconds. */
  readonly time: number;
  /** Resident, in bytes; looked at where the system tells it. */
  readonly memory: number;
}

/** When, in ISO 8601, and with how much it was tried in vain. */
export interface VainTry extends WorkLimits {
  readonly at: string;
}

/** Why nothing came of a content, in words for whoever runs the repository. */
export type InVain =
  | 'damaged'
  | 'encrypted'
  | 'none inside'
  | 'too large'
  | 'took too long'
  | 'too much memory'
  /** Each time that it was tried, nobody knows why: the memory of the machine may have been used up. */
  | 'ended in the middle';

/** Why nothing came that may come at another time. */
const passing: ReadonlySet<string> = new Set<InVain>(['took too long', 'too much memory', 'ended in the middle']);

/** What is to be remembered of a try that failed for this; undefined where the content alone is to blame. */
export const vainTry = (why: string, { time, memory }: WorkLimits, now: Date): VainTry | undefined =>
  passing.has(why) ? { at: now.toISOString(), time, memory } : undefined;

/** In milliseconds: what did not come out for want of time or memory is not tried again before, under equal limits. */
const restingTime = 86_400_000;

/** Whether what did not come out may come out now: limits were raised, or a day has gone by. False where nothing was tried in vain. */
export function isWorthAnotherTry(tried: VainTry | undefined, limits: WorkLimits, now: Date): boolean {
  if (tried === undefined) return false;
  const rested = Math.abs(now.getTime() - Date.parse(tried.at)) >= restingTime;
  return rested || limits.time > tried.time || limits.memory > tried.memory;
}
