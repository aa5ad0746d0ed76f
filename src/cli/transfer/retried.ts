import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError } from '../../client/answer-error.ts';
import { attempts, isTransient, waitBeforeRetry } from '../../client/retrying-transport.ts';
import { stopIfInterrupted } from '../program/ending-errors.ts';
import { Interrupted } from '../program/failure.ts';

// Another client, or an earlier attempt whose response was lost, created the node. The next attempt finds it.
const isRaced = (error: unknown): boolean =>
  error instanceof AnswerError && error.status === 409 && error.operation === 'createNode';

/**
 * Retries work after a temporary failure, or if a node was created meanwhile. From the second attempt on, `work` must
 * check what exists before it creates anything.
 */
export async function retried<T>(signal: AbortSignal, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    stopIfInterrupted(signal);
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === attempts || !(isTransient(error) || isRaced(error))) throw error;
      const retryAfter = error instanceof AnswerError ? error.retryAfter : undefined;
      await pause(waitBeforeRetry(attempt, retryAfter), undefined, { signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}
