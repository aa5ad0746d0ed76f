import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Unreadable } from './unreadable.ts';

/** The files in an archive, by name. */
export interface ZipEntries {
  readonly names: readonly string[];
  /** Unpacks this one only. Undefined where there is none of this name; throws `Unreadable` for what goes too far. */
  read(name: string): Promise<Buffer | undefined>;
  close(): void;
}

const mostEntries = 50_000;
/** Unpacked, in bytes: of one entry, and of all that are read. */
const mostUnpacked = 40_000_000;
/** The best that packing can do for pictures and XML with sense in them is far below. */
const mostPacked = 500;
const smallAnyway = 1_000_000;

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new Unreadable('too large');
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  return entries;
}

const goesTooFar = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  uncompressedSize > mostUnpacked || (uncompressedSize > smallAnyway && uncompressedSize > compressedSize * mostPacked);

/** Opens an archive and reads its list of files. Rejects with what the archive is broken by. */
export async function openZipEntries(path: string): Promise<ZipEntries> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  let left = mostUnpacked;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      if (entry.isEncrypted()) throw new Unreadable('encrypted');
      if (goesTooFar(entry)) throw new Unreadable('too large');
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        chunks.push(chunk as Buffer);
        left -= (chunk as Buffer).length;
        if (left < 0) throw new Unreadable('too large');
      }
      return Buffer.concat(chunks);
    },
    close: () => zip.close(),
  };
}
