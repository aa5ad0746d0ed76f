import { test } from 'vitest';
import { propertyRuns } from '../support/run-scope.ts';
import { expectExplained } from './explanations.ts';

test('rights are explained as the rules say, and nobody is told more: some of 10,000 random questions', async () => {
  await expectExplained(propertyRuns(2_000));
}, 600_000);
