import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../../../base/errors/errors.ts';
import type { CommitNumber } from '../../../base/ids.ts';
import type { Log } from '../../../ports/log.ts';
import { readSections } from '../segment/read-segment-file.ts';
import type { Sections } from '../segment/segment-format.ts';
import { writeSections } from '../segment/write-segment-file.ts';

/** A segment as it is stored on disk. */
interface StoredSegment {
  /** Must never change, and must be the same object throughout the life of the segment: it is written only once. */
  readonly sections: Sections;
  /** Which of its documents are deleted. May differ in each snapshot. `write` copies it before it returns. */
  readonly deleted: Uint8Array;
}

/** An index as it is stored on disk. */
export interface Snapshot {
  readonly position: CommitNumber;
  readonly segments: readonly StoredSegment[];
}

interface Manifest {
  readonly schema: string;
  readonly position: CommitNumber;
  readonly segments: readonly SegmentFile[];
}

interface SegmentFile {
  readonly file: string;
  /** Identifies the file: another file with the same name has a different checksum. */
  readonly crc: number;
}

const manifestName = 'manifest';
const segmentName = (number: number): string => `segment-${number}`;
const numberIn = (name: string): number => Number(/^segment-(\d+)/.exec(name)?.[1] ?? 0);

/** The names of the files that this or an earlier version of the program creates. No other files are removed. */
const ownFile = /^(?:segment-\d+|manifest|snapshot)(?:\.partial)?$/;

/** Like `Promise.all`, but rejects only after all promises have settled. */
async function all<Result>(running: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** The files of one index: a file for each segment, and a manifest that names the current ones. */
export class SnapshotFolder {
  readonly #folder: string;
  readonly #schema: string;
  readonly #log: Log;
  #written = new WeakMap<Sections, SegmentFile>();
  #lastNumber = 0;
  #saving: Promise<void> = Promise.resolve();

  /** `schema` must differ between two programs whose segments are incompatible. */
  constructor(folder: string, schema: string, log: Log) {
    this.#folder = folder;
    this.#schema = schema;
    this.#log = log;
  }

  /**
   * Resolves to the last complete snapshot. If it is missing, damaged, incomplete or of another schema, resolves to
   * undefined; all cases but the first are logged. Creates the folder if it is missing, and removes files that a crash
   * left behind.
   */
  async read(): Promise<Snapshot | undefined> {
    await this.#createFolder();
    const { snapshot, files } = await this.#readAll().catch((error: unknown) => {
      this.#reportUnusable(error);
      return { snapshot: undefined, files: [] };
    });
    await this.#removeAllBut(new Set(snapshot === undefined ? [] : [manifestName, ...files]));
    return snapshot;
  }

  /**
   * Writes the segments that have no file yet, and then the manifest that makes them current. Resolves when the snapshot would
   * survive a power failure. Does not block the event loop. Rejects with `StorageFailed`; the previous snapshot then remains.
   */
  write({ position, segments }: Snapshot): Promise<void> {
    const copied = segments.map(({ sections, deleted }) => ({ sections, deleted: deleted.slice() }));
    const write = (): Promise<void> => this.#writeAll({ position, segments: copied });
    // Writes share the manifest, so they run one at a time, even after a failure.
    this.#saving = this.#saving.then(write, write);
    return this.#saving;
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Resolves to undefined if the folder exists. */
  #createFolder(): Promise<string | undefined> {
    return mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  #reportUnusable(error: unknown): void {
    // A missing manifest only means that there is no snapshot yet.
    if (systemErrorCode(error) === 'ENOENT' && (error as { path?: string }).path === this.#pathOf(manifestName)) return;
    this.#log.warn('The search index cannot be used and will be rebuilt.', {
      folder: this.#folder,
      reason: messageOf(error),
    });
  }

  async #readAll(): Promise<{ snapshot: Snapshot; files: readonly string[] }> {
    const { about, sections: deletions } = await readSections(this.#pathOf(manifestName));
    // The checksum ensures that `write` wrote it.
    const manifest = about as Manifest;
    if (manifest.schema !== this.#schema) throw new Error('An incompatible version of the program wrote the index.');
    const segments = await all(manifest.segments.map((segment) => this.#readSegment(segment, deletions[segment.file])));
    return { snapshot: { position: manifest.position, segments }, files: manifest.segments.map(({ file }) => file) };
  }

  async #readSegment({ file, crc }: SegmentFile, deleted: unknown): Promise<StoredSegment> {
    const { sections, crc: actual } = await readSections(this.#pathOf(file));
    if (actual !== crc) throw new Error(`${file} is not the file that the manifest names: its checksum differs.`);
    if (!(deleted instanceof Uint8Array)) throw new Error(`The manifest has no list of deleted documents for ${file}.`);
    this.#written.set(sections, { file, crc });
    return { sections, deleted };
  }

  async #writeAll({ position, segments }: Snapshot): Promise<void> {
    // If the folder was deleted while in use, all segments must be written again. If it cannot be created, writing
    // fails below.
    if ((await this.#createFolder().catch(() => undefined)) !== undefined) this.#written = new WeakMap();
    const entries = await all(segments.map(({ sections }) => this.#writeSegment(sections)));
    const deletions = Object.fromEntries(
      entries.map(({ file }, at) => [file, segments[at]?.deleted ?? new Uint8Array()]),
    );
    const manifest: Manifest = { schema: this.#schema, position, segments: entries };
    await writeSections(this.#pathOf(manifestName), manifest, deletions);
    await this.#removeAllBut(new Set([manifestName, ...entries.map(({ file }) => file)]));
  }

  async #writeSegment(sections: Sections): Promise<SegmentFile> {
    const existing = this.#written.get(sections);
    if (existing !== undefined) return existing;
    this.#lastNumber += 1;
    const file = segmentName(this.#lastNumber);
    const entry = { file, crc: await writeSections(this.#pathOf(file), null, sections) };
    this.#written.set(sections, entry);
    return entry;
  }

  async #removeAllBut(current: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      // No number is used twice, not even that of a file that cannot be removed.
      this.#lastNumber = Math.max(this.#lastNumber, numberIn(name));
      if (current.has(name) || !ownFile.test(name)) continue;
      const file = this.#pathOf(name);
      await rm(file, { force: true, recursive: true }).catch((error: unknown) =>
        this.#log.warn('A file that the search index no longer needs cannot be removed.', {
          file,
          reason: messageOf(error),
        }),
      );
    }
  }
}
