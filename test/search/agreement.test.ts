import { describe, expect, test } from 'vitest';
import { createMemorySearchIndex } from '../../src/adapters/memory/search-index.ts';
import { expectAgreement } from './agreement.ts';

/** More of them in `test/long/query-agreement.long.ts`. */
describe('what a query finds, in which order and for whom, is what an evaluator of its own finds', () => {
  test('in memory', async () => {
    expect(await expectAgreement(createMemorySearchIndex(), 100)).toBeGreaterThan(300);
  });
});
