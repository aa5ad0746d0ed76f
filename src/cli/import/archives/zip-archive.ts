import { pipeline, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { Failure } from '../../program/failure.ts';
import { type Archive, type ArchiveLimits, CheckedEntries, defaultLimits, type EntryKind, refused } from './archive.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf8Flag = 0x800;

/** A name without the mark for UTF-8 is UTF-8 nevertheless if it can be, as macOS writes it; otherwise it is in CP 437. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  let flags = generalPurposeBitFlag;
  try {
    utf8.decode(fileNameRaw);
    flags |= utf8Flag;
  } catch {
    // It is in the encoding of old programs.
  }
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

const unix = 3;
const kinds: ReadonlyMap<number, EntryKind> = new Map([
  [0o000000, 'file'],
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);

function kindOf(entry: Entry, name: string): EntryKind {
  if (name.endsWith('/')) return 'folder';
  if (entry.versionMadeBy >> 8 !== unix) return 'file';
  return kinds.get((entry.externalFileAttributes >>> 16) & 0o170000) ?? 'other';
}

function checkedBytes(entry: Entry, path: string): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new Error(`"${path}" is damaged in the archive: its checksum is wrong.`));
    },
  });
}

/** Opens a ZIP archive. Rejects with a failure if it is damaged, encrypted, or holds what is refused. */
export async function openZip(path: string, input: string, limits: ArchiveLimits = defaultLimits): Promise<Archive> {
  const next = 'Copy or download it again.';
  const damaged = (error: unknown): Failure =>
    error instanceof Failure ? error : refused(input, `It is a damaged ZIP archive: ${messageOf(error)}.`, next, error);
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw damaged(error);
  }
  const entries = new Map<string, Entry>();
  const checked = new CheckedEntries(input, limits);
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (entry.isEncrypted()) throw refused(input, `"${name}" in it is encrypted.`, 'Pack it without a password.');
      const added = checked.add(name, kindOf(entry, name), entry.uncompressedSize);
      checked.count(entry.uncompressedSize, zip.fileSize);
      if (added !== undefined) entries.set(added, entry);
    }
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
  return {
    files: checked.files,
    async open(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`The archive has no file "${name}".`);
      const bytes = await zip.openReadStreamPromise(entry);
      return pipeline(bytes, checkedBytes(entry, name), () => undefined);
    },
    async close() {
      zip.close();
    },
  };
}

/** More than any archive of a school has. The kinds of archives have limits of their own. */
const maxNames = 200_000;

/** The names in a ZIP archive; undefined if it is none, or is damaged: then the kind that it is read as says what is wrong. */
export async function zipEntryNames(path: string): Promise<readonly string[] | undefined> {
  try {
    const zip = await openPromise(path, { lazyEntries: true });
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) {
      names.push(fileName);
      if (names.length > maxNames) return undefined;
    }
    return names;
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
