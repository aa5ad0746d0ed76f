import { readFile } from 'node:fs/promises';

/** Connections, contents and the files of the store: with fewer, a server that has started would fail later. */
const minOpenFiles = 256;

/** Rejects with `EMFILE` where this process may open too few files for a server. Only Linux says so without delay. */
export async function requireOpenFiles(): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = /^Max open files +(\d+)/m.exec(limits)?.[1];
  if (limit === undefined || Number(limit) >= minOpenFiles) return;
  throw Object.assign(new Error(`A server needs ${minOpenFiles} open files.`), { code: 'EMFILE' });
}
