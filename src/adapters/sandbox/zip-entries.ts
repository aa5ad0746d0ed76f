import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Unreadable } from './unreadable.ts';

/** The files in an archive, by name. */
export interface ZipEntries {
  readonly names: readonly string[];
  /** The bytes of this one as they are unpacked; none where there is none of this name. Throws `Unreadable` as `read`. */
  chunks(name: string): AsyncIterable<Buffer>;
  /** Unpacks this one only. Undefined where there is none of this name; throws `Unreadable` for what goes too far. */
  read(name: string): Promise<Buffer | undefined>;
  close(): void;
}

const mostEntries = 50_000;
/** Of one entry that is held as a whole, unpacked, in bytes. */
const mostHeld = 40_000_000;
/** The best that packing can do for pictures and XML with sense in them is far below. */
const mostPacked = 500;
const smallAnyway = 1_000_000;

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new Unreadable('too large');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  return entries;
}

const isBomb = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  uncompressedSize > smallAnyway && uncompressedSize > compressedSize * mostPacked;

/**
 * Opens an archive and reads its list of files. `mostUnpacked`: of all that is read, in bytes. Rejects with what the archive
 * is broken by.
 */
export async function openZipEntries(path: string, mostUnpacked = mostHeld): Promise<ZipEntries> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  let left = mostUnpacked;

  async function* unpacked(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw new Unreadable('encrypted');
    if (entry.uncompressedSize > left || isBomb(entry)) throw new Unreadable('too large');
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      left -= (chunk as Buffer).length;
      if (left < 0) throw new Unreadable('too large');
      yield chunk as Buffer;
    }
  }

  return {
    names: [...entries.keys()],
    async *chunks(name) {
      const entry = entries.get(name);
      if (entry !== undefined) yield* unpacked(entry);
    },
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      if (entry.uncompressedSize > mostHeld) throw new Unreadable('too large');
      const chunks: Buffer[] = [];
      for await (const chunk of unpacked(entry)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    close: () => zip.close(),
  };
}
