import { test } from 'vitest';
import { memorySeams } from './support/bare-repository.ts';
import { expectAgreement } from './rights/agreement.ts';
import { createRealSeams } from './rights/real-seams.ts';
if (process.env['REAL']) test('r', async () => { const real = createRealSeams(); await expectAgreement(30, real.open, real.close); });
else test('x', async () => { await expectAgreement(400, () => Promise.resolve(memorySeams())); });
