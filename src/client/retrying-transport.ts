import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call, Transport } from '../contract/call.ts';
import { operations } from '../contract/index.ts';
import type { Operation } from '../contract/operation.ts';
import { AnswerError, retryAfterOf, TransportError } from './answer-error.ts';

/** How often a thing is tried in all. */
export const attempts = 4;

const firstWait = 200;
const longestWait = 30_000;

/** How long to wait before the next attempt, in milliseconds: each time four times as long, or as the server asks. */
export function waitBeforeRetry(attempt: number, asked: number | undefined): number {
  return Math.min(asked ?? firstWait * 4 ** (attempt - 1), longestWait);
}

/** Whether the same thing may succeed a little later: the server was not reached, or asks for patience. */
export const isPassing = (error: unknown): boolean =>
  error instanceof TransportError || (error instanceof AnswerError && error.status === 503);

/** What a transport gave: an answer, or why there was none. */
type Outcome = { readonly answer: Answer } | { readonly error: unknown };

async function tried(send: Transport, call: Call): Promise<Outcome> {
  try {
    return { answer: await send(call) };
  } catch (error) {
    return { error };
  }
}

const mayPass = (outcome: Outcome): boolean =>
  'error' in outcome ? isPassing(outcome.error) : outcome.answer.status === 503;

function settled(outcome: Outcome): Answer {
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

/** Repeats calls that only read, where they fail for a reason that may pass. Calls that change things go through once. */
export function createRetryingTransport(send: Transport, signal: AbortSignal): Transport {
  return async (call) => {
    const operation: Operation = operations[call.operation];
    if (operation.method !== 'GET') return send(call);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tried(send, call);
      if (attempt === attempts || !mayPass(outcome)) return settled(outcome);
      const asked = 'answer' in outcome ? retryAfterOf(outcome.answer) : undefined;
      await pause(waitBeforeRetry(attempt, asked), undefined, { signal });
    }
  };
}
