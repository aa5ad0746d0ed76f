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
