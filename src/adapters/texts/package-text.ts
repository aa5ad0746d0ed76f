import { decodedText } from '../../domain/text/decoded-text.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements, numbered } from './element-text.ts';
import { markupText } from './markup-text.ts';

/** Titles of the parts, and what metadata (LOM) says in words. */
const manifest = {
  text: new Set(['title', 'langstring', 'string']),
  apart: new Set(['title', 'langstring', 'string']),
  unread: new Set<string>(),
};

/** The text of a learning package (IMS Content Packaging, SCORM): of its manifest, then of the pages in it. */
export async function collectPackage(entries: ZipEntries, collector: Collector): Promise<void> {
  await collectElements(entries.chunks('imsmanifest.xml'), manifest, collector);
  for (const name of numbered(entries.names.filter((entry) => /\.x?html?$/i.test(entry)))) {
    const page = await entries.read(name);
    const language = /\.xhtml$/i.test(name) ? 'xhtml' : 'html';
    collector.add(`${markupText(decodedText(page ?? Buffer.alloc(0)) ?? '', language)}\n`);
  }
}
