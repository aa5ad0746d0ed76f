import { expect } from 'vitest';

/** The CPU time of this process for a run, in milliseconds. */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What takes less CPU than this, in milliseconds, costs nobody anything, and is too short to be compared. */
const negligible = 3;

/** How often both sizes are measured at most. The fastest run counts, because other work only adds to a run. */
const attempts = 20;

export interface Growth {
  /** CPU time in milliseconds. */
  readonly single: number;
  readonly double: number;
}

/** Whether twice the size takes at most 2.5 times the CPU. */
export const isLinear = ({ single, double }: Growth): boolean => double <= 2.5 * single + negligible;

/** Compares the CPU of two runs, the second of which has twice the work. Measures again while the difference is too large. */
export async function growthOf(single: () => unknown, double: () => unknown): Promise<Growth> {
  let growth: Growth = { single: Number.POSITIVE_INFINITY, double: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    // What is a little faster by chance in one of them must not make the other look slow.
    growth = {
      single: Math.min(growth.single, await cpuOf(single)),
      double: Math.min(growth.double, await cpuOf(double)),
    };
    if (isLinear(growth)) break;
  }
  return growth;
}

/** Fails if `run` takes more than 2.5 times the CPU for twice the size. */
export async function expectLinear(run: (size: number) => unknown, size: number): Promise<void> {
  const growth = await growthOf(
    () => run(size),
    () => run(size * 2),
  );
  expect(growth).toSatisfy(isLinear);
}
