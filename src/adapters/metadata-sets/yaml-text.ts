import { LineCounter, parseDocument } from 'yaml';

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

/** A text whose first line is the line `firstLine` of a file. Each alias of YAML may stand for what is elsewhere a hundred times at most. */
export function readYamlText(text: string, file: string, firstLine = 1): Reading<YamlText> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line + firstLine - 1}:${col}`;
  };
  if (document.errors.length > 0) {
    return { mistakes: document.errors.map((error) => ({ place: place(error.pos[0]), message: error.message })) };
  }
  let content: unknown;
  try {
    content = document.toJS();
  } catch (error) {
    return { mistakes: [{ place: file, message: String(error) }] };
  }
  const placeOf = (path: readonly PropertyKey[]): string => {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
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
