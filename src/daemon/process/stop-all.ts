/** A background task or a listener. */
export interface Running {
  stop(): Promise<void>;
}

/** Stops all in parallel, and then rejects with the first failure, if any. */
export async function stopAll(running: readonly Running[]): Promise<void> {
  const outcomes = await Promise.allSettled(running.map(async (each) => each.stop()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** One step of an orderly shutdown, with a name for the log. */
export type ClosingStep = readonly [name: string, work: () => Promise<unknown>];

/** Runs all steps in order, even if one fails. Reports each failure, and finally rejects with the first one, if any. */
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
