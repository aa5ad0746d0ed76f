import { expect } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import type { OperationName } from '../../src/contract/index.ts';
import { anna, basic } from './people.ts';
import type { School } from './transports.ts';

async function headerOf(
  school: School,
  operation: OperationName,
  given: Readonly<Record<string, unknown>>,
  name: string,
): Promise<string | undefined> {
  const answer = await school.send(callOf(operation, given, basic(anna)));
  expect(answer.status).toBe(200);
  return answer.headers[name];
}

/** What the answer to a call of Anna's says of words that are not in the dictionary; undefined where it says nothing. */
export const namedIn = (school: School, operation: OperationName, given: Readonly<Record<string, unknown>>) =>
  headerOf(school, operation, given, 'x-edu-unknown-properties');

/** What the answer to a call of Anna's says of properties that were left aside; undefined where it says nothing. */
export const leftAsideIn = (school: School, operation: OperationName, given: Readonly<Record<string, unknown>>) =>
  headerOf(school, operation, given, 'x-edu-ignored-properties');
