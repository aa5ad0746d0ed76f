import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** Fails unless both are equal, with `what` in the message. Nearly always they are, and Node.js tells that faster than `expect`. */
export function expectSame(told: unknown, expected: unknown, what?: string): void {
  if (!isDeepStrictEqual(told, expected)) expect(told, what).toEqual(expected);
}
