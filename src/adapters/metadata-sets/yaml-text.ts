import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { messageOf } from '../../base/errors/errors.ts';

/** A mistake in a file. */
export interface Mistake {
  /** `FILE:LINE:COLUMN`, or the file alone. */
  readonly place: string;
  readonly message: string;
}

/** A map of a text, as an object. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, or all mistakes. */
export type ParseResult<T> = { readonly value: T } | { readonly mistakes: readonly Mistake[] };

/** The content of a YAML or JSON text, and the locations of its values. */
export interface YamlText {
  readonly content: unknown;
  /** The location of the value at a path, or of the nearest value above it. */
  locationOf(path: readonly PropertyKey[]): string;
}

/** The maximum nesting depth. No valid set is nested deeper. An alias that contains itself is nested without end. */
const maxDepth = 40;

/**
 * The maximum length of a YAML text, in characters. Parsing this much blocks the event loop for a second. Real sets
 * have less than a tenth of this.
 */
const maxYamlLength = 1_000_000;

/** Maximum number of keys of one map. No valid set has this many. */
const maxKeys = 1_000;

const tooManyAliases = 'its aliases (*name) expand to far more than the file itself: write the values without aliases';

const tooDeep = 'it is nested too deeply';

const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((below) => isDeeper(below, levels - 1));
};

/**
 * Reads a text that begins in line `firstLine` of a file. Aliases that expand too far, content that contains itself, and
 * content that is nested too deeply are reported as mistakes.
 */
export function readYamlText(text: string, file: string, firstLine = 1): ParseResult<YamlText> {
  if (text.length > maxYamlLength) {
    const message = `it has more than ${maxYamlLength} characters in one part; a value list may have more if each entry begins on its own line`;
    return { mistakes: [{ place: file, message }] };
  }
  const lines = new LineCounter();
  try {
    // The parser's own check for duplicate keys compares each key with all others.
    const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
    return readDocument(parseDocument(text, options), file, (offset) => {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line + firstLine - 1}:${col}`;
    });
  } catch (error) {
    // Thousands of brackets overflow the stack of the parser.
    if (error instanceof RangeError) return { mistakes: [{ place: file, message: tooDeep }] };
    throw error;
  }
}

/** Finds maps with too many keys, or with duplicate keys. */
function mapMistakes(
  document: ReturnType<typeof parseDocument>,
  locate: (offset: number) => string,
): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  visit(document, {
    Map(_, { items, range }) {
      const known = new Set<unknown>();
      if (items.length > maxKeys) {
        mistakes.push({ place: locate(range?.[0] ?? 0), message: `more than ${maxKeys} keys in one map` });
        return visit.SKIP;
      }
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value))
          mistakes.push({ place: locate(key.range?.[0] ?? 0), message: 'Map keys must be unique' });
        known.add(key.value);
      }
      return undefined;
    },
  });
  return mistakes;
}

/** The parser reports that it nested too deeply as an error of the text. */
const messageOfError = ({ message }: Error): string => (message.startsWith('Maximum call stack') ? tooDeep : message);

function readDocument(
  document: ReturnType<typeof parseDocument>,
  file: string,
  locate: (offset: number) => string,
): ParseResult<YamlText> {
  const [error] = document.errors;
  // Further ones are mostly consequences of the first.
  if (error !== undefined) return { mistakes: [{ place: locate(error.pos[0]), message: messageOfError(error) }] };
  const wrong = mapMistakes(document, locate);
  if (wrong.length > 0) return { mistakes: wrong };
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // The parser throws a ReferenceError if aliases expand too far.
    const message = error instanceof ReferenceError ? tooManyAliases : messageOf(error);
    return { mistakes: [{ place: file, message }] };
  }
  if (isDeeper(content, maxDepth)) return { mistakes: [{ place: file, message: tooDeep }] };
  const locationOf = (path: readonly PropertyKey[]): string => {
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
      if (Array.isArray(range)) return locate(Number(range[0]));
    }
    return file;
  };
  return { value: { content, locationOf } };
}

/**
 * JSON with more characters than this is parsed as JSON, which is much faster, although its mistakes then have no
 * locations.
 */
const largeJson = 200_000;

/** Reads a large JSON text; undefined if the text is not JSON or is small enough for the YAML parser. */
export function readJsonText(text: string, file: string): ParseResult<YamlText> | undefined {
  if (text.length < largeJson || !/^\s*\{/.test(text)) return undefined;
  try {
    return { value: { content: JSON.parse(text), locationOf: () => file } };
  } catch {
    // The YAML parser finds the line of the mistake.
    return undefined;
  }
}
