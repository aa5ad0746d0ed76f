import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { MetadataCollection } from '../../domain/metadata/metadata-set.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';
import { parseSetText } from './parse-set.ts';
import { parseValueListText } from './parse-value-list.ts';
import type { Mistake, ParseResult } from './yaml-text.ts';

/** The folder of value lists within a folder of sets. */
export const listFolder = 'values';

/** The maximum size of a file in bytes. Real sets and lists are far smaller. */
const maxFileBytes = 256 * 1024 * 1024;

/** A folder of sets and value lists. */
export interface SetFolder {
  /**
   * Reads the files that have changed since the last call. If a file cannot be read, its last good version stays. If there
   * is none, the one in `shipped` is used, and the problem says so.
   */
  read(shipped: MetadataCollection): Promise<FolderReading>;
}

interface FolderReading extends MetadataCollection {
  readonly problems: readonly MetadataProblem[];
  /** The problems that are mistakes in a text, without files that cannot be read. */
  readonly mistakes: readonly MetadataProblem[];
}

/** The `mark` of a file that the system could not read. */
const unreadable = 'unreadable';

interface CachedFile<T> {
  /** Changes whenever the file changes. */
  readonly mark: string;
  readonly good: T | undefined;
  readonly problem: MetadataProblem | undefined;
}

/** Reads the text of a file; `id` is what its name gives. */
export type ReadText<T> = (text: string, file: string, id: string) => MaybePromise<ParseResult<T>>;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Temporary files and backups of other programs. */
const isIgnored = (name: string): boolean => name.startsWith('.') || /[~#]$|\.(?:new|swp|bak|tmp|md|txt)$/.test(name);

/** Why a file is not read. A pipe, for example, would block the reader forever. */
function reasonToSkip(stats: Stats): string | undefined {
  if (stats.isDirectory()) return undefined;
  if (!stats.isFile()) return 'it is a pipe, a device or a socket, not a file';
  return stats.size > maxFileBytes ? 'it is larger than 256 MiB' : undefined;
}

const isYaml = (name: string): boolean => name.endsWith('.yaml');

const idIn = (name: string): string => name.slice(0, -'.yaml'.length);

const problemOf = (file: string, message: string, good: object | undefined): MetadataProblem => ({
  location: file,
  message,
  meanwhile: good === undefined ? 'The file is ignored.' : 'The version that was read before stays in use.',
});

/**
 * The problem with a file. If the program ships a set or list with its ID, the problem says that the shipped one is in
 * use.
 */
const withShipped = (problem: MetadataProblem, name: string, shipped: readonly { readonly id: string }[]) =>
  shipped.some(({ id }) => id === idIn(name))
    ? { ...problem, meanwhile: 'The one that comes with the program is in use instead.' }
    : problem;

/** All mistakes in a text as one problem, at the location of the first one. */
function problemOfMistakes(file: string, mistakes: readonly Mistake[], good: object | undefined): MetadataProblem {
  const [first, ...rest] = mistakes;
  const message = [first?.message ?? '', ...rest.map((next) => `${next.place}: ${next.message}`)].join('; ');
  return problemOf(first?.place ?? file, message, good);
}

interface FilesReading<T> {
  readonly values: readonly T[];
  readonly problems: readonly MetadataProblem[];
  readonly mistakes: readonly MetadataProblem[];
}

/** The last good version of each file of one kind in a folder. */
class CachedFiles<T extends { readonly id: string }> {
  readonly #folder: string;
  readonly #readText: ReadText<T>;
  #files = new Map<string, CachedFile<T>>();

  constructor(folder: string, readText: ReadText<T>) {
    this.#folder = folder;
    this.#readText = readText;
  }

  async read(shipped: readonly T[]): Promise<FilesReading<T>> {
    const names = (await namesIn(this.#folder)).filter((name) => !isIgnored(name) && name !== listFolder);
    const current = new Map<string, CachedFile<T>>();
    for (const name of names.filter(isYaml)) {
      const file = await this.#readFile(name);
      if (file !== undefined) current.set(name, file);
    }
    this.#files = current;
    const problems = names
      .filter((name) => !isYaml(name))
      .map((name) => problemOf(join(this.#folder, name), 'its name does not end in .yaml', undefined));
    for (const [name, { problem, good }] of current) {
      if (problem !== undefined) problems.push(good === undefined ? withShipped(problem, name, shipped) : problem);
    }
    const files = [...current.values()];
    return {
      values: files.flatMap(({ good }) => (good === undefined ? [] : [good])),
      problems,
      mistakes: files.flatMap(({ mark, problem }) => (mark === unreadable || problem === undefined ? [] : [problem])),
    };
  }

  /** Reads a file if it has changed. Undefined if there is no file of this name. */
  async #readFile(name: string): Promise<CachedFile<T> | undefined> {
    const path = join(this.#folder, name);
    const before = this.#files.get(name);
    const good = before?.good;
    try {
      const stats = await stat(path);
      const { ino, size, mtimeMs, ctimeMs } = stats;
      const mark = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
      if (before?.mark === mark) return before;
      const message = reasonToSkip(stats);
      if (message !== undefined) return { mark, good, problem: problemOf(path, message, good) };
      return await this.#readChanged(path, idIn(name), mark, good);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      return { mark: unreadable, good, problem: problemOf(path, `it cannot be read: ${messageOf(error)}`, good) };
    }
  }

  async #readChanged(path: string, id: string, mark: string, good: T | undefined): Promise<CachedFile<T>> {
    const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
    const reading = await this.#readText(text, path, id);
    if ('mistakes' in reading) return { mark, good, problem: problemOfMistakes(path, reading.mistakes, good) };
    const { value } = reading;
    if (value.id === id) return { mark, good: value, problem: undefined };
    const message = `its ID is ${value.id}: name the file ${value.id}.yaml`;
    return { mark, good, problem: problemOf(path, message, good) };
  }
}

const readEach = <T>(read: ReadText<T>): ReadText<T> => read;

/**
 * A folder with a file `<id>.yaml` for each set, and `values/<id>.yaml` for each value list. A missing folder is empty. `reading` may
 * know what a text says without reading it.
 */
export function createSetFolder(folder: string, reading: typeof readEach = readEach): SetFolder {
  const setFiles = new CachedFiles(folder, reading(parseSetText));
  const listFiles = new CachedFiles(join(folder, listFolder), reading(parseValueListText));
  return {
    async read(shipped) {
      const [lists, sets] = [await listFiles.read(shipped.valueLists), await setFiles.read(shipped.sets)];
      return {
        sets: sets.values,
        valueLists: lists.values,
        problems: [...sets.problems, ...lists.problems],
        mistakes: [...sets.mistakes, ...lists.mistakes],
      };
    },
  };
}
