import type { Collector } from './collector.ts';
import { readXml } from './xml-reader.ts';

/** Where in an XML document its text is, by names of elements without their prefixes. */
export interface ElementRules {
  /** Whose text is read. */
  readonly text: ReadonlySet<string>;
  /** What parts words; all others are within a line. */
  readonly apart: ReadonlySet<string>;
  /** What is passed over with all that is in it. */
  readonly unread: ReadonlySet<string>;
}

/** Hands the text of such elements to the collector, and of all that is in them. */
export async function collectElements(
  chunks: AsyncIterable<Buffer>,
  { text, apart, unread }: ElementRules,
  collector: Collector,
): Promise<void> {
  let inText = 0;
  let inUnread = 0;
  await readXml(chunks, {
    open(name) {
      if (unread.has(name)) inUnread += 1;
      if (text.has(name)) inText += 1;
      if (apart.has(name)) collector.add('\n');
    },
    close(name) {
      if (unread.has(name)) inUnread -= 1;
      if (text.has(name)) inText -= 1;
      if (apart.has(name)) collector.add('\n');
    },
    text(part) {
      if (inText > 0 && inUnread === 0) collector.add(part);
    },
  });
  collector.add('\n');
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** In the order of the numbers in the names. */
export const numbered = (names: readonly string[]): string[] => [...names].sort(byNumber.compare);
