import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements, numbered } from './element-text.ts';
import { officeStatements } from './statements.ts';

// Office Open XML (ECMA-376): documents and presentations.

/** The parts with text, in the order in which readers see them. */
const parts: readonly RegExp[] = [
  /^word\/document\d*\.xml$/,
  /^word\/(?:footnotes|endnotes)\d*\.xml$/,
  /^word\/(?:header|footer)\d*\.xml$/,
  /^word\/comments\d*\.xml$/,
  /^ppt\/slides\/[^/]+\.xml$/,
  /^ppt\/notesSlides\/[^/]+\.xml$/,
  /^ppt\/comments\/[^/]+\.xml$/,
  /^(?:word|ppt)\/(?:charts\/chart|diagrams\/data)\d*\.xml$/,
];

const rules = {
  /** `text`: comments on slides. */
  text: new Set(['t', 'text']),
  block: new Set(['p', 'br', 'cr', 'tab', 'tr', 'tc', 'cm', 'pt']),
  /** Copies for older programs, deleted text, field codes, and page numbers. */
  skipped: new Set(['Fallback', 'delText', 'instrText', 'fld']),
};

/** The text of a document or presentation, with notes, headers, comments and the text in drawings. */
export async function collectOffice(entries: ZipEntries, collector: Collector): Promise<void> {
  await collector.note(() => officeStatements(entries));
  for (const form of parts) {
    for (const name of numbered(entries.names.filter((entry) => form.test(entry)))) {
      await collectElements(entries.chunks(name), rules, collector);
    }
  }
}
