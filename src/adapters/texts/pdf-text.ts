import { readFile } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { messageOf } from '../../base/errors/errors.ts';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import type { Collector } from './collector.ts';
import { pdfStatements } from './pdf-statements.ts';

/** The library keeps every opened page in memory, so it is restarted after this number of pages. */
const pagesPerLibrary = 200;

/** Opens the document for `work` and frees it and its library afterwards. Throws `Unreadable` if it cannot be opened. */
async function withDocument<T>(bytes: Buffer, work: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  // A new library for each document: a document that corrupts its memory does not affect the next one.
  const library = await PDFiumLibrary.init();
  try {
    const document = await opened(library, bytes);
    try {
      return await work(document);
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

/** U+FFFD, private characters and control characters stand for glyphs whose characters the PDF does not state. */
const unknownCharacters = /[\ufffd\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu;

/** Four or more single letters in a row, each followed by one space: a letter-spaced word. */
const spacedLetters = /(?<![^\s])(?:\p{L}\p{M}* ){3,}\p{L}\p{M}*(?![^\s])/gu;

/** Joins the letters of letter-spaced words, so that the words are found. */
const joined = (text: string): string => text.replace(spacedLetters, (letters) => letters.replaceAll(' ', ''));

/**
 * The text of a page. Empty if the page has none or is damaged, so that the others are still read. Undefined if the page shows text, but
 * most of its characters are unknown.
 */
function pageText(document: PDFiumDocument, number: number): string | undefined {
  try {
    const page = document.getPage(number);
    const text = page.getText();
    const visible = text.replace(/\s+/g, '');
    if ((visible.match(unknownCharacters)?.length ?? 0) * 2 > visible.length) return undefined;
    if (visible !== '') return text;
    for (const { type } of page.objects()) if (type === 'text') return undefined;
  } catch {
    // Damaged.
  }
  return '';
}

interface Pages {
  readonly count: number;
  /** Whether one of the pages that were read shows text whose characters are unknown. */
  readonly isUnreadable: boolean;
}

/** Reads up to `pagesPerLibrary` pages from `first` on. */
function collectPages(document: PDFiumDocument, first: number, collector: Collector): Pages {
  const count = document.getPageCount();
  const end = Math.min(first + pagesPerLibrary, count);
  let isUnreadable = false;
  for (let page = first; page < end; page += 1) {
    const text = pageText(document, page);
    isUnreadable ||= text === undefined;
    collector.add(`${joined(text ?? '')}\n`);
  }
  return { count, isUnreadable };
}

/** Reads the pages with PDF.js, which knows more ways in which fonts name their letters, but needs more time. */
async function collectWithPdfJs(bytes: Buffer, collector: Collector): Promise<void> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  try {
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
      collector.add(`${joined(text.replace(unknownCharacters, ''))}\n`);
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/**
 * The text of the pages of a PDF in their order. If PDFium cannot read any of it, reads all pages with PDF.js. A PDF with pages but no text
 * is a scan. Throws `Unreadable`.
 */
export async function collectPdfText(path: string, collector: Collector): Promise<NoText> {
  const bytes = await readFile(path);
  let pages: Pages = { count: 0, isUnreadable: false };
  let first = 0;
  do {
    const from = first;
    const { count, isUnreadable } = await withDocument(bytes, async (document) => {
      if (from === 0) await collector.note(() => pdfStatements(document, bytes));
      return collectPages(document, from, collector);
    });
    pages = { count, isUnreadable: pages.isUnreadable || isUnreadable };
    first += pagesPerLibrary;
  } while (first < pages.count);
  if (pages.isUnreadable && collector.text() === '') {
    await collectWithPdfJs(bytes, collector);
    return 'unreadable';
  }
  return pages.count > 0 ? 'scan' : 'damaged';
}
