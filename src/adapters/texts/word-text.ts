import { readFile } from 'node:fs/promises';
import WordExtractor from 'word-extractor';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Collector } from './collector.ts';

/** The smallest sector of a compound file, in bytes. Streams begin at sectors. */
const sectorBytes = 512;

/** [MS-DOC] 2.5.1: how a Word document begins, and the flag of an encrypted one, in the word at byte 10. */
const wordIdentifier = 0xa5ec;
const encryptedFlag = 0x0100;

/** Names of streams are in UTF-16 ([MS-CFB] 2.6.1). */
const hasStream = (file: Buffer, name: string): boolean => file.includes(Buffer.from(`${name}\0`, 'utf16le'));

function isEncrypted(file: Buffer): boolean {
  if (hasStream(file, 'EncryptedPackage')) return true;
  for (let at = sectorBytes; at + sectorBytes <= file.length; at += sectorBytes) {
    if (file.readUInt16LE(at) === wordIdentifier) return (file.readUInt16LE(at + 10) & encryptedFlag) !== 0;
  }
  return false;
}

/**
 * The text of a document of Word 97 to 2003 (`.doc`), with its headers, notes, comments and boxes. Throws `Unreadable`: `unsupported` for
 * other compound files, such as `.ppt`, `.xls` and `.msg`.
 */
export async function collectWordText(path: string, collector: Collector): Promise<NoText> {
  const file = await readFile(path);
  if (isEncrypted(file)) throw new Unreadable('encrypted');
  if (!hasStream(file, 'Root Entry')) throw new Unreadable('damaged');
  if (!hasStream(file, 'WordDocument')) throw new Unreadable('unsupported');
  const document = await new WordExtractor().extract(file);
  const parts = [
    document.getHeaders({ includeFooters: true }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getAnnotations(),
  ];
  for (const part of parts) collector.add(`${part}\n`);
  return 'none inside';
}
