import { expect, test } from 'vitest';
import { expectAgreement, expectAgreementBesideWrites, withDaemonIndex } from '../search/agreement.ts';

test('queries find what an evaluator of its own finds, in its order and for whom it may: 20,000 cases', async () => {
  expect(await withDaemonIndex((index) => expectAgreement(index, 4000))).toBeGreaterThanOrEqual(20_000);
});

test('beside writes they find what the evaluator finds before each commit and after it: 10,000 commits', async () => {
  expect(await withDaemonIndex((index) => expectAgreementBesideWrites(index, 1000))).toBeGreaterThanOrEqual(10_000);
});
