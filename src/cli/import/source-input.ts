import { stat } from 'node:fs/promises';
import { NotARegularFile } from '../../base/errors/not-a-regular-file.ts';
import { openRegularFile } from '../files/regular-file.ts';
import type { SourceInput } from './source.ts';

/** The number of bytes of `SourceInput.beginning`. */
export const beginningBytes = 65_536;

async function beginningOf(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether it is a ZIP archive, or compressed by gzip. */
export const isArchive = (beginning: Buffer): boolean =>
  isZip(beginning) || beginning.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));

const isZip = (beginning: Buffer): boolean => beginning.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'));

async function entryNames(path: string): Promise<readonly string[] | undefined> {
  const { zipEntryNames } = await import('./archives/zip-archive.ts');
  return zipEntryNames(path);
}

/** An address of a node in a repository, such as `schule:/Mathe`. */
const inRepository = /^[\w.-]{2,}:[/~]/;

/** Looks at what the user named. Rejects with the error of the file system if there is no such file. */
export async function lookAt(text: string): Promise<SourceInput> {
  const none = { beginning: Buffer.alloc(0), entries: () => Promise.resolve(undefined) };
  if (/^https?:\/\//i.test(text)) return { text, kind: 'address', path: '', ...none };
  const facts = await stat(text).catch((error: unknown) => {
    if (inRepository.test(text)) return undefined;
    throw error;
  });
  if (facts === undefined) return { text, kind: 'address', path: '', ...none };
  if (facts.isDirectory()) return { text, kind: 'folder', path: text, ...none };
  if (!facts.isFile()) throw new NotARegularFile(text);
  return lookAtFile(text, text);
}

/** Looks at the file at `path`, for which the user typed `text`. */
export async function lookAtFile(text: string, path: string): Promise<SourceInput> {
  const beginning = await beginningOf(path);
  let names: Promise<readonly string[] | undefined> | undefined;
  const entries = (): Promise<readonly string[] | undefined> => {
    names ??= isZip(beginning) ? entryNames(path) : Promise.resolve(undefined);
    return names;
  };
  return { text, kind: 'file', path, beginning, entries };
}
