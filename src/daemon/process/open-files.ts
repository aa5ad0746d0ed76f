import { readFile } from 'node:fs/promises';

/** For connections, contents and the files of the store. With fewer, a server would start and fail later. */
const minOpenFiles = 256;

/**
 * Rejects with `EMFILE` if the limit of open files is too low for a server. Only Linux reports the limit quickly enough;
 * elsewhere it is not checked.
 */
export async function requireOpenFiles(): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = /^Max open files +(\d+)/m.exec(limits)?.[1];
  if (limit === undefined || Number(limit) >= minOpenFiles) return;
  throw Object.assign(new Error(`A server needs ${minOpenFiles} open files.`), { code: 'EMFILE' });
}
