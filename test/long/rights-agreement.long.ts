import { test } from 'vitest';
import { expectAgreement } from '../rights/agreement.ts';
import { createRealSeams } from '../rights/real-seams.ts';
import { memorySeams } from '../support/bare-repository.ts';

test('nobody is shown more or less than the rules say: 10,000 random schools', async () => {
  await expectAgreement(10_000, () => Promise.resolve(memorySeams()));
});

test('the same over LevelDB, files and the search index: 500 random schools', async () => {
  const real = createRealSeams();
  await expectAgreement(500, real.open, real.close);
});
