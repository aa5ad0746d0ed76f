import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';
import type { UploadedFile } from '../../contract/file-body.ts';

/** A local file that an import brings. */
export interface GatheredFile {
  readonly path: string;
  /** It lies beside what was named: the repository reads it only where another file names it. */
  readonly beside: boolean;
}

const known = /\.(?:xml|properties|ttl|turtle|nt|ya?ml|json)$/i;
/** JSON lies about everywhere; it is read only where it is named. */
const knownBeside = /\.(?:xml|properties|ttl|turtle|nt|ya?ml)$/i;

/** Folders in which sets of either form keep what belongs to them, seen from the set. */
const companionFolders = ['.', 'values', 'valuespaces', 'i18n', join('..', 'i18n'), join('..', 'valuespaces')];

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

async function* filesBeside(folder: string, companions: readonly string[]): AsyncGenerator<string> {
  for (const companion of companions) {
    try {
      for (const entry of await entriesIn(join(folder, companion))) {
        if (entry.isFile() && knownBeside.test(entry.name)) yield join(folder, companion, entry.name);
      }
    } catch (error) {
      // Most sets have only some of these folders, and some lie where not every folder may be read.
      if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
    }
  }
}

/**
 * The files that paths stand for: a file itself with what lies beside it, a folder with all in it that an import can read.
 * `ignored` counts what a folder has besides. Rejects with the system's error where a path leads nowhere.
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
  for (const path of paths) {
    const facts = await stat(path);
    const isFolder = facts.isDirectory();
    if (!isFolder && !facts.isFile()) throw new NotARegularFile(path);
    if (!isFolder) add(path, false);
    else {
      for await (const file of filesBelow(path)) {
        if (known.test(file)) add(file, false);
        else ignored += 1;
      }
    }
    const around = isFolder
      ? filesBeside(path, companionFolders.slice(-2))
      : filesBeside(dirname(path), companionFolders);
    for await (const file of around) add(file, true);
  }
  return { files: [...files.values()], ignored };
}

/** In bytes: a multiple of three, so that base64 has no rest. */
const chunkSize = 48 * 1024;

const lineOf = (name: string, base64: string, beside: boolean): Buffer =>
  Buffer.from(`${JSON.stringify({ name, base64, beside })}\n`);

async function* linesOf(files: readonly GatheredFile[]): AsyncGenerator<Buffer> {
  for (const { path, beside } of files) {
    const name = path.split(sep).join('/');
    let empty = true;
    for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) {
      empty = false;
      // A stream of bytes.
      yield lineOf(name, (chunk as Buffer).toString('base64'), beside);
    }
    if (empty) yield lineOf(name, '', beside);
  }
}

/** The files as one body, in lines, read while they are sent. */
export const asUpload = (files: readonly GatheredFile[]): UploadedFile => ({
  name: 'files.jsonl',
  mimeType: 'application/x-ndjson',
  bytes: Readable.from(linesOf(files)),
});
