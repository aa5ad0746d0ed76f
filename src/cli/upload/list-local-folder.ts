import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

export type LocalEntry =
  | { readonly kind: 'file' | 'folder'; readonly name: string; readonly path: string }
  /** Neither file nor folder: a symbolic link, a device, a socket … */
  | { readonly kind: 'special'; readonly path: string }
  /** The name is not valid UTF-8, so a repository cannot store it. */
  | { readonly kind: 'unnameable'; readonly path: string };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function nameOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function entryOf(folder: string, dirent: Dirent<Buffer>): LocalEntry {
  const name = nameOf(dirent.name);
  if (name === undefined) return { kind: 'unnameable', path: join(folder, dirent.name.toString('latin1')) };
  const path = join(folder, name);
  if (dirent.isFile()) return { kind: 'file', name, path };
  return dirent.isDirectory() ? { kind: 'folder', name, path } : { kind: 'special', path };
}

/** The entries of a local folder, including hidden ones, in the order of the system. Reads 256 entries at a time. */
export async function* localEntries(folder: string): AsyncGenerator<LocalEntry> {
  // As bytes, because Node.js would change a name that is not UTF-8.
  const entries = await opendir(folder, { encoding: 'buffer' as BufferEncoding, bufferSize: 256 });
  // The types of Node.js lack the encoding `buffer`, which `opendir` supports.
  for await (const dirent of entries as unknown as AsyncIterable<Dirent<Buffer>>) yield entryOf(folder, dirent);
}
