import type { Readable } from 'node:stream';
import { onOneLine } from '../../print/printable.ts';
import { exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';
import type { ItemContent } from '../item.ts';
import { readDocument, type XmlElement } from '../xml/elements.ts';

/** The files of an archive or folder. Only the list of its entries is in memory. */
export interface Archive {
  /** The sizes of the files in bytes, by their path, in the order of the archive. Paths are relative, with `/`. */
  readonly files: ReadonlyMap<string, number>;
  /** Opens a file of the list. May be called again. The stream fails if the entry is damaged. */
  open(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/** What an archive may hold. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Unpacked, in all. */
  readonly bytes: number;
  /** Unpacked to packed bytes, from `ratioFrom` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFrom: number;
}

/** Far above what schools exchange, and far below what fills a disk. */
export const defaultLimits: ArchiveLimits = { entries: 100_000, bytes: 100e9, ratio: 200, ratioFrom: 500e6 };

/** An archive or document that cannot be read, or that is refused. */
export const refused = (input: string, why: string, next: string, cause?: unknown): Failure =>
  new Failure(
    exitCodes.error,
    { what: `"${onOneLine(input)}" cannot be imported.`, why: onOneLine(why), next },
    { cause },
  );

const packAgain = 'Pack the files again, and import that archive.';

/** The kinds of entries in an archive. Only files are imported. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

/** Checks the entries of an archive, and collects the files. Each way of packing uses it. */
export class CheckedEntries {
  readonly files = new Map<string, number>();
  readonly #folded = new Set<string>();
  readonly #input: string;
  readonly #limits: ArchiveLimits;
  #count = 0;
  #bytes = 0;

  constructor(input: string, limits: ArchiveLimits) {
    this.#input = input;
    this.#limits = limits;
  }

  /** Returns the path of a file that is to be read, and undefined for a folder. Throws a failure for what is refused. */
  add(name: string, kind: EntryKind, size: number): string | undefined {
    const { entries } = this.#limits;
    this.#count += 1;
    if (this.#count > entries) throw this.#refused(`It has more than ${entries} entries.`, 'Split it.');
    const path = this.#checkedPath(name);
    if (kind === 'link' || kind === 'other') {
      const what = kind === 'link' ? 'a link' : 'no file and no folder';
      throw this.#refused(`"${path}" in it is ${what}.`, 'Pack the files themselves.');
    }
    if (kind === 'folder') return undefined;
    const folded = path.normalize('NFC');
    if (this.#folded.has(folded)) throw this.#refused(`It has two files with the name "${path}".`, packAgain);
    this.#folded.add(folded);
    this.files.set(path, size);
    return path;
  }

  /** Counts unpacked bytes. `packed` is the number of bytes that they came from. */
  count(unpacked: number, packed: number): void {
    const { bytes, ratio, ratioFrom } = this.#limits;
    this.#bytes += unpacked;
    if (this.#bytes > bytes) throw this.#refused(`It unpacks to more than ${bytes / 1e9} GB.`, 'Split it.');
    if (this.#bytes > ratioFrom && this.#bytes > packed * ratio) {
      throw this.#refused(
        `It unpacks to more than ${ratio} times its size, as archives do that fill disks.`,
        packAgain,
      );
    }
  }

  #checkedPath(name: string): string {
    const steps = name.replaceAll('\\', '/').split('/');
    if (name.includes('\0')) throw this.#refused('A name in it has a zero character.', packAgain);
    if (steps[0] === '' || /^[a-z]:/i.test(name) || steps.includes('..')) {
      throw this.#refused(`"${name}" in it leads out of the archive.`, 'Import archives of people that you trust.');
    }
    return steps.filter((step) => step !== '' && step !== '.').join('/');
  }

  #refused(why: string, next: string): Failure {
    return refused(this.#input, why, next);
  }
}

/** The content of an item from a file of an archive. */
export const contentFrom = (
  archive: Archive,
  path: string,
  fileName = path.slice(path.lastIndexOf('/') + 1),
): Extract<ItemContent, { kind: 'stream' }> => ({
  kind: 'stream',
  fileName,
  size: archive.files.get(path),
  open: () => archive.open(path),
});

/** The bytes of a metadata document: at most 16 MB. Undefined if there is none. */
export async function documentBytes(archive: Archive, path: string): Promise<Buffer | undefined> {
  const size = archive.files.get(path);
  if (size === undefined) return undefined;
  if (size > 16_000_000) throw new Error('It has more than 16 MB.');
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.open(path)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** An XML document of an archive, which must be there. Rejects with a failure that names it. */
export async function xmlFrom(archive: Archive, path: string, input: string): Promise<XmlElement> {
  try {
    if (!archive.files.has(path)) throw new Error('It is missing.');
    return await readDocument(await archive.open(path));
  } catch (error) {
    throw unreadable(input, path, error);
  }
}

/** A document of an archive that cannot be used. */
export function unreadable(input: string, path: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const why = `${path} in it cannot be read. ${error instanceof Error ? error.message : String(error)}`;
  return refused(input, why, 'Export it again from the program that made it.', error);
}
