import { describe, expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { createMemorySearchIndex } from '../support/memory/search-index.ts';
import { expectAgreement, expectAgreementBesideWrites } from './agreement.ts';

/** More of them in `test/long/query-agreement.long.ts`. */
describe('what a query finds, in which order and for whom, is what an evaluator of its own finds', () => {
  test('in memory', async () => {
    expect(await expectAgreement(createMemorySearchIndex(), 60)).toBeGreaterThan(200);
  });

  test('in the index that daemons have', async () => {
    const folder = await temporaryFolder();
    try {
      const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
      expect(await expectAgreement(index, 100)).toBeGreaterThan(300);
    } finally {
      await folder.remove();
    }
  });

  test('beside writes, at every commit', async () => {
    const folder = await temporaryFolder();
    try {
      const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
      expect(await expectAgreementBesideWrites(index, 50)).toBeGreaterThanOrEqual(500);
    } finally {
      await folder.remove();
    }
  });
});
