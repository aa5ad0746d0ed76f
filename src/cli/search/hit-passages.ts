import type { RepositoryNode } from '../node-arguments/node.ts';
import { onOneLine, shortened } from '../print/printable.ts';
import { indent } from '../print/table.ts';
import { type Mark, markWords } from './marks.ts';
import type { SearchOutcome } from './search-request.ts';

const waitingText = 'The text of this file is not searchable yet.';

/** The share of a line that may be before the first word that was found. */
const maxLead = 0.4;

/**
 * The line below a hit: its first passage, shortened to the terminal around the words that were found, which `mark` highlights.
 * Without a passage, whether its text is still waiting; else none.
 */
export function passageBelow({ highlights = [] }: SearchOutcome, mark: Mark) {
  const byId = new Map(highlights.map((highlight) => [highlight.id, highlight]));
  return ({ ref }: RepositoryNode, terminalWidth: number): readonly string[] => {
    const { passages: [passage] = [], textWaiting = false } = byId.get(ref.id) ?? {};
    if (passage === undefined) return textWaiting ? [indent + waitingText] : [];
    const width = terminalWidth - indent.length;
    const start = startOf(passage);
    const lead = betweenWords(textOf(passage.slice(0, start)), Math.floor(width * maxLead), 'start');
    const line = betweenWords(onOneLine(lead + textOf(passage.slice(start))), width, 'end');
    const words = new Set(passage.flatMap(({ text, found }) => (found ? text : [])));
    return [indent + markWords(line, (word) => words.has(word), mark)];
  };
}

/** Like `shortened`, but cut between two words if there are several. */
function betweenWords(text: string, width: number, side: 'start' | 'end'): string {
  const short = shortened(text, width, side);
  if (short === text) return text;
  return side === 'start' ? short.replace(/^…\S*\s+(?=\S)/u, '…') : short.replace(/(?<=\S)\s+\S*…$/u, '…');
}

/** Where the line is centred: at the longest word that was found, because short ones and numbers tell less. */
function startOf(passage: Passage): number {
  const lengths = passage.map(({ text, found }) => (found ? text.length : 0));
  return lengths.indexOf(Math.max(...lengths));
}

type Passage = NonNullable<SearchOutcome['highlights']>[number]['passages'][number];

const textOf = (parts: Passage): string => parts.map(({ text }) => text).join('');
