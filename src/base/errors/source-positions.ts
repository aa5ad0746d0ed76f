import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../package-files.ts';

/** The source maps of built files. Undefined for files without one. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

/** The map next to a built file. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The end of a stack frame, such as `(file:///opt/edu-repo/dist/chunks/server.js:12:34)`. A message can contain anything else. */
const frameEnd = /(?<=^ {4}at .*)(file:\/\/[^\s()?#]+):(\d+):(\d+)(?=\)?$)/gm;

const builtFolder = new URL('dist/', packageFolder).href;

function sourcePosition(built: string, file: string, line: number, column: number): string {
  if (!file.startsWith(builtFolder)) return built;
  const position = mapOf(file)?.findEntry(line - 1, column - 1);
  if (position === undefined || !('originalSource' in position)) return built;
  const source = new URL(position.originalSource, file);
  if (source.protocol !== 'file:') return built;
  return `${fileURLToPath(source)}:${position.originalLine + 1}:${position.originalColumn + 1}`;
}

/**
 * The stack trace of an error with the positions in the sources, if it has one. Call this only to print the trace: Node.js reads
 * the trace of each stream that it destroys, and the source maps of the server take 25 MB once they are read.
 */
export const stackOf = (error: Error): string | undefined =>
  error.stack?.replace(frameEnd, (built: string, file: string, line: string, column: string) =>
    sourcePosition(built, file, Number(line), Number(column)),
  );
