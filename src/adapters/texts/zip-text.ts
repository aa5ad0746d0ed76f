import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { openZipEntries, type ZipEntries } from '../sandbox/zip-entries.ts';
import { collectBook } from './book-text.ts';
import type { Collector } from './collector.ts';
import { collectExercise } from './exercise-text.ts';
import { collectOffice } from './office-text.ts';
import { collectOpenDocument } from './open-document-text.ts';
import { collectPackage } from './package-text.ts';
import { collectWorkbook } from './workbook-text.ts';

type Collect = (entries: ZipEntries, collector: Collector) => Promise<void>;

/** Each format with an entry that identifies it. The first match counts. */
const formats: readonly (readonly [entry: RegExp, collect: Collect])[] = [
  [/^META-INF\/container\.xml$/, collectBook],
  // Before OpenDocument, because eXeLearning puts a `content.xml` of its own beside the manifest.
  [/^imsmanifest\.xml$/, collectPackage],
  [/^content\.xml$/, collectOpenDocument],
  [/^h5p\.json$/, collectExercise],
  // Last, because learning packages may have folders with these names.
  [/^(?:word|ppt)\//, collectOffice],
  [/^xl\//, collectWorkbook],
];

/**
 * The maximum total size of the unpacked entries, in bytes. The sheets of large workbooks are read as a stream and not
 * held in memory.
 */
const maxUnpackedBytes = 300_000_000;

/** The text of a document that is a ZIP archive. Throws `Unreadable`, and the error of the ZIP reader if it is damaged. */
export async function collectZipText(path: string, collector: Collector): Promise<NoText> {
  const entries = await openZipEntries(path, maxUnpackedBytes);
  try {
    const format = formats.find(([form]) => entries.names.some((name) => form.test(name)));
    await format?.[1](entries, collector);
    return 'none inside';
  } finally {
    entries.close();
  }
}
