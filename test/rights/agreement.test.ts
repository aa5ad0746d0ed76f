import { test } from 'vitest';
import { memorySeams } from '../support/bare-repository.ts';
import { propertyRuns } from '../support/run-scope.ts';
import { expectAgreement } from './agreement.ts';
import { createRealSeams } from './real-seams.ts';

/** On a busy machine. */
const tenMinutes = 600_000;

test(
  'nobody is shown more or less than the rules say: 1,000 of 10,000 random schools, 100 in `npm test`',
  async () => {
    await expectAgreement(propertyRuns(1_000), () => Promise.resolve(memorySeams()));
  },
  tenMinutes,
);

test(
  'the same over LevelDB, files and the search index: 20 of 500 random schools',
  async () => {
    const real = createRealSeams();
    await expectAgreement(20, real.open, real.close);
  },
  tenMinutes,
);
