import { expect, test } from 'vitest';
import { createCollector } from '../../../../src/adapters/texts/collector.ts';

test('spaces count as one, however many there are', () => {
  const collector = createCollector(60_000);
  const words = Array.from({ length: 200 }, (_, at) => `wort${at}`);
  for (const word of words) collector.add(`${word}${' '.repeat(6_000)}${'\n'.repeat(6_000)}`);
  expect(collector.text()).toBe(words.join('\n'));
});
