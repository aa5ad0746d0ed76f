import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import { createMetadataCatalog, type MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { setProblems } from '../../domain/metadata/metadata-problems.ts';
import type { MetadataCollection } from '../../domain/metadata/metadata-set.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ImportedTexts, MetadataProblem, MetadataSets } from '../../ports/metadata-sets.ts';
import { createSetFolder, listFolder } from './set-files.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';
import { type FileToWrite, makeFolder, writeFilesTogether } from './write-files.ts';
import { textWithComments, writeSetOver, writeSetText, writeValueListOver, writeValueListText } from './write-text.ts';

export interface MetadataSetFiles {
  /** Where the sets of a repository lie. Made where it is missing, but not the folder above it. */
  readonly folder: string;
  /** Where those lie that the program brings: they hold where the repository has none of their id. */
  readonly shipped: string;
  readonly log: Log;
  /** For the names of copies. */
  readonly clock: Clock;
}

const noTexts: ImportedTexts = { sets: new Map(), valueLists: new Map() };

/** Undefined where no file is. */
async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    // A folder of that name is told when the file is written.
    if (['ENOENT', 'EISDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

const nothing: MetadataCollection = { sets: [], valueLists: [] };

const lineOf = ({ location: place, message, meanwhile }: MetadataProblem): string => `${place}: ${message} ${meanwhile}`;

/** Somebody's work with a mistake in it is no less work: what was read before must not take its place unasked. */
function refuseMistaken(paths: readonly string[], mistakes: readonly MetadataProblem[]): void {
  for (const path of paths) {
    const problem = mistakes.find(({ location: place }) => place === path || place.startsWith(`${path}:`));
    if (problem === undefined) continue;
    throw new RepositoryError(
      'Conflict',
      `${path} has a mistake, and would be written over: ${problem.location}: ${problem.message}. Mend it, or move it away. Nothing was imported.`,
    );
  }
}

const missingIn = <T extends { readonly id: string }>(own: readonly T[], shipped: readonly T[]): T[] => {
  const known = new Set(own.map(({ id }) => id));
  return shipped.filter(({ id }) => !known.has(id));
};

/** The files of sets, with the comments of the text that was brought, else of the one that is there. */
async function setFiles({ sets }: MetadataCollection, brought: ImportedTexts, folder: string): Promise<FileToWrite[]> {
  const files: FileToWrite[] = [];
  for (const set of sets) {
    const name = `${set.id}.yaml`;
    const earlier = textWithComments([brought.sets.get(set.id), await textAt(join(folder, name))]);
    files.push({ folder, name, text: earlier === undefined ? writeSetText(set) : writeSetOver(earlier, set) });
  }
  return files;
}

/** The same for value lists. */
async function listFiles(
  { valueLists }: MetadataCollection,
  brought: ImportedTexts,
  folderOfSets: string,
): Promise<FileToWrite[]> {
  const folder = join(folderOfSets, listFolder);
  const files: FileToWrite[] = [];
  for (const list of valueLists) {
    const name = `${list.id}.yaml`;
    const earlier = textWithComments([brought.valueLists.get(list.id), await textAt(join(folder, name))]);
    const text = await (earlier === undefined ? writeValueListText(list) : writeValueListOver(earlier, list));
    files.push({ folder, name, text });
  }
  return files;
}

/**
 * The files whose text is another one than on disk; before each the copy of what it replaces. Its name has the time in it,
 * and an ending that no set has.
 */
async function withCopies(files: readonly FileToWrite[], now: Date): Promise<FileToWrite[]> {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  const changed: FileToWrite[] = [];
  for (const file of files) {
    const before = await textAt(join(file.folder, file.name));
    if (before === file.text) continue;
    if (before !== undefined) changed.push({ ...file, name: `${file.name}.${time}.bak`, text: before });
    changed.push(file);
  }
  return changed;
}

/**
 * Metadata sets in files. A file that cannot be read leaves in force what it said before, as long as the process lives;
 * it counts among the problems, and comes in by itself when it is mended.
 */
export function createMetadataSetFiles({ folder, shipped, log, clock }: MetadataSetFiles): MetadataSets {
  const own = createSetFolder(folder);
  const ofProgram = createSetFolder(shipped);
  const turns = createMutex();
  let catalog: Promise<MetadataCatalog> | undefined;
  let problems: readonly MetadataProblem[] = [];
  /** Of the repository's own files. */
  let mistakes: readonly MetadataProblem[] = [];
  let watching: FolderWatch | undefined;
  let following: Promise<void> | undefined;

  const tellProblems = (now: readonly MetadataProblem[]): void => {
    const before = new Set(problems.map(lineOf));
    for (const problem of now) {
      if (!before.has(lineOf(problem))) log.warn('A metadata set needs to be mended.', { ...problem });
    }
    if (before.size > 0 && now.length === 0) log.info('All metadata sets can be read again.');
    problems = now;
  };

  const read = async (): Promise<MetadataCatalog> => {
    const theirs = await ofProgram.read(nothing);
    const mine = await own.read(theirs);
    mistakes = mine.mistakes;
    const written: MetadataCollection = {
      sets: [...missingIn(mine.sets, theirs.sets), ...mine.sets],
      valueLists: [...missingIn(mine.valueLists, theirs.valueLists), ...mine.valueLists],
    };
    const made = createMetadataCatalog(written);
    const misfits = [...setProblems(written, made.sets)].map(({ set, message }) => ({
      ...{ location: join(folder, `${set}.yaml`), message },
      meanwhile: 'The rest of it is in force.',
    }));
    tellProblems([...mine.problems, ...theirs.problems, ...misfits]);
    return made;
  };

  /** What was read before stays in force where the folder itself cannot be read. */
  const readAgain = async (): Promise<MetadataCatalog> => {
    const before = catalog;
    try {
      const made = await read();
      catalog = Promise.resolve(made);
      return made;
    } catch (error) {
      if (before === undefined) throw error;
      const meanwhile = 'What was read before stays in force.';
      tellProblems([{ location: folder, message: `it cannot be read: ${messageOf(error)}`, meanwhile }]);
      return before;
    }
  };

  const current = (): Promise<MetadataCatalog> => {
    catalog ??= turns.take(read).catch((error: unknown) => {
      // What kept it from being read may pass.
      catalog = undefined;
      throw error;
    });
    return catalog;
  };

  const onChange = (): void => {
    turns.take(readAgain).catch((error: unknown) => {
      log.error('The metadata sets cannot be read.', { reason: messageOf(error) });
    });
  };

  const keep = async (collection: MetadataCollection, brought: ImportedTexts): Promise<void> => {
    // All texts before the first file: what cannot be written as a whole changes nothing.
    const files = [...(await listFiles(collection, brought, folder)), ...(await setFiles(collection, brought, folder))];
    refuseMistaken(
      files.map((file) => join(file.folder, file.name)),
      mistakes,
    );
    try {
      await makeFolder(folder);
      await makeFolder(join(folder, listFolder));
      await writeFilesTogether(await withCopies(files, clock.now()));
    } catch (error) {
      throw storageFailure('The metadata sets could not be saved', error);
    } finally {
      await readAgain();
    }
  };

  const follow = async (): Promise<void> => {
    await makeFolder(folder).catch((error: unknown) => {
      log.warn('The folder of the metadata sets cannot be made.', { folder, reason: messageOf(error) });
    });
    watching = await watchFolder(folder, log, onChange);
    // What was read already may have changed before the watch began.
    await turns.take(readAgain);
  };

  return {
    current,
    problems: () =>
      watching?.problem === undefined
        ? problems
        : [
            ...problems,
            {
              location: folder,
              message: `changes are not noticed: ${watching.problem}`,
              meanwhile: 'Restart the repository after a change.',
            },
          ],
    change: (make) =>
      turns.take(async () => {
        const { collection, texts = noTexts, result } = await make(await readAgain());
        await keep(collection, texts);
        return result;
      }),
    follow() {
      following ??= follow();
      return following;
    },
    async stop() {
      // One that is still beginning to follow would go on for ever.
      await following?.catch(() => undefined);
      await watching?.close();
      await turns.take(async () => undefined);
    },
  };
}
