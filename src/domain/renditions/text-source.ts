import { isReadableText } from './detected-type.ts';

/** The kind of file that a text is extracted from. */
export type TextSource = 'pdf' | 'zip' | 'plain';

/**
 * The kind of a content by its first bytes (`signatureBytes` of `detected-type.ts`), whatever its stated type. Undefined if no
 * text can be extracted. The signature of a PDF may be preceded by other bytes, as PDF readers allow.
 */
export function textSourceOf(head: Buffer): TextSource | undefined {
  if (head.length === 0) return undefined;
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (head.subarray(0, 1024 + 5).includes('%PDF-')) return 'pdf';
  return isReadableText(head) ? 'plain' : undefined;
}
