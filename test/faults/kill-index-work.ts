import descriptors from 'node:fs';
import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Kills this process at a moment of the index's work, which its address names: `?at=manifest.rename:1` is the moment before the
 * manifest is renamed for the first time, `renamed` the one after it, `merge:7` the seventh time that a merge looks whether it
 * is others' turn. Of a write that is cut, the first half is on disk.
 */
const [wanted = '', number = '1'] = (new URL(import.meta.url).searchParams.get('at') ?? '').split(':');
let left = Number(number);

const isNow = (point: string): boolean => {
  if (point !== wanted) return false;
  left -= 1;
  return left === 0;
};

const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

/** Undefined: it is not of the index. */
function partOfIndex(path: unknown): string | undefined {
  const [, name] = /\/index(?:\/([a-z]+)[^/]*)?$/.exec(String(path)) ?? [];
  if (!/\/index(?:\/[^/]*)?$/.test(String(path))) return undefined;
  return name ?? 'folder';
}

type Write = (bytes: Uint8Array, offset: number, length: number, position: number) => Promise<unknown>;

const { open, rename, rm } = fileSystem;

fileSystem.open = async (path, ...how) => {
  const handle = await open(path, ...how);
  const part = partOfIndex(path);
  if (part === undefined) return handle;
  const { sync, truncate } = handle;
  // The index writes pieces of bytes to a position, and in no other way.
  const write: Write = handle.write.bind(handle);
  const cutWrite: Write = async (bytes, offset, length, position) => {
    if (isNow(`${part}.write`)) {
      await write(bytes, offset, length >> 1, position);
      await die();
    }
    return write(bytes, offset, length, position);
  };
  handle.write = cutWrite as unknown as typeof handle.write;
  handle.sync = async () => (isNow(`${part}.sync`) ? die() : sync.call(handle));
  handle.truncate = async (length) => (isNow(`${part}.truncate`) ? die() : truncate.call(handle, length));
  return handle;
};

fileSystem.rename = async (from, to) => {
  const part = partOfIndex(to);
  if (part !== undefined && isNow(`${part}.rename`)) await die();
  await rename(from, to);
  if (part !== undefined && isNow(`${part}.renamed`)) await die();
};

fileSystem.rm = async (path, how) => {
  const part = partOfIndex(path);
  if (part !== undefined && isNow(`${part}.rm`)) await die();
  await rm(path, how);
};

// Folders are synced by descriptors.
const { open: openDescriptor, fsync } = descriptors;
const folders = new Set<number>();
type Opened = (error: NodeJS.ErrnoException | null, descriptor: number) => void;
const openFolder = (path: string, flags: string, ...more: readonly [Opened] | readonly [number, Opened]): void => {
  const [mode, opened] = more.length === 1 ? [undefined, more[0]] : more;
  openDescriptor(path, flags, mode, (error, descriptor) => {
    if (error === null && partOfIndex(path) === 'folder') folders.add(descriptor);
    opened(error, descriptor);
  });
};
const syncFolder = (descriptor: number, synced: (error: NodeJS.ErrnoException | null) => void): void => {
  if (folders.delete(descriptor) && isNow('folder.sync')) void die();
  else fsync(descriptor, synced);
};
Object.assign(descriptors, { open: openFolder, fsync: syncFolder });
syncBuiltinESMExports();

const now = performance.now.bind(performance);
performance.now = () => {
  if (wanted === 'merge' && new Error().stack?.includes('segment-set') === true && isNow('merge')) void die();
  return now();
};
