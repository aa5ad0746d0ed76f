import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { messageOf } from '../../base/errors/errors.ts';

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

/** In characters: takes a second, in which nobody else has a turn. No set of a school has a tenth of it. */
const longestYaml = 1_000_000;

/** Of one map: nothing of a set has as many. */
const mostKeys = 1_000;

const tooManyAliases =
  'its aliases (*name) stand for far more than the file says: write the values out, without aliases';

const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((below) => isDeeper(below, levels - 1));
};

/**
 * A text whose first line is the line `firstLine` of a file. What is larger than it looks (aliases of aliases), contains
 * itself or lies deeper than anything can is a mistake like others.
 */
export function readYamlText(text: string, file: string, firstLine = 1): Reading<YamlText> {
  if (text.length > longestYaml) {
    const message = `it has more than ${longestYaml} characters in one piece; a value list may have more with each entry on lines of its own`;
    return { mistakes: [{ place: file, message }] };
  }
  const lines = new LineCounter();
  try {
    // The parser's own look for keys that come twice compares each one with each other.
    const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
    return readDocument(parseDocument(text, options), file, (offset) => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line + firstLine - 1}:${col}`;
    });
  } catch (error) {
    // Thousands of brackets exhaust the stack of the parser.
    if (error instanceof RangeError) return { mistakes: [{ place: file, message: 'it is nested too deeply' }] };
    throw error;
  }
}

/** Maps with more keys than anything has, or with one key twice. */
function mistakesOfMaps(
  document: ReturnType<typeof parseDocument>,
  place: (offset: number) => string,
): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  visit(document, {
    Map(_, { items, range }) {
      const known = new Set<unknown>();
      if (items.length > mostKeys) {
        mistakes.push({ place: place(range?.[0] ?? 0), message: `more than ${mostKeys} keys stand in one place` });
        return visit.SKIP;
      }
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value))
          mistakes.push({ place: place(key.range?.[0] ?? 0), message: 'Map keys must be unique' });
        known.add(key.value);
      }
      return undefined;
    },
  });
  return mistakes;
}

function readDocument(
  document: ReturnType<typeof parseDocument>,
  file: string,
  place: (offset: number) => string,
): Reading<YamlText> {
  if (document.errors.length > 0) {
    return { mistakes: document.errors.map((error) => ({ place: place(error.pos[0]), message: error.message })) };
  }
  const wrong = mistakesOfMaps(document, place);
  if (wrong.length > 0) return { mistakes: wrong };
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // The parser counts what aliases stand for, and gives up.
    const message = error instanceof ReferenceError ? tooManyAliases : messageOf(error);
    return { mistakes: [{ place: file, message }] };
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
