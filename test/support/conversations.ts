import { expect } from 'vitest';
import { basic, type TestPerson } from './people.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';
import type { School } from './transports.ts';

/** A client in the field, which sends JSON by plain HTTP. */
export interface Conversation {
  send(method: string, path: string, body?: unknown): Promise<RawResponse>;
  /** Like `send`; fails unless the answer is 200. Resolves to the JSON; undefined: no body. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** Sends the password of the person with every call, and the headers of the contract. */
export function converse({ raw }: School, person: Pick<TestPerson, 'userName' | 'password'>): Conversation {
  const headers = { ...basic(person), accept: 'application/json', 'content-type': 'application/json' };
  const send = (method: string, path: string, body?: unknown): Promise<RawResponse> =>
    rawRequest(raw, { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return {
    send,
    async ask(method, path, body) {
      const { status, text } = await send(method, path, body);
      expect(status, `${method} ${path} ${text}`).toBe(200);
      return text === '' ? undefined : (JSON.parse(text) as unknown);
    },
  };
}
