import { expect } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import type { OperationName } from '../../src/contract/index.ts';
import { anna, basic } from './people.ts';
import type { School } from './transports.ts';

/** What the answer to a call of Anna's says of words that are not in the dictionary; undefined where it says nothing. */
export async function namedIn(
  school: School,
  operation: OperationName,
  given: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const answer = await school.send(callOf(operation, given, basic(anna)));
  expect(answer.status).toBe(200);
  return answer.headers['x-edu-unknown-properties'];
}
