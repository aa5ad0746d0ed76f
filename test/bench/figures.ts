/** The middle one; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('There is no median of no values.');
  return (low + high) / 2;
}

/** The highest of the ratios of one round to the lowest, as a sign of how noisy the machine was. */
export const spread = (values: readonly number[]): number => Math.max(...values) / Math.min(...values);

/** One measurement: how many a second, or how long, and what it cost the measured process. */
export interface Measurement {
  readonly value: number;
  /** CPU seconds of the measured process for one operation, where that makes sense. */
  readonly cpu?: number;
  /** How many operations were measured. */
  readonly count?: number;
  /** In milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
}

/** Measures in turns, so that whatever else the machine does falls on all of them: one list of measurements for each. */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<Measurement>>>,
): Promise<Record<Name, Measurement[]>> {
  const names = Object.keys(measures) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measurement[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) taken[name].push(await measures[name]());
  }
  return taken;
}
