import type { Collector } from './collector.ts';
import { readXml } from './xml-reader.ts';

/** The elements with the text of an XML document, by names without prefixes. */
interface ElementRules {
  /** Elements whose text is read. */
  readonly text: ReadonlySet<string>;
  /** Elements that end a word. All others are inline. */
  readonly block: ReadonlySet<string>;
  /** Elements that are skipped with everything inside them. */
  readonly skipped: ReadonlySet<string>;
}

/** Passes the text of these elements, and of everything inside them, to the collector. */
export async function collectElements(
  chunks: AsyncIterable<Buffer>,
  { text, block, skipped }: ElementRules,
  collector: Collector,
): Promise<void> {
  let inText = 0;
  let inSkipped = 0;
  await readXml(chunks, {
    open(name) {
      if (skipped.has(name)) inSkipped += 1;
      if (text.has(name)) inText += 1;
      if (block.has(name)) collector.add('\n');
    },
    close(name) {
      if (skipped.has(name)) inSkipped -= 1;
      if (text.has(name)) inText -= 1;
      if (block.has(name)) collector.add('\n');
    },
    text(part) {
      if (inText > 0 && inSkipped === 0) collector.add(part);
    },
  });
  collector.add('\n');
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** Sorts names by the numbers in them. */
export const numbered = (names: readonly string[]): string[] => [...names].sort(byNumber.compare);
