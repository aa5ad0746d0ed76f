import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';
import type { ReadText } from './read-set-files.ts';

/** The file below `dist` with the sets and lists that come with the program: a map of their values by the digests of their texts. */
export const builtFile = 'metadata-sets.bin';

/** The key of a text that has this ID by the name of its file. */
export const builtKey = (text: string, id: string): string =>
  createHash('sha256').update(`${id}\n${text}`).digest('hex');

let built: ReadonlyMap<string, unknown> | undefined;

const readBuilt = (): ReadonlyMap<string, unknown> =>
  runsFromSources ? new Map() : deserialize(readFileSync(new URL(`dist/${builtFile}`, packageFolder)));

/**
 * Takes the value of a text that comes with the program from the build, in which it was read and checked: also that of a copy that
 * `init` has made. Reads every other text. Reading them all twice took a third of the processor time of
 * a start.
 */
export const readWhenBuilt =
  <T>(read: ReadText<T>): ReadText<T> =>
  (text, file, id) => {
    built ??= readBuilt();
    const value = built.get(builtKey(text, id));
    return value === undefined ? read(text, file, id) : { value: value as T };
  };
