import { isReadableText } from './detected-type.ts';

/** What the text of a content can be read from, where its program's format has to be taken apart. */
export type TextSource = 'pdf' | 'zip' | 'plain';

/**
 * What a content is by its first bytes (`tellingBytes` of `real-type.ts`), whatever it is called; undefined where it has no
 * text that can be read. Other bytes than the very first ones may come before the mark of a PDF, as its readers allow it.
 */
export function textSourceOf(head: Buffer): TextSource | undefined {
  if (head.length === 0) return undefined;
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (head.subarray(0, 1024 + 5).includes('%PDF-')) return 'pdf';
  return isReadableText(head) ? 'plain' : undefined;
}
