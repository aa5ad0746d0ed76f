import { describe, expect, test } from 'vitest';
import { createMemorySearchIndex } from '../support/memory/search-index.ts';
import { expectAgreement, expectAgreementBesideWrites, withDaemonIndex } from './agreement.ts';

/** More of them in `test/long/query-agreement.long.ts`. */
describe('what a query finds, in which order and for whom, is what an evaluator of its own finds', () => {
  test('in memory', async () => {
    expect(await expectAgreement(createMemorySearchIndex(), 60)).toBeGreaterThan(200);
  });

  test('in the index that daemons have', async () => {
    expect(await withDaemonIndex((index) => expectAgreement(index, 100))).toBeGreaterThan(300);
  });

  test('beside writes, at every commit', async () => {
    expect(await withDaemonIndex((index) => expectAgreementBesideWrites(index, 50))).toBeGreaterThanOrEqual(500);
  });
});
