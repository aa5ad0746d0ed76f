import { isTree } from './yaml-text.ts';

/** One of the documents in a text. */
export interface TextDocument {
  readonly kind: 'set' | 'list';
  readonly text: string;
  /** The line of the file in which the document begins, from 1. */
  readonly firstLine: number;
}

const separator = /^---(?:[ \t].*)?$/;
const entriesKey = /^["']?entries["']?[ \t]*:/m;

/**
 * JSON lists with more characters than this are rewritten with one entry per line, because parsing the whole text as
 * YAML would take seconds.
 */
const largeJson = 500_000;

function jsonIn(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The text is YAML, or has a mistake that the YAML parser reports.
    return undefined;
  }
}

function documentOf(text: string): Omit<TextDocument, 'firstLine'> {
  const json = jsonIn(text);
  if (!isTree(json)) return { kind: entriesKey.test(text) ? 'list' : 'set', text };
  if (!('entries' in json)) return { kind: 'set', text };
  const { entries, ...head } = json;
  if (text.length < largeJson || !Array.isArray(entries)) return { kind: 'list', text };
  const headLines = Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);
  const lines = entries.map((entry) => `  - ${JSON.stringify(entry)}\n`);
  return { kind: 'list', text: `${headLines.join('')}entries:\n${lines.join('')}` };
}

/** A directive (`%YAML 1.2`) is not content. */
const isBlank = (line: string): boolean => /^(?:\s*(?:#.*)?|%.*)$/.test(line);

/** The documents of a YAML or JSON text, separated by lines of `---`. Empty ones are left out, unless all are empty. */
export function documentsOf(text: string): TextDocument[] {
  const lines = text.split(/\r?\n/);
  const begins = [0, ...lines.flatMap((line, at) => (separator.test(line) ? [at + 1] : []))];
  const parts = begins.map((begin, at) => ({
    begin,
    lines: lines.slice(begin, (begins[at + 1] ?? lines.length + 1) - 1),
  }));
  const filled = parts.filter((part) => !part.lines.every(isBlank));
  if (filled.length === 0) return [{ ...documentOf(text), firstLine: 1 }];
  return filled.map(({ begin, lines: own }) => ({ ...documentOf(own.join('\n')), firstLine: begin + 1 }));
}
