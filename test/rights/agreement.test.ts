import { test } from 'vitest';
import { memorySeams } from '../support/bare-repository.ts';
import { expectAgreement } from './agreement.ts';
import { createRealSeams } from './real-seams.ts';

/** On a busy machine. */
const tenMinutes = 600_000;

test(
  'nobody is shown more or less than the rules say: 100 random schools, and 10,000 in `npm run test:long`',
  async () => {
    await expectAgreement(100, () => Promise.resolve(memorySeams()));
  },
  tenMinutes,
);

test(
  'the same over LevelDB, files and the search index: 20 random schools, and 500 in `npm run test:long`',
  async () => {
    const real = createRealSeams();
    await expectAgreement(20, real.open, real.close);
  },
  tenMinutes,
);
