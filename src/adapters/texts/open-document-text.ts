import { Unreadable } from '../sandbox/unreadable.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements } from './element-text.ts';
import { openDocumentStatements } from './statements.ts';

// OpenDocument (ISO/IEC 26300): texts, presentations with their notes, sheets, drawings.

const body = {
  text: new Set(['p', 'h']),
  block: new Set(['p', 'h', 's', 'tab', 'line-break']),
  /** Deleted text, the author and date of comments, and fields for author, date and page numbers. */
  skipped: new Set(['tracked-changes', 'creator', 'date', 'date-string', 'page-number', 'page-count']),
};

const isEncrypted = async (entries: ZipEntries): Promise<boolean> =>
  ((await entries.read('META-INF/manifest.xml')) ?? '').includes('encryption-data');

/** The text of an OpenDocument file that is one XML document (FODT, FODP, FODS). */
export const collectFlatDocument = (chunks: AsyncIterable<Buffer>, collector: Collector): Promise<void> =>
  collectElements(
    chunks,
    { ...body, skipped: new Set([...body.skipped, 'meta', 'styles', 'automatic-styles']) },
    collector,
  );

/** The text of an OpenDocument file, with headers and footers of text documents. */
export async function collectOpenDocument(entries: ZipEntries, collector: Collector): Promise<void> {
  if (await isEncrypted(entries)) throw new Unreadable('encrypted');
  await collector.note(() => openDocumentStatements(entries.chunks('meta.xml')));
  await collectElements(entries.chunks('content.xml'), body, collector);
  const mimeType = (await entries.read('mimetype'))?.toString('latin1') ?? '';
  // In presentations, the styles hold only placeholder texts.
  if (mimeType.includes('.text')) await collectElements(entries.chunks('styles.xml'), body, collector);
}
