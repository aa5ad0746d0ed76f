import { expect, test } from 'vitest';
import type { RepositoryNode } from '../../../../src/cli/node-arguments/node.ts';
import { passageBelow } from '../../../../src/cli/search/hit-passages.ts';
import type { SearchOutcome } from '../../../../src/cli/search/search-request.ts';

type Passage = NonNullable<SearchOutcome['highlights']>[number]['passages'][number];

/** The line of a hit at 60 columns, with the words that were found in capitals. */
function lineOf(passage: Passage, textWaiting = false): readonly string[] {
  const highlights = [{ id: 'a', folder: null, passages: passage.length === 0 ? [] : [passage], textWaiting }];
  // Only these fields are read.
  const outcome = { highlights } as unknown as SearchOutcome;
  return passageBelow(outcome, (text) => text.toUpperCase())({ ref: { id: 'a' } } as RepositoryNode, 60);
}

const words = (text: string, count: number): string => Array.from({ length: count }, () => text).join(' ');

test('a passage is centred at a word that was found, not at a number', () => {
  const before = [{ text: `${words('eins zwei', 9)} `, found: false }];
  const number = { text: '7', found: true };
  const word = { text: 'Binärzahl', found: true };
  const between = { text: ` 8 9 ${words('drei vier', 9)} `, found: false };
  const [line = ''] = lineOf([...before, number, between, word]);
  expect(line).toContain('BINÄRZAHL');
  expect(line.length).toBeLessThanOrEqual(60);
  expect(lineOf([...before, number, between])[0]).toContain('zwei 7 8 9');
});

test('a hit without a passage says if its text is waiting', () => {
  expect(lineOf([], true)).toEqual(['    The text of this file is not searchable yet.']);
  expect(lineOf([])).toEqual([]);
});
