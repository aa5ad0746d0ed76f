import { expect, test } from 'vitest';
import { createMemorySearchIndex } from '../../src/adapters/memory/search-index.ts';
import { expectAgreement } from '../search/agreement.ts';

test('queries find what an evaluator of its own finds, in its order and for whom it may: 20,000 cases in memory', async () => {
  expect(await expectAgreement(createMemorySearchIndex(), 4000)).toBeGreaterThanOrEqual(20_000);
});
