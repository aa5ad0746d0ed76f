import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { contentForm } from '../../adapters/filesystem/content-layout.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { dataPaths } from '../data-directory/data-directory.ts';

/** The checksums of all files of a backup, in the form of `sha256sum` and of RFC 8493. */
export const manifestFile = (folder: string): string => join(folder, 'manifest-sha256.txt');

/** A file of a backup. */
export interface ManifestEntry {
  /** Relative to the backup, with `/`. */
  readonly path: string;
  /** In lower-case hexadecimal digits. */
  readonly sha256: string;
}

const lineForm = /^([0-9a-f]{64}) {2}([^\r\n]+)$/;

// As RFC 8493 says.
const encoded = (path: string): string => path.replaceAll(/[%\r\n]/g, (letter) => encodeURIComponent(letter));
const decoded = (path: string): string => path.replaceAll(/%(?:25|0D|0A)/g, (code) => decodeURIComponent(code));

/** What a program that opens the backup puts there, and the list itself. */
function isListed(folder: string, path: string): boolean {
  const { run, lock, operatorToken, index, previews, texts, exports, importUploads } = dataPaths(folder);
  return ![manifestFile(folder), run, lock, operatorToken, index, previews, texts, exports, importUploads].includes(
    path,
  );
}

/** The absolute paths of the files of a backup, in no particular order. */
export async function* filesOf(folder: string, below: string = folder): AsyncGenerator<string> {
  for (const entry of await readdir(below, { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (!isListed(folder, path)) continue;
    if (entry.isDirectory()) yield* filesOf(folder, path);
    else yield path;
  }
}

/** Reads a file, and writes it to `copyTo` meanwhile. Resolves to its checksum. */
export async function sha256Of(path: string, copyTo?: (bytes: Uint8Array) => Promise<unknown>): Promise<string> {
  const digest = createHash('sha256');
  for await (const bytes of createReadStream(path, { highWaterMark: 262_144 })) {
    digest.update(bytes);
    await copyTo?.(bytes);
  }
  return digest.digest('hex');
}

/** Contents were hashed when they were written; reading all of them again would take as long as the backup. */
async function entryOf(folder: string, path: string): Promise<ManifestEntry> {
  const name = basename(path);
  const isContent = contentForm.test(name) && path.startsWith(`${dataPaths(folder).content}${sep}`);
  const sha256 = isContent ? name : await sha256Of(path);
  return { path: relative(folder, path).replaceAll(sep, '/'), sha256 };
}

/** Writes the checksums of a backup that is complete but for its marker, which will have `markerText`. */
export async function writeManifest(folder: string, markerText: string, skipped: readonly string[]): Promise<void> {
  const file = await open(manifestFile(folder), 'w', 0o600);
  const write = ({ path, sha256 }: ManifestEntry) => file.write(`${sha256}  ${encoded(path)}\n`);
  try {
    const sha256 = createHash('sha256').update(markerText).digest('hex');
    await write({ path: basename(dataPaths(folder).marker), sha256 });
    for await (const path of filesOf(folder)) if (!skipped.includes(path)) await write(await entryOf(folder, path));
    await file.sync();
  } finally {
    await file.close();
  }
}

const isInside = (path: string): boolean => path !== '' && !path.startsWith('/') && !path.split('/').includes('..');

/** The files of a backup. Undefined if it has no list of them; `damaged` if the list itself is. */
export async function readManifest(folder: string): Promise<readonly ManifestEntry[] | 'damaged' | undefined> {
  try {
    const lines = (await readFile(manifestFile(folder), 'utf8')).split('\n');
    if (lines.pop() !== '') return 'damaged';
    const entries = lines
      .map((line) => lineForm.exec(line))
      .map((match) => ({ sha256: match?.[1] ?? '', path: decoded(match?.[2] ?? '') }));
    return entries.every(({ path }) => isInside(path)) ? entries : 'damaged';
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
