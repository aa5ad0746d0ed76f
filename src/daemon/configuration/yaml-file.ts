import { type Document, LineCounter, parseDocument, visit, type YAMLParseError } from 'yaml';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { readRegularFile } from '../data-directory/regular-file.ts';

/** The content of a YAML file: keys with values or subtrees. */
export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A file that an administrator edits, with the positions of its values. */
export interface YamlFile {
  readonly content: Tree;
  /** `FILE:LINE:COLUMN` of the value at a path, or of its closest parent that is in the file. */
  positionOf(path: readonly PropertyKey[]): string;
}

async function readText(file: string): Promise<string> {
  let content: Buffer;
  try {
    content = await readRegularFile(file);
  } catch (error) {
    // Without the file, the defaults apply.
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw new ConfigurationError(`Cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
  // The settings that were in it may keep people out.
  if (content.length === 0) {
    throw new ConfigurationError(
      `${file}:1:1: the file is empty, as after a write that did not finish. Write its content again, or delete it to use the defaults`,
    );
  }
  return content.toString('utf8');
}

/**
 * The values of a document. The parser limits aliases, because nested ones can expand a few lines to more than the
 * memory.
 */
function contentOf(document: Document, positionAt: (offset: number) => string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ConfigurationError(
      `${positionAt(firstAlias(document))}: the aliases (*name) in this file expand to too much data. Write the values out, without aliases`,
      { cause: error },
    );
  }
}

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

function explain({ code, message }: YAMLParseError): string {
  if (code === 'DUPLICATE_KEY')
    return 'this key was set before in the same section; write everything below the first one';
  return message.startsWith('Maximum call stack') ? 'it is nested too deeply' : message;
}

/** Further errors are mostly consequences of the first ones. */
const maxErrors = 20;

/**
 * Reads a file of keys and values. A missing file has none. Rejects with `ConfigurationError`, which lists each syntax error
 * with line and column; a file of 0 bytes is one.
 */
export async function readYamlFile(file: string): Promise<YamlFile> {
  const lines = new LineCounter();
  const document = parseDocument(await readText(file), { lineCounter: lines, prettyErrors: false });
  const positionAt = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const errors = document.errors.slice(0, maxErrors).map((error) => `${positionAt(error.pos[0])}: ${explain(error)}`);
    throw new ConfigurationError(errors.join('\n'));
  }
  const content: unknown = contentOf(document, positionAt) ?? {};
  if (!isTree(content)) throw new ConfigurationError(`${positionAt(0)}: the file must consist of keys and values`);
  return {
    content,
    positionOf(path) {
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node: unknown = document.getIn(path.slice(0, depth), true);
        const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
        if (Array.isArray(range)) return positionAt(Number(range[0]));
      }
      return file;
    },
  };
}
