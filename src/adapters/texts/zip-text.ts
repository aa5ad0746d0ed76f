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

/** What an archive is, by an entry that only such a one has. The first that fits. */
const formats: readonly (readonly [entry: RegExp, collect: Collect])[] = [
  [/^META-INF\/container\.xml$/, collectBook],
  [/^content\.xml$/, collectOpenDocument],
  [/^h5p\.json$/, collectExercise],
  [/^imsmanifest\.xml$/, collectPackage],
  // Last: folders of packages may be called so as well.
  [/^(?:word|ppt)\//, collectOffice],
  [/^xl\//, collectWorkbook],
];

/** In bytes: the sheets of large workbooks are read as they come, and not held. */
const mostUnpacked = 300_000_000;

/** The text of a document that is an archive inside. Throws `Unreadable`, and with what the archive is broken by. */
export async function collectZipText(path: string, collector: Collector): Promise<NoText> {
  const entries = await openZipEntries(path, mostUnpacked);
  try {
    const format = formats.find(([form]) => entries.names.some((name) => form.test(name)));
    await format?.[1](entries, collector);
    return 'none inside';
  } finally {
    entries.close();
  }
}
