import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { cleanedName } from '../../../base/node-name.ts';
import { failedConnection } from '../address/address-failures.ts';
import { getContent, parseAddress } from '../address/get.ts';
import type { SourceInput, SourceOptions } from '../source.ts';

/** A file that can be read as a whole. */
export interface LocalCopy {
  readonly path: string;
  close(): Promise<void>;
}

/** The file that the user named, or what is at the address, in a temporary folder. Rejects with a failure if it cannot be loaded. */
export async function localCopy({ kind, text }: SourceInput, options: SourceOptions): Promise<LocalCopy> {
  if (kind !== 'address') return { path: text, close: async () => undefined };
  const address = parseAddress(text);
  const content = await getContent(address, options);
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-import-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, cleanedName(address.pathname.split('/').at(-1) ?? '') || 'list');
    await pipeline(content.bytes, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
      throw failedConnection(content.url, error);
    });
    return { path, close };
  } catch (error) {
    await close();
    throw error;
  }
}
