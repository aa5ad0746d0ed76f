import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { ConfigurationError } from '../base/configuration-error.ts';
import { systemErrorCode } from '../base/errors.ts';

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
    return await readFile(file, 'utf8');
  } catch (error) {
    // Whoever takes the file away wants what holds without it.
    if (systemErrorCode(error) === 'ENOENT') return '';
    throw new ConfigurationError(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
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
  const content: unknown = document.toJS() ?? {};
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
