import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { messageOf } from '../../base/errors/errors.ts';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Collector } from './collector.ts';

/** The library keeps each page that it has opened: after so many a new one begins. */
const pagesAtATime = 200;

/** Hands over the document, and gives back all that it and its library took. Throws `Unreadable` where it cannot be opened. */
async function withDocument<T>(bytes: Buffer, work: (document: PDFiumDocument) => T): Promise<T> {
  // A new one each time: whatever a document does to the memory of its reader, the next one does not see it.
  const library = await PDFiumLibrary.init();
  try {
    const document = await opened(library, bytes);
    try {
      return work(document);
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

async function opened(library: PDFiumLibrary, bytes: Buffer): Promise<PDFiumDocument> {
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

/** Reads so many pages from `first` on, as far as there are. Gives how many the document has. */
function collectPages(document: PDFiumDocument, first: number, collector: Collector): number {
  const pages = document.getPageCount();
  const end = Math.min(first + pagesAtATime, pages);
  for (let page = first; page < end; page += 1) collector.add(`${pageText(document, page)}\n`);
  return pages;
}

/** The text of the pages of a PDF, in their order. A file that has pages without any text is a scan. Throws `Unreadable`. */
export async function collectPdfText(path: string, collector: Collector): Promise<NoText> {
  const bytes = await readFile(path);
  let pages = 0;
  let first = 0;
  do {
    const from = first;
    pages = await withDocument(bytes, (document) => collectPages(document, from, collector));
    first += pagesAtATime;
  } while (first < pages);
  return pages > 0 ? 'scan' : 'damaged';
}
