import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError } from '../../client/answer-error.ts';
import { attempts, isPassing, waitBeforeRetry } from '../../client/retrying-transport.ts';
import { Interrupted } from '../program/failure.ts';
import { stopIfInterrupted } from './transfer-settings.ts';

// Somebody else has just made a node of this name, or an attempt whose answer was lost: then it is one that exists.
const isRaced = (error: unknown): boolean =>
  error instanceof AnswerError && error.status === 409 && error.operation === 'createNode';

/**
 * Does work again that failed for a reason that may pass, or because a node was there meanwhile. From the second
 * attempt on, the work has to look at what is there before it makes anything.
 */
export async function retried<T>(signal: AbortSignal, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    stopIfInterrupted(signal);
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === attempts || !(isPassing(error) || isRaced(error))) throw error;
      const retryAfter = error instanceof AnswerError ? error.retryAfter : undefined;
      await pause(waitBeforeRetry(attempt, retryAfter), undefined, { signal }).catch(() => {
        throw new Interrupted();
      });
    }
  }
}
