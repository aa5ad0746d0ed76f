import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

type Maps = Map<string, SourceMap | undefined>;

/** The source map next to a built file; undefined for other files. Loaded when a stack trace first contains the file. */
function mapOf(file: string, maps: Maps): SourceMap | undefined {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8'))));
    } catch {
      maps.set(file, undefined);
    }
  }
  return maps.get(file);
}

/** A stack frame in the format of Node.js, with the position in the source file. */
function frameText(frame: NodeJS.CallSite, maps: Maps): string {
  const text = String(frame);
  const file = frame.getFileName();
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  if (!file?.startsWith('file:') || line === null || column === null) return text;
  const position = mapOf(file, maps)?.findEntry(line - 1, column - 1);
  if (position === undefined || !('originalSource' in position)) return text;
  const source = fileURLToPath(new URL(position.originalSource, file));
  return text.replace(
    `${file}:${line}:${column}`,
    `${source}:${position.originalLine + 1}:${position.originalColumn + 1}`,
  );
}

/** The first line of a stack trace in the format of Node.js, which adds the code to its own errors. */
function headOf(error: Error & { readonly code?: unknown }): string {
  const text = Error.prototype.toString.call(error);
  const { code, name } = error;
  return typeof code === 'string' && code.startsWith('ERR_') ? text.replace(name, `${name} [${code}]`) : text;
}

/**
 * Makes stack traces of the built program show source positions. Costs nothing until a stack trace is read, whereas
 * `--enable-source-maps` of Node.js reads the map of each loaded file.
 */
export function showSourcePositions(): void {
  const maps: Maps = new Map();
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${frameText(frame, maps)}`)].join('\n');
}
