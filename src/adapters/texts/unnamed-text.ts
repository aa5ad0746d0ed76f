import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { decodedText } from '../../domain/text/decoded-text.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Collector } from './collector.ts';
import { markupText, xmlText } from './markup-text.ts';
import { collectFlatDocument } from './open-document-text.ts';
import { plainTextLimit } from './plain-text.ts';
import { openDocumentStatements } from './statements.ts';

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(plainTextLimit), 0, plainTextLimit, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function withoutMarkup(text: string): string {
  const start = text.trimStart().slice(0, 20).toLowerCase();
  if (/^<(?:!doctype html|html|head|body)/.test(start)) return markupText(text, 'html');
  return /^<(?:\?xml|!--|[a-z])/.test(start) ? xmlText(text) : text;
}

/** Where the root element of an OpenDocument file begins, behind its declarations. */
const isFlatDocument = (text: string): boolean => /<office:document[\s>]/.test(text.slice(0, 1000));

/** Collects the beginning of a text file whose type is unknown or wrong. */
export async function collectUnnamedText(path: string, collector: Collector): Promise<NoText> {
  const bytes = await beginningOf(path);
  const text = decodedText(bytes);
  if (text === undefined) throw new Unreadable('none inside');
  if (isFlatDocument(text)) {
    await collector.note(() => openDocumentStatements(Readable.from([bytes])));
    await collectFlatDocument(Readable.from([bytes]), collector);
  } else collector.add(withoutMarkup(text));
  return 'none inside';
}
