import { expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { expectAgreement, expectAgreementBesideWrites } from '../search/agreement.ts';

test('queries find what an evaluator of its own finds, in its order and for whom it may: 20,000 cases', async () => {
  const folder = await temporaryFolder();
  try {
    const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
    expect(await expectAgreement(index, 4000)).toBeGreaterThanOrEqual(20_000);
  } finally {
    await folder.remove();
  }
});

test('beside writes they find what the evaluator finds before each commit and after it: 10,000 commits', async () => {
  const folder = await temporaryFolder();
  try {
    const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
    expect(await expectAgreementBesideWrites(index, 1000)).toBeGreaterThanOrEqual(10_000);
  } finally {
    await folder.remove();
  }
});
