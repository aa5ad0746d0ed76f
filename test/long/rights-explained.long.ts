import { test } from 'vitest';
import { expectExplained } from '../rights/explanations.ts';

test('rights are explained as the rules say, and nobody is told more: 10,000 random questions', async () => {
  await expectExplained(10_000);
});
