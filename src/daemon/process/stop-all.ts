/** Something that goes on behind the answers. */
export interface Running {
  stop(): Promise<void>;
}

/** Stops all of them at once, so that none waits for another one. Rejects with the first failure when each has come to its end. */
export async function stopAll(running: readonly Running[]): Promise<void> {
  const outcomes = await Promise.allSettled(running.map(async (each) => each.stop()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** One step of an end in order, with what it does, for the log. */
export type ClosingStep = readonly [name: string, work: () => Promise<unknown>];

/**
 * Takes all steps, one after the other, also after one that failed. Each failure is reported; rejects with the first one when
 * every step was tried.
 */
export async function closeInOrder(
  steps: readonly ClosingStep[],
  report: (name: string, error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, work] of steps) {
    try {
      await work();
    } catch (error) {
      report(name, error);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
