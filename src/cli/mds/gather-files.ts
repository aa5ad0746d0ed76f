import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';
import type { UploadedFile } from '../../contract/file-body.ts';

export interface GatheredFile {
  readonly path: string;
  /** Whether the file was found next to a named path. The repository then reads it only if another file refers to it. */
  readonly beside: boolean;
}

const known = /\.(?:xml|properties|ttl|turtle|nt|ya?ml|json)$/i;
/** Without JSON, because a folder may contain unrelated JSON files. */
const knownBeside = /\.(?:xml|properties|ttl|turtle|nt|ya?ml)$/i;

/** Folders with the texts and value lists of a metadata set, relative to the folder of the set. */
const siblingFolders = [join('..', 'i18n'), join('..', 'valuespaces')];
const companionFolders = ['.', 'values', 'valuespaces', 'i18n', ...siblingFolders];

const maxDepth = 8;

async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function* filesBelow(folder: string, depth = 0): AsyncGenerator<string> {
  for (const entry of await entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < maxDepth) yield* filesBelow(path, depth + 1);
    else if (entry.isFile()) yield path;
  }
}

/** The entries of a companion folder. These folders are optional, and some may not be readable. */
async function companionEntries(folder: string): Promise<Dirent[]> {
  try {
    return await entriesIn(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return [];
    throw error;
  }
}

async function* filesBeside(folder: string, companions: readonly string[]): AsyncGenerator<string> {
  for (const companion of companions) {
    for (const entry of await companionEntries(join(folder, companion))) {
      if (entry.isFile() && knownBeside.test(entry.name)) yield join(folder, companion, entry.name);
    }
  }
}

/**
 * Finds the files for an import: a named file with its companions, or all readable files of a folder. `ignored` counts
 * the other files of the folders. Rejects with the system error if a path does not exist.
 */
export async function gatherFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly GatheredFile[]; readonly ignored: number }> {
  const files = new Map<string, GatheredFile>();
  let ignored = 0;
  const add = (path: string, beside: boolean): void => {
    const before = files.get(resolve(path));
    if (before === undefined || (before.beside && !beside)) files.set(resolve(path), { path, beside });
  };
  const addFolder = async (folder: string): Promise<void> => {
    for await (const file of filesBelow(folder)) {
      if (known.test(file)) add(file, false);
      else ignored += 1;
    }
    for await (const file of filesBeside(folder, siblingFolders)) add(file, true);
  };
  const addFile = async (file: string): Promise<void> => {
    add(file, false);
    for await (const companion of filesBeside(dirname(file), companionFolders)) add(companion, true);
  };
  for (const path of paths) {
    const facts = await stat(path);
    if (facts.isDirectory()) await addFolder(path);
    else if (facts.isFile()) await addFile(path);
    else throw new NotARegularFile(path);
  }
  return { files: [...files.values()], ignored };
}

/** Bytes of a file per line. A multiple of three, so that base64 needs no padding. */
const chunkSize = 48 * 1024;

const lineOf = (name: string, base64: string, beside: boolean): Buffer =>
  Buffer.from(`${JSON.stringify({ name, base64, beside })}\n`);

async function* linesOf(files: readonly GatheredFile[]): AsyncGenerator<Buffer> {
  for (const { path, beside } of files) {
    const name = path.split(sep).join('/');
    let empty = true;
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) {
      empty = false;
      // Without an encoding, the stream yields buffers.
      yield lineOf(name, (chunk as Buffer).toString('base64'), beside);
    }
    if (empty) yield lineOf(name, '', beside);
  }
}

/** The files as one NDJSON body. They are read while the body is sent. */
export const asUpload = (files: readonly GatheredFile[]): UploadedFile => ({
  name: 'files.jsonl',
  mimeType: 'application/x-ndjson',
  bytes: Readable.from(linesOf(files)),
});
