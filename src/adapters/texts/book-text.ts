import { decodedText } from '../../domain/text/decoded-text.ts';
import { chapterPathsOf, packagePathOf } from '../sandbox/epub-package.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements } from './element-text.ts';
import { markupText } from './markup-text.ts';
import { bookStatements } from './statements.ts';

const metadata = {
  text: new Set(['title', 'creator', 'description', 'subject']),
  block: new Set(['title', 'creator', 'description', 'subject']),
  skipped: new Set<string>(),
};

const textOf = async (entries: ZipEntries, name: string): Promise<string> =>
  decodedText((await entries.read(name)) ?? Buffer.alloc(0)) ?? '';

/** The text of an EPUB: its title, then its chapters in reading order. */
export async function collectBook(entries: ZipEntries, collector: Collector): Promise<void> {
  const packagePath = packagePathOf(await textOf(entries, 'META-INF/container.xml'));
  if (packagePath === undefined) return;
  await collector.note(() => bookStatements(entries, packagePath));
  await collectElements(entries.chunks(packagePath), metadata, collector);
  for (const chapter of chapterPathsOf(await textOf(entries, packagePath), packagePath)) {
    collector.add(`${markupText(await textOf(entries, chapter), 'xhtml')}\n`);
  }
}
