import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cleanedName } from '../../../base/node-name.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import { failedConnection } from './address-failures.ts';
import { type AddressContent, type AddressOptions, getContent, parseAddress } from './get.ts';

/** The content of an address in a file of its own, which the caller removes. */
export interface LocalCopy {
  readonly path: string;
  remove(): Promise<void>;
}

/** Passes a content on. Fails if it would take more than half of what is free in the folder. */
async function* fitting({ bytes, url }: AddressContent, folder: string): AsyncGenerator<Buffer> {
  const { bavail, bsize } = await statfs(folder);
  let room = (bavail * bsize) / 2;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    room -= chunk.length;
    if (room < 0) {
      throw new Failure(exitCodes.error, {
        what: `${url.href} was not imported.`,
        why: `Its content would take more than half of the free space in ${tmpdir()}.`,
        next: 'Free space there, or set TMPDIR to a folder with more',
      });
    }
    yield chunk;
  }
}

/** Copies the content of an address to a temporary folder, under the name that it has there. Rejects with a failure if it cannot be loaded. */
export async function localCopy(text: string, options: AddressOptions): Promise<LocalCopy> {
  const address = parseAddress(text);
  const content = await getContent(address, options);
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-import-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const named = content.fileName ?? address.pathname.split('/').at(-1) ?? '';
    const path = join(folder, cleanedName(named) || 'content');
    await pipeline(fitting(content, folder), createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
      throw failedConnection(content.url, error);
    });
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
