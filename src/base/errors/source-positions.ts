import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

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

/** A position in a stack trace, such as `file:///opt/edu-repo/dist/chunks/server.js:12:34`. */
const positionForm = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;

/**
 * The stack trace of an error with the positions in the sources, if it has one. To be called when a trace is printed:
 * Node.js reads the trace of each stream that it destroys, and the source maps of the server take 25 MB once they are read.
 */
export const stackOf = (error: Error): string | undefined =>
  error.stack?.replace(positionForm, (built: string, file: string, line: string, column: string) => {
    const position = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (position === undefined || !('originalSource' in position)) return built;
    const source = fileURLToPath(new URL(position.originalSource, file));
    return `${source}:${position.originalLine + 1}:${position.originalColumn + 1}`;
  });
