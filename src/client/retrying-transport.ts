import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { AnswerError, retryAfterOf, TransportError } from './answer-error.ts';

/** The maximum number of attempts, including the first. */
export const attempts = 4;

/** The wait before the second attempt, in milliseconds. */
const firstWait = 200;
const maxWait = 30_000;

/** The wait before the next attempt, in milliseconds: four times as long each time, or as the server requests, up to `limit`. */
export function waitBeforeRetry(attempt: number, retryAfter: number | undefined, limit = maxWait): number {
  return Math.min(retryAfter ?? firstWait * 4 ** (attempt - 1), limit);
}

/** Whether a later attempt may succeed: the server was unreachable, or returned 503. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof AnswerError && error.status === 503);

type Outcome = { readonly answer: Answer } | { readonly error: unknown };

async function attemptCall(send: Transport, call: Call): Promise<Outcome> {
  try {
    return { answer: await send(call) };
  } catch (error) {
    return { error };
  }
}

const mayRetry = (outcome: Outcome): boolean =>
  'error' in outcome ? isTransient(outcome.error) : outcome.answer.status === 503;

function settled(outcome: Outcome): Answer {
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

/** Retries calls that only read, if the failure is transient. Calls that change something are sent once. */
export function createRetryingTransport(send: Transport, signal: AbortSignal): Transport {
  return async (call) => {
    const operation: Operation = operations[call.operation];
    if (operation.method !== 'GET') return send(call);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptCall(send, call);
      if (attempt === attempts || !mayRetry(outcome)) return settled(outcome);
      const retryAfter = 'answer' in outcome ? retryAfterOf(outcome.answer) : undefined;
      await pause(waitBeforeRetry(attempt, retryAfter), undefined, { signal });
    }
  };
}
