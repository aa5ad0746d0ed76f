import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync, constants as zlib } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { Failure } from '../../program/failure.ts';
import { type Archive, type ArchiveLimits, CheckedEntries, defaultLimits, type EntryKind, refused } from './archive.ts';

const kinds: ReadonlyMap<Header['type'], EntryKind> = new Map([
  ['file', 'file'],
  ['contiguous-file', 'file'],
  ['directory', 'folder'],
  ['symlink', 'link'],
  ['link', 'link'],
]);

/** The name of the first entry of a compressed TAR archive, seen from the beginning of the file; undefined if it is none. */
export function firstTarEntry(beginning: Buffer): string | undefined {
  if (beginning[0] !== 0x1f || beginning[1] !== 0x8b) return undefined;
  try {
    // A few KB unpack to a few MB at most.
    const start = gunzipSync(beginning.subarray(0, 4096), { finishFlush: zlib.Z_SYNC_FLUSH });
    return start.toString('latin1', 257, 262) === 'ustar'
      ? start.toString('utf8', 0, 100).replace(/\0.*$/s, '')
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a TAR archive that is compressed by gzip. As such an archive can only be read from its beginning, the contents of
 * its files are put one after the other into one temporary file, which `close` deletes. Names never reach the disk.
 */
export async function openTar(
  path: string,
  input: string,
  signal: AbortSignal,
  limits: ArchiveLimits = defaultLimits,
): Promise<Archive> {
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-import-'));
  const unpacked = join(folder, 'contents');
  const checked = new CheckedEntries(input, limits);
  try {
    const starts = await unpack(path, unpacked, checked, signal);
    return {
      files: checked.files,
      async open(name) {
        const [start, size] = [starts.get(name), checked.files.get(name)];
        if (start === undefined || size === undefined) throw new Error(`The archive has no file "${name}".`);
        return size === 0 ? Readable.from([]) : createReadStream(unpacked, { start, end: start + size - 1 });
      },
      close: () => rm(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof Failure || signal.aborted || isSystemError(error)) throw error;
    const why = `It is a damaged archive: ${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)}.`;
    throw refused(input, why, 'Copy or download it again.', error);
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Writes the contents one after the other into a file, and returns where each starts. */
async function unpack(
  path: string,
  target: string,
  checked: CheckedEntries,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const source = createReadStream(path, { signal });
  const entries = extract();
  const starts = new Map<string, number>();
  const output = await open(target, 'wx', 0o600);
  let position = 0;
  try {
    // The loop below reports errors of the streams: each destroys the next one.
    pipeline(source, createGunzip(), entries, () => undefined);
    for await (const entry of entries) {
      const name = checked.add(entry.header.name, kinds.get(entry.header.type) ?? 'other', entry.header.size ?? 0);
      if (name !== undefined) starts.set(name, position);
      for await (const chunk of entry) {
        checked.count((chunk as Buffer).length, source.bytesRead);
        await output.writeFile(chunk as Buffer);
        position += (chunk as Buffer).length;
      }
    }
  } finally {
    source.destroy();
    await output.close();
  }
  return starts;
}
