import { join } from 'node:path';
import { messageOf } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import { createMetadataCatalog, type MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { setProblems } from '../../domain/metadata/metadata-problems.ts';
import type { MetadataCollection } from '../../domain/metadata/metadata-set.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ImportedTexts, MetadataProblem, MetadataSets, MetadataUpdate } from '../../ports/metadata-sets.ts';
import { filesOf, refuseMistaken, withCopies } from './files-to-write.ts';
import { withoutCircles } from './inheritance-circles.ts';
import { createSetFolder, listFolder, type SetFolder } from './read-set-files.ts';
import { readWhenBuilt } from './read-when-built.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';
import { makeFolder, writeFilesTogether } from './write-files.ts';
import { writeSetOver, writeValueListOver } from './write-text.ts';

interface MetadataSetFiles {
  /** The folder of the repository's own sets. Created if it is missing, but not its parent. */
  readonly folder: string;
  /**
   * The folder of the sets that come with the program. A set of the repository replaces the shipped one with the same ID.
   */
  readonly shipped: string;
  readonly log: Log;
  /** Gives the time in the names of backup copies. */
  readonly clock: Clock;
}

const noTexts: ImportedTexts = { sets: new Map(), valueLists: new Map() };

const nothing: MetadataCollection = { sets: [], valueLists: [] };

const lineOf = ({ location, message, meanwhile }: MetadataProblem): string => `${location}: ${message} ${meanwhile}`;

const missingIn = <T extends { readonly id: string }>(own: readonly T[], shipped: readonly T[]): T[] => {
  const known = new Set(own.map(({ id }) => id));
  return shipped.filter(({ id }) => !known.has(id));
};

/**
 * Stores metadata sets in files. If a file cannot be read, its last good version stays in use until the process ends. The
 * file is reported as a problem, and is read again when it changes.
 */
export function createMetadataSetFiles(options: MetadataSetFiles): MetadataSets {
  const files = new SetFiles(options);
  return {
    current: () => files.current(),
    problems: () => files.problems(),
    change: (update) => files.change(update),
    follow: () => files.follow(),
    stop: () => files.stop(),
  };
}

class SetFiles implements MetadataSets {
  readonly #options: MetadataSetFiles;
  readonly #own: SetFolder;
  readonly #shipped: SetFolder;
  readonly #mutex = createMutex();
  #catalog: Promise<MetadataCatalog> | undefined;
  #problems: readonly MetadataProblem[] = [];
  /** Mistakes in the texts of the repository's own files. */
  #mistakes: readonly MetadataProblem[] = [];
  /** What was read last, without mistakes. */
  #written: MetadataCollection = nothing;
  #watch: FolderWatch | undefined;
  #following: Promise<void> | undefined;

  constructor(options: MetadataSetFiles) {
    this.#options = options;
    this.#own = createSetFolder(options.folder, readWhenBuilt);
    this.#shipped = createSetFolder(options.shipped, readWhenBuilt);
  }

  current(): Promise<MetadataCatalog> {
    this.#catalog ??= this.#mutex
      .take(() => this.#read())
      .catch((error: unknown) => {
        // The cause may be temporary, so the next call tries again.
        this.#catalog = undefined;
        throw error;
      });
    return this.#catalog;
  }

  problems(): readonly MetadataProblem[] {
    if (this.#watch?.problem === undefined) return this.#problems;
    const unwatched = {
      location: this.#options.folder,
      message: `the system cannot watch this folder: ${this.#watch.problem}`,
      meanwhile: 'Changed files take effect only after a restart of the server.',
    };
    return [...this.#problems, unwatched];
  }

  change<T>(update: (before: MetadataCatalog) => Promise<MetadataUpdate<T>>): Promise<T> {
    return this.#mutex.take(async () => {
      const { collection, texts = noTexts, result } = await update(await this.#readAgain());
      await this.#save(collection, texts);
      return result;
    });
  }

  follow(): Promise<void> {
    this.#following ??= this.#startFollowing();
    return this.#following;
  }

  async stop(): Promise<void> {
    // A watch that is still being opened must be closed as well.
    await this.#following?.catch(() => undefined);
    await this.#watch?.close();
    await this.#mutex.take(async () => undefined);
  }

  async #read(): Promise<MetadataCatalog> {
    const shipped = await this.#shipped.read(nothing);
    const own = await this.#own.read(shipped);
    this.#mistakes = own.mistakes;
    const circles = await withoutCircles(
      [...missingIn(own.sets, shipped.sets), ...own.sets],
      this.#written.sets,
      this.#options.folder,
    );
    const collection: MetadataCollection = {
      sets: circles.sets,
      valueLists: [...missingIn(own.valueLists, shipped.valueLists), ...own.valueLists],
    };
    this.#written = collection;
    const catalog = createMetadataCatalog(collection);
    const misfits = [...setProblems(collection, catalog.sets)].map(({ set, message }) => ({
      location: join(this.#options.folder, `${set}.yaml`),
      message,
      meanwhile: 'The rest of the set is in use.',
    }));
    this.#reportProblems([...own.problems, ...shipped.problems, ...circles.problems, ...misfits]);
    return catalog;
  }

  /** Reads the sets again. If the folder cannot be read, the previous catalog stays in use. */
  async #readAgain(): Promise<MetadataCatalog> {
    const before = this.#catalog;
    try {
      const catalog = await this.#read();
      this.#catalog = Promise.resolve(catalog);
      return catalog;
    } catch (error) {
      if (before === undefined) throw error;
      const message = `it cannot be read: ${messageOf(error)}`;
      const meanwhile = 'The sets that were read before stay in use.';
      this.#reportProblems([{ location: this.#options.folder, message, meanwhile }]);
      return before;
    }
  }

  /** Logs new problems. */
  #reportProblems(problems: readonly MetadataProblem[]): void {
    const { log } = this.#options;
    const before = new Set(this.#problems.map(lineOf));
    for (const problem of problems) {
      const { location: place, message, meanwhile } = problem;
      if (!before.has(lineOf(problem)))
        log.warn('A problem was found in the metadata sets or value lists.', { place, message, meanwhile });
    }
    if (before.size > 0 && problems.length === 0) log.info('All metadata sets and value lists are valid again.');
    this.#problems = problems;
  }

  /** Creates all texts before the first file is written, so that nothing changes if one cannot be created. */
  async #save({ sets, valueLists }: MetadataCollection, imported: ImportedTexts): Promise<void> {
    const { folder, clock } = this.#options;
    const lists = join(folder, listFolder);
    const files = [
      ...(await filesOf(valueLists, lists, imported.valueLists, writeValueListOver)),
      ...(await filesOf(sets, folder, imported.sets, writeSetOver)),
    ];
    const paths = files.map((file) => join(file.folder, file.name));
    refuseMistaken(paths, this.#mistakes);
    try {
      await makeFolder(folder);
      await makeFolder(lists);
      await writeFilesTogether(await withCopies(files, clock.now()));
    } catch (error) {
      throw storageFailure('The metadata sets could not be saved', error);
    } finally {
      await this.#readAgain();
    }
  }

  async #startFollowing(): Promise<void> {
    const { folder, log } = this.#options;
    await makeFolder(folder).catch((error: unknown) => {
      log.warn('The folder of the metadata sets cannot be created.', { folder, reason: messageOf(error) });
    });
    this.#watch = await watchFolder(folder, log, () => this.#onChange());
    // Files may have changed between the first read and the start of the watch.
    await this.#mutex.take(() => this.#readAgain());
  }

  #onChange(): void {
    this.#mutex
      .take(() => this.#readAgain())
      .catch((error: unknown) => {
        this.#options.log.error('The metadata sets cannot be read.', { reason: messageOf(error) });
      });
  }
}
