import { type Document, LineCounter, parseDocument, visit } from 'yaml';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { readRegularFile } from '../data-directory/regular-file.ts';

/** What a YAML file holds: keys, with values or further trees. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A file that an administrator writes, with the places of what stands in it. */
export interface YamlFile {
  readonly content: Tree;
  /** `FILE:LINE:COLUMN` of the value at a path, or of what is nearest above it. */
  placeOf(path: readonly PropertyKey[]): string;
}

async function readText(file: string): Promise<string> {
  try {
    return (await readRegularFile(file)).toString('utf8');
  } catch (error) {
    // Whoever takes the file away wants what holds without it.
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw new ConfigurationError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** The values of a document. Aliases of aliases can make some lines larger than any memory: the parser counts and gives up. */
function contentOf(document: Document, place: (offset: number) => string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const first = firstAlias(document);
    throw new ConfigurationError(
      `${place(first)}: the aliases (*name) of this file stand for far more than the file says. Write the values out, without aliases`,
      { cause: error },
    );
  }
}

/** Where the first alias stands. */
function firstAlias(document: Document): number {
  let offset = 0;
  visit(document, {
    Alias(_, { range }) {
      offset = range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/**
 * Reads a file of keys and values; a missing one has none. Rejects with `ConfigurationError`, which tells every mistake
 * of form with line and column.
 */
export async function readYamlFile(file: string): Promise<YamlFile> {
  const lines = new LineCounter();
  const document = parseDocument(await readText(file), { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const mistakes = document.errors.map((error) => `${place(error.pos[0])}: ${error.message}`);
    throw new ConfigurationError(mistakes.join('\n'));
  }
  const content: unknown = contentOf(document, place) ?? {};
  if (!isTree(content)) throw new ConfigurationError(`${place(0)}: the file must hold keys and values`);
  return {
    content,
    placeOf(path) {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node: unknown = document.getIn(path.slice(0, depth), true);
        const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
        if (Array.isArray(range)) return place(Number(range[0]));
      }
      return file;
    },
  };
}
