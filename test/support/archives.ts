import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface Part {
  readonly name: string;
  readonly content: Buffer;
  /** Packed by DEFLATE; else stored as it is. */
  readonly packed?: true;
  /** What the archive says that it has unpacked, where that is not true. */
  readonly claimedSize?: number;
}

const packedOf = ({ content, packed }: Part): Buffer => (packed ? deflateRawSync(content, { level: 9 }) : content);

const methodOf = ({ packed }: Part): number => (packed ? 8 : 0);

const header = (signature: number, size: number, fields: (view: Buffer) => void): Buffer => {
  const view = Buffer.alloc(size);
  view.writeUInt32LE(signature, 0);
  fields(view);
  return view;
};

const localHeader = (part: Part, stored: number): Buffer =>
  header(0x04034b50, 30, (view) => {
    view.writeUInt16LE(20, 4);
    view.writeUInt16LE(methodOf(part), 8);
    view.writeUInt32LE(crc32(part.content), 14);
    view.writeUInt32LE(stored, 18);
    view.writeUInt32LE(part.claimedSize ?? part.content.length, 22);
    view.writeUInt16LE(part.name.length, 26);
  });

const centralHeader = (part: Part, stored: number, offset: number): Buffer =>
  header(0x02014b50, 46, (view) => {
    view.writeUInt16LE(20, 4);
    view.writeUInt16LE(20, 6);
    view.writeUInt16LE(methodOf(part), 10);
    view.writeUInt32LE(crc32(part.content), 16);
    view.writeUInt32LE(stored, 20);
    view.writeUInt32LE(part.claimedSize ?? part.content.length, 24);
    view.writeUInt16LE(part.name.length, 28);
    view.writeUInt32LE(offset, 42);
  });

/** A ZIP archive of these files; their names are ASCII. */
export function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const stored = packedOf(part);
    const entry = Buffer.concat([localHeader(part, stored.length), Buffer.from(part.name), stored]);
    central.push(centralHeader(part, stored.length, offset), Buffer.from(part.name));
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = header(0x06054b50, 22, (view) => {
    view.writeUInt16LE(parts.length, 8);
    view.writeUInt16LE(parts.length, 10);
    view.writeUInt32LE(directory.length, 12);
    view.writeUInt32LE(offset, 16);
  });
  return Buffer.concat([...local, directory, end]);
}

/** The files that an archive names in its directory, read by hand; unpacks one when asked. */
export function unzip(archive: Buffer): ReadonlyMap<string, () => Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files = new Map<string, () => Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const [method, size, start] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ];
    files.set(name, () => {
      const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
      const stored = archive.subarray(data, data + size);
      return method === 0 ? stored : inflateRawSync(stored);
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
