import type { ServerResponse } from 'node:http';
import { type AnswerBudget, tooManyAnswers } from '../../api/response/answer-budget.ts';
import type { Answer } from '../../contract/call.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { onExchangeEnd } from '../connection/exchange-end.ts';

/** Lets an answer go to its connection: what comes back is to be written. */
export type AnswerGate = (response: ServerResponse, answer: Answer) => Answer;

/** How long a client may take to read an answer: this, and the time that its bytes take at the minimum rate. */
const readTimeoutMs = 60_000;
const minBytesPerMs = 10;

/** JSON in its final form, so that its size is known. */
function writtenOf({ body }: Answer): WrittenJson | undefined {
  if (body.kind === 'json') return new WrittenJson(Buffer.from(JSON.stringify(body.value)));
  return body.kind === 'written-json' ? body.json : undefined;
}

/** Calls `done` when the connection has taken the whole answer, or is gone. Closes a connection that reads too slowly. */
function whenTaken(response: ServerResponse, size: number, done: () => void): void {
  const { socket } = response.req;
  const deadline = setTimeout(() => socket.destroy(), readTimeoutMs + size / minBytesPerMs).unref();
  onExchangeEnd(response, () => {
    clearTimeout(deadline);
    done();
  });
}

/**
 * Counts JSON answers from here until their connections have taken them. Beyond the budget a large answer is refused, unless the
 * call has changed something: whoever changed something is told so.
 */
export function createAnswerGate(budget: AnswerBudget, refuse: (error: unknown) => Answer): AnswerGate {
  return (response, answer) => {
    const json = writtenOf(answer);
    if (json === undefined) return answer;
    const isRead = response.req.method === 'GET' || response.req.method === 'HEAD';
    if (isRead && !budget.fits(json.size)) return refuse(tooManyAnswers());
    const release = budget.hold(json.size);
    if (release !== undefined) whenTaken(response, json.size, release);
    return { ...answer, body: { kind: 'written-json', json } };
  };
}
