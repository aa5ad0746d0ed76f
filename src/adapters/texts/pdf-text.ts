import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { messageOf } from '../../base/errors.ts';
import type { NoText } from '../../domain/text.ts';
import { Unreadable } from '../apart/unreadable.ts';
import type { Collector } from './collector.ts';

/** The library keeps each page that it has opened: after so many a new one begins. */
const pagesAtATime = 200;

async function open(bytes: Buffer): Promise<PDFiumDocument> {
  // A new one each time: whatever a document does to the memory of its reader, the next one does not see it.
  const library = await PDFiumLibrary.init();
  try {
    return await library.loadDocument(bytes);
  } catch (error) {
    throw new Unreadable(/password|security/i.test(messageOf(error)) ? 'encrypted' : 'damaged', { cause: error });
  }
}

/** A page that is broken keeps no other one from being read. */
function pageText(document: PDFiumDocument, page: number): string {
  try {
    return document.getPage(page).getText();
  } catch {
    return '';
  }
}

/** The text of the pages of a PDF, in their order. A file that has pages without any text is a scan. Throws `Unreadable`. */
export async function collectPdfText(path: string, collector: Collector): Promise<NoText> {
  const bytes = await readFile(path);
  let document = await open(bytes);
  const pages = document.getPageCount();
  for (let page = 0; page < pages; page += 1) {
    if (page > 0 && page % pagesAtATime === 0) document = await open(bytes);
    collector.add(`${pageText(document, page)}\n`);
  }
  return pages > 0 ? 'scan' : 'damaged';
}
