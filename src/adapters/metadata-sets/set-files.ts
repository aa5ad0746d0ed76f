import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { MetadataCollection } from '../../domain/metadata/metadata-set.ts';
import type { MetadataProblem } from '../../ports/metadata-sets.ts';
import { readSetText } from './read-set.ts';
import { readValueListText } from './read-value-list.ts';
import type { Reading } from './yaml-text.ts';

/** Where value lists lie in a folder of sets. */
export const listFolder = 'values';

/** No set or list of a school comes near it. In bytes. */
const largestFile = 256 * 1024 * 1024;

/** What a folder holds, by id. */
export interface SetFolder {
  /**
   * Reads what has changed since the last time; what cannot be read stays as it was read last, and what never could be is
   * left to `shipped`, as the problems tell.
   */
  read(shipped: MetadataCollection): Promise<FolderReading>;
}

export interface FolderReading extends MetadataCollection {
  readonly problems: readonly MetadataProblem[];
  /** Those of them that are mistakes in a text, and not files that the system does not give. */
  readonly mistakes: readonly MetadataProblem[];
}

/** The mark of a file that the system does not give. */
const unreadable = 'unreadable';

interface KnownFile<T> {
  /** Changes with the file. */
  readonly mark: string;
  readonly good: T | undefined;
  readonly problem: MetadataProblem | undefined;
}

type Read<T> = (text: string, file: string, id: string) => Reading<T> | Promise<Reading<T>>;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What other programs leave beside a file while they write it, or after. */
const isOther = (name: string): boolean => name.startsWith('.') || /[~#]$|\.(?:new|swp|bak|tmp|md|txt)$/.test(name);

/** Why a file is not even opened; a pipe would keep the reader waiting for ever. */
function reasonAgainst(facts: Stats): string | undefined {
  if (facts.isDirectory()) return undefined;
  if (!facts.isFile()) return 'it is a pipe, a device or a socket, not a file';
  return facts.size > largestFile ? 'it is larger than 256 MiB' : undefined;
}

const idIn = (name: string): string => name.slice(0, -'.yaml'.length);

/** The last good state of each file of one kind in a folder. */
function createFiles<T extends { readonly id: string }>(folder: string, read: Read<T>) {
  let known = new Map<string, KnownFile<T>>();

  const readText = async (file: string): Promise<string> => (await readFile(file, 'utf8')).replace(/^\ufeff/, '');

  const problemOf = (file: string, message: string, good: T | undefined): MetadataProblem => ({
    location: file,
    message,
    meanwhile: good === undefined ? 'It is left out.' : 'What it said before stays in force.',
  });

  const readFresh = async (file: string, id: string, mark: string, good: T | undefined): Promise<KnownFile<T>> => {
    const wrong = (problem: MetadataProblem): KnownFile<T> => ({ mark, good, problem });
    const reading = await read(await readText(file), file, id);
    if ('mistakes' in reading) {
      const { place = file } = reading.mistakes[0] ?? {};
      const [first, ...others] = reading.mistakes;
      const told = [first?.message ?? '', ...others.map((other) => `${other.place}: ${other.message}`)].join('; ');
      return wrong({ ...problemOf(place, told, good) });
    }
    if (reading.value.id !== id) {
      return wrong(problemOf(file, `its id is ${reading.value.id}: name the file ${reading.value.id}.yaml`, good));
    }
    return { mark, good: reading.value, problem: undefined };
  };

  const insteadOf = (problem: MetadataProblem, name: string, shipped: readonly T[]): MetadataProblem =>
    shipped.some(({ id }) => id === idIn(name))
      ? { ...problem, meanwhile: 'The one that comes with the program is in force instead.' }
      : problem;

  const look = async (name: string): Promise<KnownFile<T> | undefined> => {
    const file = join(folder, name);
    const before = known.get(name);
    try {
      const facts = await stat(file);
      const { ino, size, mtimeMs, ctimeMs } = facts;
      const mark = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
      if (before?.mark === mark) return before;
      const message = reasonAgainst(facts);
      if (message !== undefined) return { mark, good: before?.good, problem: problemOf(file, message, before?.good) };
      return await readFresh(file, idIn(name), mark, before?.good);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      const message = `it cannot be read: ${messageOf(error)}`;
      return { mark: unreadable, good: before?.good, problem: problemOf(file, message, before?.good) };
    }
  };

  return async (shipped: readonly T[]) => {
    const now = new Map<string, KnownFile<T>>();
    const problems: MetadataProblem[] = [];
    for (const name of await namesIn(folder)) {
      if (isOther(name) || name === listFolder) continue;
      if (!name.endsWith('.yaml')) {
        problems.push(problemOf(join(folder, name), 'its name does not end in .yaml', undefined));
        continue;
      }
      const file = await look(name);
      if (file !== undefined) now.set(name, file);
    }
    known = now;
    for (const [name, { problem, good }] of now) {
      if (problem !== undefined) problems.push(good === undefined ? insteadOf(problem, name, shipped) : problem);
    }
    const files = [...now.values()];
    return {
      values: files.flatMap(({ good }) => (good === undefined ? [] : [good])),
      problems,
      mistakes: files.flatMap(({ mark, problem }) => (mark === unreadable || problem === undefined ? [] : [problem])),
    };
  };
}

/** A folder with a file `<id>.yaml` for each set, and `values/<id>.yaml` for each value list. A missing one is empty. */
export function createSetFolder(folder: string): SetFolder {
  const readSets = createFiles(folder, readSetText);
  const readLists = createFiles(join(folder, listFolder), readValueListText);
  return {
    async read(shipped) {
      const [lists, sets] = [await readLists(shipped.valueLists), await readSets(shipped.sets)];
      return {
        sets: sets.values,
        valueLists: lists.values,
        problems: [...sets.problems, ...lists.problems],
        mistakes: [...sets.mistakes, ...lists.mistakes],
      };
    },
  };
}
