import { isReadableText } from './detected-type.ts';

/** The kind of file that a text is extracted from. */
export type TextSource = 'pdf' | 'zip' | 'compound file' | 'rtf' | 'plain';

/** The signature of the container of Word, PowerPoint and Excel 97 to 2003 ([MS-CFB] 2.2). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The kind of a content by its first bytes (`signatureBytes` of `detected-type.ts`), whatever its stated type. Undefined if no
 * text can be extracted. The signature of a PDF may be preceded by other bytes, as PDF readers allow.
 */
export function textSourceOf(head: Buffer): TextSource | undefined {
  if (head.length === 0) return undefined;
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'zip';
  if (head.subarray(0, 8).equals(compoundFile)) return 'compound file';
  if (head.subarray(0, 5).equals(Buffer.from('{\\rtf', 'latin1'))) return 'rtf';
  if (head.subarray(0, 1024 + 5).includes('%PDF-')) return 'pdf';
  return isReadableText(head) ? 'plain' : undefined;
}
