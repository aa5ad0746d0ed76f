import { randomBytes } from 'node:crypto';
import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLargeFile } from './large-file.ts';
import type { BenchOptions } from './options.ts';
import { documentBatches } from './processes/search-documents.mjs';

/** Files of one size that are imported together. */
export interface FileSet {
  readonly title: string;
  readonly count: number;
  /** Of one file, in bytes. */
  readonly size: number;
  /** Writes them into an empty folder. No two of them are equal: a repository stores equal contents once. */
  write(folder: string): Promise<void>;
}

type Sizes = Pick<BenchOptions, 'files' | 'largeFile'>;

const kilobyte = 1024;
const megabyte = 1_048_576;
const blockSize = 4096;
const filesPerFolder = 100;
/** At least as many as a note of 1 KB needs. */
const documentsPerNote = 8;

/** Folders of 100 files. Rejects when the folder is gone: an interrupted run removes it. */
async function writeTree(folder: string, extension: string, contents: Iterable<Uint8Array>): Promise<void> {
  let at = 0;
  for (const content of contents) {
    const subfolder = join(folder, `Thema ${1 + Math.floor(at / filesPerFolder)}`);
    if (at % filesPerFolder === 0) await mkdir(subfolder);
    await writeFile(join(subfolder, `Blatt ${1 + (at % filesPerFolder)}.${extension}`), content);
    at += 1;
  }
}

/** Texts of one size, of words as the search lines have them; the same in every run. */
function* notes(count: number, size: number): Generator<Uint8Array> {
  let [made, text] = [0, ''];
  for (const batch of documentBatches(count * documentsPerNote)) {
    for (const { title, description } of batch) {
      text += `${title}\n\n${description}\n\n`;
      if (text.length < size) continue;
      const note = Buffer.alloc(size, ' ');
      // Writes whole characters only, so that the end is valid UTF-8, too.
      note.write(text);
      yield note;
      made += 1;
      if (made === count) return;
      text = '';
    }
  }
}

/** Bytes that are no text. */
function* scans(count: number, size: number): Generator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield randomBytes(size);
}

const tree = (
  count: number,
  size: number,
  extension: string,
  contents: (count: number, size: number) => Iterable<Uint8Array>,
): FileSet => ({
  title: `${count.toLocaleString('en')} files of ${size / kilobyte} KB`,
  count,
  size,
  write: (folder) => writeTree(folder, extension, contents(count, size)),
});

const film = (size: number): FileSet => ({
  title: `a file of ${size / megabyte} MB`,
  count: 1,
  size,
  write: (folder) => writeLargeFile(join(folder, 'Film.bin'), size),
});

/** What the import lines bring in: texts of 1 KB, a fifth as many files of 100 KB without text, and one large file. */
export const fileSets = ({ files, largeFile }: Sizes): readonly FileSet[] => [
  tree(files, kilobyte, 'txt', notes),
  tree(Math.ceil(files / 5), 100 * kilobyte, 'bin', scans),
  film(largeFile),
];

/** What a file takes besides its content, in bytes: its record, its versions, its part of the index. */
const recordSize = 16_384;
const copies = 3;

/** The room on the disk that measuring one set takes, in bytes: the files, one copy at a time, and as much as a margin. */
const roomFor = ({ count, size }: FileSet): number =>
  copies * count * (Math.ceil(size / blockSize) * blockSize + recordSize);

/** Rejects where the disk has no room for one set after the other. */
export async function requireRoom(folder: string, sets: readonly FileSet[]): Promise<void> {
  const needed = Math.max(...sets.map(roomFor));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / megabyte).toLocaleString('en')} MB`;
  throw new Error(
    `The import lines need ${inMegabytes(needed)} on the disk of ${folder}, and ${inMegabytes(free)} are free. ` +
      'Set TMPDIR to a folder on a larger disk, or measure smaller sets with --files and --megabytes.',
  );
}
