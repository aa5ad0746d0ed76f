import { decodedText } from '../../domain/text/decoded-text.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements, numbered } from './element-text.ts';
import { markupText } from './markup-text.ts';
import { packageStatements } from './statements.ts';

/** Titles of the parts, and the texts of the metadata (LOM). */
const manifest = {
  text: new Set(['title', 'langstring', 'string']),
  block: new Set(['title', 'langstring', 'string']),
  skipped: new Set<string>(),
};

/** The text of a learning package (IMS Content Packaging, SCORM): the manifest, then its pages. */
export async function collectPackage(entries: ZipEntries, collector: Collector): Promise<void> {
  await collector.note(() => packageStatements(entries));
  await collectElements(entries.chunks('imsmanifest.xml'), manifest, collector);
  for (const name of numbered(entries.names.filter((entry) => /\.x?html?$/i.test(entry)))) {
    const page = await entries.read(name);
    const language = /\.xhtml$/i.test(name) ? 'xhtml' : 'html';
    collector.add(`${markupText(decodedText(page ?? Buffer.alloc(0)) ?? '', language)}\n`);
  }
}
