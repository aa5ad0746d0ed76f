import { readFile } from 'node:fs/promises';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Transport } from '../../src/contract/call.ts';
import type { Operations } from '../../src/contract/index.ts';
import type { Result } from '../../src/contract/operation.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { anna, basic } from './people.ts';
import { openDirectory } from './repository.ts';

type Part = Result<Operations['backUpRepository']>;

/** The headers of whoever can read the data directory. */
export async function operatorHeaders(dataDirectory: string): Promise<{ readonly authorization: string }> {
  const token = (await readFile(dataPaths(dataDirectory).operatorToken, 'utf8')).trim();
  return { authorization: `Bearer ${token}` };
}

export async function operatorClient(send: Transport, dataDirectory: string): Promise<Client> {
  const headers = await operatorHeaders(dataDirectory);
  return createClient(send, () => headers);
}

/** Makes a whole backup. Resolves with the sums of all parts, and what the last one says. */
export async function backUp(operator: Client, folder: string, previous?: string): Promise<Part> {
  const total = { copied: 0, linked: 0, bytes: 0 };
  let after: string | undefined;
  for (;;) {
    const body = { folder, ...(previous === undefined ? {} : { previous }), ...(after === undefined ? {} : { after }) };
    const part = await operator.backUpRepository({ body });
    total.copied += part.copied;
    total.linked += part.linked;
    total.bytes += part.bytes;
    // A handler that does nothing returns the same `next` each time, and must not be asked for ever.
    if (part.next === null || part.next === after) return { ...part, ...total };
    after = part.next;
  }
}

/** Opens a backup as a repository of its own, for one look as Anna. */
export async function inBackup<T>(folder: string, look: (copy: Client) => Promise<T>): Promise<T> {
  const { send, close } = await openDirectory(folder);
  try {
    return await look(createClient(send, () => basic(anna)));
  } finally {
    await close();
  }
}
