import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leftOut } from '../support/test-plan.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('docs/testing.md has a row for each file that `npm test` leaves out, and for no other', () => {
  const rows = readFileSync(`${root}docs/testing.md`, 'utf8').matchAll(/^\| `(test\/[^`]+\.test\.ts)`/gm);
  expect([...rows].map(([, file]) => file)).toEqual(leftOut);
  expect(leftOut.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});
