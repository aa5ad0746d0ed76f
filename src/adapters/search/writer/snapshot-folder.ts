import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../../../base/errors/errors.ts';
import type { CommitNumber } from '../../../base/ids.ts';
import type { Log } from '../../../ports/log.ts';
import { readSections } from '../segment/read-segment-file.ts';
import type { Sections } from '../segment/segment-format.ts';
import { writeSections } from '../segment/write-segment-file.ts';

/** A segment as it is kept on disk. */
export interface StoredSegment {
  /** Never changes, and is the same object as long as the segment lives: it is written once. */
  readonly sections: Sections;
  /** Which of its documents are gone: changes from snapshot to snapshot. Copied before `write` returns. */
  readonly deleted: Uint8Array;
}

/** An index as it is kept on disk. */
export interface Snapshot {
  readonly position: CommitNumber;
  readonly segments: readonly StoredSegment[];
}

/** The files of one index: each segment in a file of its own, and a manifest that names those that count. */
export interface SnapshotFolder {
  /**
   * The last snapshot that was written whole; undefined, and told in the log, where it is damaged, not complete or of another
   * schema, and without a word where there is none. Makes the folder where it is missing, and removes what a crash has left behind.
   */
  read(): Promise<Snapshot | undefined>;
  /**
   * Writes the segments that are not there yet, and then the manifest: it is what makes them count. Resolves when the snapshot
   * would survive a power cut. Other work goes on meanwhile. Rejects with `StorageFailed`; the snapshot before stays then.
   */
  write(snapshot: Snapshot): Promise<void>;
}

interface Manifest {
  readonly schema: string;
  readonly position: CommitNumber;
  readonly segments: readonly SegmentFile[];
}

interface SegmentFile {
  readonly file: string;
  /** So that no other file of the same name passes for it. */
  readonly crc: number;
}

const manifestName = 'manifest';
const segmentName = (number: number): string => `segment-${number}`;
const numberIn = (name: string): number => Number(/^segment-(\d+)/.exec(name)?.[1] ?? 0);

/** Files that only this folder's programs make, of earlier versions too; anything else there is not ours to remove. */
const ours = /^(?:segment-\d+|manifest|snapshot)(?:\.partial)?$/;

/** What all of these resolve to. Rejects as the first one that does, but not before all have come to their end. */
async function all<Result>(running: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/** `schema` differs between any two programs whose segments do not fit each other. */
export function createSnapshotFolder(options: {
  readonly folder: string;
  readonly schema: string;
  readonly log: Log;
}): SnapshotFolder {
  const { folder, schema, log } = options;
  let written = new WeakMap<Sections, SegmentFile>();
  let lastNumber = 0;
  let saving: Promise<void> = Promise.resolve();

  const pathOf = (name: string): string => join(folder, name);

  /** Resolves to undefined where it is there. */
  const makeFolder = (): Promise<string | undefined> => mkdir(folder, { recursive: true, mode: 0o700 });

  const sweep = async (kept: ReadonlySet<string>): Promise<void> => {
    for (const name of await readdir(folder)) {
      // No number is given twice, not even that of a file that cannot be removed.
      lastNumber = Math.max(lastNumber, numberIn(name));
      if (kept.has(name) || !ours.test(name)) continue;
      await rm(pathOf(name), { force: true, recursive: true }).catch((error: unknown) =>
        log.warn('A file of the search index that is not needed any more cannot be removed.', {
          file: pathOf(name),
          reason: messageOf(error),
        }),
      );
    }
  };

  const readSegment = async ({ file, crc }: SegmentFile, deleted: unknown): Promise<StoredSegment> => {
    const { sections, crc: found } = await readSections(pathOf(file));
    if (found !== crc) throw new Error(`${file} is another one than the manifest names`);
    if (!(deleted instanceof Uint8Array)) throw new Error(`what is deleted from ${file} is missing`);
    written.set(sections, { file, crc });
    return { sections, deleted };
  };

  const readAll = async (): Promise<{ snapshot: Snapshot; files: readonly string[] }> => {
    const { about, sections: deletions } = await readSections(pathOf(manifestName));
    // The checksum vouches for what `write` wrote.
    const manifest = about as Manifest;
    if (manifest.schema !== schema) throw new Error('the index is of another version');
    const segments = await all(manifest.segments.map((segment) => readSegment(segment, deletions[segment.file])));
    return { snapshot: { position: manifest.position, segments }, files: manifest.segments.map(({ file }) => file) };
  };

  const writeSegment = async (sections: Sections): Promise<SegmentFile> => {
    const known = written.get(sections);
    if (known !== undefined) return known;
    lastNumber += 1;
    const file = segmentName(lastNumber);
    const entry = { file, crc: await writeSections(pathOf(file), null, sections) };
    written.set(sections, entry);
    return entry;
  };

  const writeAll = async ({ position, segments }: Snapshot): Promise<void> => {
    // Whoever deletes an index while it is in use gets a whole one again. What keeps its folder from being made is told below.
    if ((await makeFolder().catch(() => undefined)) !== undefined) written = new WeakMap();
    const entries = await all(segments.map(({ sections }) => writeSegment(sections)));
    const deletions = Object.fromEntries(
      entries.map(({ file }, at) => [file, segments[at]?.deleted ?? new Uint8Array()]),
    );
    const manifest: Manifest = { schema, position, segments: entries };
    await writeSections(pathOf(manifestName), manifest, deletions);
    await sweep(new Set([manifestName, ...entries.map(({ file }) => file)]));
  };

  return {
    async read() {
      await makeFolder();
      const { snapshot, files } = await readAll().catch((error: unknown) => {
        if (systemErrorCode(error) !== 'ENOENT' || (error as { path?: string }).path !== pathOf(manifestName))
          log.warn('The search index cannot be used; it is built anew.', { folder, reason: messageOf(error) });
        return { snapshot: undefined, files: [] };
      });
      await sweep(new Set(snapshot === undefined ? [] : [manifestName, ...files]));
      return snapshot;
    },
    write({ position, segments }) {
      const copied = segments.map(({ sections, deleted }) => ({ sections, deleted: deleted.slice() }));
      const write = (): Promise<void> => writeAll({ position, segments: copied });
      // One after the other, also after a failure: they share the manifest.
      saving = saving.then(write, write);
      return saving;
    },
  };
}
