import type { ServerResponse } from 'node:http';
import { type AnswerBudget, tooManyAnswers } from '../../api/response/answer-budget.ts';
import type { Answer } from '../../contract/call.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import { onExchangeEnd } from '../connection/exchange-end.ts';

/** Admits a response to its connection. Returns the response to write, which may be a refusal. */
export type AnswerGate = (response: ServerResponse, answer: Answer) => Answer;

/**
 * A client may take `readTimeoutMs` to read a response, plus the time that the bytes of the response take at
 * `minBytesPerMs`.
 */
const readTimeoutMs = 60_000;
const minBytesPerMs = 10;

/** JSON in its final form, so that its size is known. */
function writtenOf({ body }: Answer): WrittenJson | undefined {
  if (body.kind === 'json') return new WrittenJson(Buffer.from(JSON.stringify(body.value)));
  return body.kind === 'written-json' ? body.json : undefined;
}

/**
 * Calls `done` when the whole response was sent, or the connection closed. Closes the connection of a client that reads
 * too slowly.
 */
function whenSent(response: ServerResponse, size: number, done: () => void): void {
  const { socket } = response.req;
  const deadline = setTimeout(() => socket.destroy(), readTimeoutMs + size / minBytesPerMs).unref();
  onExchangeEnd(response, () => {
    clearTimeout(deadline);
    done();
  });
}

/**
 * Counts JSON responses against the budget until they are sent. Refuses a large response to GET or HEAD that exceeds the
 * budget. Other calls may have changed something, so the client must learn their outcome.
 */
export function createAnswerGate(budget: AnswerBudget, refuse: (error: unknown) => Answer): AnswerGate {
  return (response, answer) => {
    const json = writtenOf(answer);
    if (json === undefined) return answer;
    const isRead = response.req.method === 'GET' || response.req.method === 'HEAD';
    if (isRead && !budget.fits(json.size)) return refuse(tooManyAnswers());
    const release = budget.hold(json.size);
    if (release !== undefined) whenSent(response, json.size, release);
    return { ...answer, body: { kind: 'written-json', json } };
  };
}
