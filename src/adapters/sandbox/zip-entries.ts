import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Unreadable } from './unreadable.ts';

/** The files in an archive, by name. */
export interface ZipEntries {
  readonly names: readonly string[];
  /** Like `read`, in chunks and without the limit for a single entry. No chunks if there is no such entry. */
  chunks(name: string): AsyncIterable<Buffer>;
  /** Unpacks one entry. Undefined if there is no such entry; throws `Unreadable` if it is encrypted or too large. */
  read(name: string): Promise<Buffer | undefined>;
  close(): void;
}

const maxEntries = 50_000;
/** Maximum unpacked size of an entry that is read into memory as a whole. */
const maxHeldBytes = 40_000_000;
/** Pictures and XML with real content never compress nearly as well. */
const maxCompressionRatio = 500;
/** Entries up to this unpacked size are never refused as a ZIP bomb. */
const smallEntryBytes = 1_000_000;

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw new Unreadable('too large');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  return entries;
}

const isBomb = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  uncompressedSize > smallEntryBytes && uncompressedSize > compressedSize * maxCompressionRatio;

/**
 * Opens an archive and reads its directory. `maxUnpackedBytes` limits the total that is unpacked. Rejects with the error
 * of the ZIP reader if the archive is damaged.
 */
export async function openZipEntries(path: string, maxUnpackedBytes = maxHeldBytes): Promise<ZipEntries> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  let left = maxUnpackedBytes;

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
      if (entry.uncompressedSize > maxHeldBytes) throw new Unreadable('too large');
      const chunks: Buffer[] = [];
      for await (const chunk of unpacked(entry)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    close: () => zip.close(),
  };
}
