import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { messageOf } from '../../base/errors/errors.ts';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Collector } from './collector.ts';

/** The library keeps every opened page in memory, so it is restarted after this number of pages. */
const pagesPerLibrary = 200;

/** Opens the document for `work` and frees it and its library afterwards. Throws `Unreadable` if it cannot be opened. */
async function withDocument<T>(bytes: Buffer, work: (document: PDFiumDocument) => T): Promise<T> {
  // A new library for each document: a document that corrupts its memory does not affect the next one.
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

/** The text of a page; empty if the page is damaged, so that the others are still read. */
function pageText(document: PDFiumDocument, page: number): string {
  try {
    return document.getPage(page).getText();
  } catch {
    return '';
  }
}

/** Reads up to `pagesPerLibrary` pages from `first` on. Returns the number of pages of the document. */
function collectPages(document: PDFiumDocument, first: number, collector: Collector): number {
  const pages = document.getPageCount();
  const end = Math.min(first + pagesPerLibrary, pages);
  for (let page = first; page < end; page += 1) collector.add(`${pageText(document, page)}\n`);
  return pages;
}

/** The text of the pages of a PDF in their order. A PDF with pages but no text is a scan. Throws `Unreadable`. */
export async function collectPdfText(path: string, collector: Collector): Promise<NoText> {
  const bytes = await readFile(path);
  let pages = 0;
  let first = 0;
  do {
    const from = first;
    pages = await withDocument(bytes, (document) => collectPages(document, from, collector));
    first += pagesPerLibrary;
  } while (first < pages);
  return pages > 0 ? 'scan' : 'damaged';
}
