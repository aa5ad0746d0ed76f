import { LineCounter, parseDocument } from 'yaml';
import { messageOf } from '../../base/errors.ts';

/** One thing in a file that cannot stay as it is. */
export interface Mistake {
  /** `FILE:LINE:COLUMN`, or the file alone. */
  readonly place: string;
  readonly message: string;
}

/** What was read, or every mistake that was found. */
export type Reading<T> = { readonly value: T } | { readonly mistakes: readonly Mistake[] };

/** A YAML or JSON text with the places of what stands in it. */
export interface YamlText {
  readonly content: unknown;
  /** Of the value at a path, or of what is nearest above it. */
  placeOf(path: readonly PropertyKey[]): string;
}

/** Nothing that can be said of a set lies deeper. What contains itself, as an alias of YAML can, has no end. */
const deepest = 40;

const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((below) => isDeeper(below, levels - 1));
};

/**
 * A text whose first line is the line `firstLine` of a file. What is larger than it looks (aliases of aliases), contains
 * itself or lies deeper than anything can is a mistake like others.
 */
export function readYamlText(text: string, file: string, firstLine = 1): Reading<YamlText> {
  const lines = new LineCounter();
  try {
    return readDocument(parseDocument(text, { lineCounter: lines, prettyErrors: false }), file, (offset) => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line + firstLine - 1}:${col}`;
    });
  } catch (error) {
    // Thousands of brackets exhaust the stack of the parser.
    if (error instanceof RangeError) return { mistakes: [{ place: file, message: 'it is nested too deeply' }] };
    throw error;
  }
}

function readDocument(
  document: ReturnType<typeof parseDocument>,
  file: string,
  place: (offset: number) => string,
): Reading<YamlText> {
  if (document.errors.length > 0) {
    return { mistakes: document.errors.map((error) => ({ place: place(error.pos[0]), message: error.message })) };
  }
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return { mistakes: [{ place: file, message: messageOf(error) }] };
  }
  if (isDeeper(content, deepest)) return { mistakes: [{ place: file, message: 'it is nested too deeply' }] };
  const placeOf = (path: readonly PropertyKey[]): string => {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return place(Number(range[0]));
    }
    return file;
  };
  return { value: { content, placeOf } };
}

/** In characters. Above it, JSON is read as such: quicker by far, though its mistakes have no line then. */
const largeJson = 200_000;

/** A large text that is JSON; undefined where it is none, or small: that is YAML, too. */
export function readJsonText(text: string, file: string): Reading<YamlText> | undefined {
  if (text.length < largeJson || !/^\s*\{/.test(text)) return undefined;
  try {
    return { value: { content: JSON.parse(text), placeOf: () => file } };
  } catch {
    // YAML tells where the mistake is.
    return undefined;
  }
}
