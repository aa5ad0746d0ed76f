import { Unreadable } from '../sandbox/unreadable.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements } from './element-text.ts';

// OpenDocument (ISO/IEC 26300): texts, presentations with their notes, sheets, drawings.

const body = {
  text: new Set(['p', 'h']),
  apart: new Set(['p', 'h', 's', 'tab', 'line-break']),
  /** What was deleted, and who noted what when. */
  unread: new Set(['tracked-changes', 'creator', 'date', 'date-string', 'page-number', 'page-count']),
};

const isEncrypted = async (entries: ZipEntries): Promise<boolean> =>
  ((await entries.read('META-INF/manifest.xml')) ?? '').includes('encryption-data');

/** The text of an OpenDocument file; what stands above and below the pages of a text is in it, too. */
export async function collectOpenDocument(entries: ZipEntries, collector: Collector): Promise<void> {
  if (await isEncrypted(entries)) throw new Unreadable('encrypted');
  await collectElements(entries.chunks('content.xml'), body, collector);
  const mimeType = (await entries.read('mimetype'))?.toString('latin1') ?? '';
  // In presentations these are words for whoever fills in a page.
  if (mimeType.includes('.text')) await collectElements(entries.chunks('styles.xml'), body, collector);
}
