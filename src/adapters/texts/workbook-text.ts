import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { collectElements, numbered } from './element-text.ts';
import { officeStatements } from './statements.ts';
import { readXml } from './xml-reader.ts';

// Workbooks (ECMA-376, part 1, 18). Numbers are skipped: users do not search for a workbook by them.

const strings = {
  text: new Set(['t', 'text']),
  block: new Set(['si', 'p', 'br', 'comment', 'threadedComment', 'pt']),
  /** Phonetic readings in Japanese. */
  skipped: new Set(['rPh', 'Fallback', 'fld']),
};

const stringParts: readonly RegExp[] = [
  /^xl\/sharedStrings\d*\.xml$/,
  /^xl\/(?:comments\d*|comments\/[^/]+|threadedComments\/[^/]+)\.xml$/,
  /^xl\/(?:drawings\/drawing|charts\/chart|diagrams\/data)\d*\.xml$/,
];

/** Collects strings within the cells, and text results of formulas. */
async function collectSheet(chunks: AsyncIterable<Buffer>, collector: Collector): Promise<void> {
  let inString = false;
  let isResult = false;
  let hasResults = false;
  await readXml(chunks, {
    open(name, attributes) {
      if (name === 'c') hasResults = attributes['t'] === 'str';
      if (name === 't') inString = true;
      if (name === 'v') isResult = hasResults;
      if (name === 'rPh') inString = false;
    },
    close(name) {
      if (name === 't') inString = false;
      if (name === 'v') isResult = false;
      if (name === 'c') collector.add('\n');
    },
    text(part) {
      if (inString || isResult) collector.add(part);
    },
  });
}

async function collectSheetNames(chunks: AsyncIterable<Buffer>, collector: Collector): Promise<void> {
  await readXml(chunks, {
    open(name, attributes) {
      if (name === 'sheet') collector.add(`${attributes['name'] ?? ''}\n`);
    },
  });
}

/** The text of a workbook: sheet names, shared strings, strings in cells, comments and drawings. */
export async function collectWorkbook(entries: ZipEntries, collector: Collector): Promise<void> {
  const of = (form: RegExp): string[] => numbered(entries.names.filter((name) => form.test(name)));
  await collector.note(() => officeStatements(entries));
  for (const name of of(/^xl\/workbook\d*\.xml$/)) await collectSheetNames(entries.chunks(name), collector);
  for (const form of stringParts) {
    for (const name of of(form)) await collectElements(entries.chunks(name), strings, collector);
  }
  for (const name of of(/^xl\/worksheets\/[^/]+\.xml$/)) await collectSheet(entries.chunks(name), collector);
}
