import { crc32c, maskChecksum, unmaskChecksum } from './crc32c.ts';
import { decompressSnappy } from './snappy.ts';
import { readerOf } from './varint.ts';

/** LevelDB's tables: blocks, each followed by a checksum, an index of the blocks, and a footer that locates the index. */
const footerLength = 48;
const magic = Buffer.from('57fb808b247547db', 'hex');
/** Compression type (1) and checksum (4) after each block. */
const trailerLength = 5;
const snappy = 1;

interface Handle {
  readonly offset: number;
  readonly size: number;
}

/** A block of entries. `lastKey` is its last key, `firstKey` the last key of the block before it (empty: none). */
interface DamagedBlock {
  readonly offset: number;
  readonly size: number;
  readonly firstKey: string;
  readonly lastKey: string;
}

export interface TableDamage {
  /** True if the index cannot be read, and therefore no entry either. */
  readonly isUnreadable: boolean;
  readonly blocks: readonly DamagedBlock[];
  /** The metaindex, if the filter is damaged. A damaged filter may hide entries, and the table works without one. */
  readonly filter: Handle | undefined;
}

/** Reads part of a table file. Returns fewer bytes at the end of the file. */
type ReadPart = (offset: number, length: number) => Promise<Buffer>;

function handleIn(bytes: Buffer): Handle {
  const reader = readerOf(bytes);
  return { offset: reader.varint(), size: reader.varint() };
}

/** A block as it is stored, with its trailer, or undefined if its checksum does not match. */
async function readStoredBlock(read: ReadPart, { offset, size }: Handle): Promise<Buffer | undefined> {
  const block = await read(offset, size + trailerLength);
  if (block.length < size + trailerLength) return undefined;
  return unmaskChecksum(block.readUInt32LE(size + 1)) === crc32c(block, 0, size + 1) ? block : undefined;
}

/** The content of a block, or undefined if its checksum does not match. */
async function readBlock(read: ReadPart, handle: Handle): Promise<Buffer | undefined> {
  const block = await readStoredBlock(read, handle);
  if (block === undefined) return undefined;
  const content = block.subarray(0, handle.size);
  return block.readUInt8(handle.size) === snappy ? decompressSnappy(content) : content;
}

function entriesOf(block: Buffer): [key: Buffer, value: Buffer][] {
  const restarts = block.readUInt32LE(block.length - 4);
  const reader = readerOf(block.subarray(0, block.length - 4 - 4 * restarts));
  const entries: [Buffer, Buffer][] = [];
  let key = Buffer.alloc(0);
  while (!reader.isAtEnd) {
    const [shared, own, length] = [reader.varint(), reader.varint(), reader.varint()];
    key = Buffer.concat([key.subarray(0, shared), reader.bytes(own)]);
    entries.push([key, reader.bytes(length)]);
  }
  return entries;
}

/** The key without the eight bytes that LevelDB appends to each. */
const userKey = (key: Buffer): string => key.subarray(0, Math.max(0, key.length - 8)).toString('utf8');

interface Layout {
  readonly index: readonly { readonly key: string; readonly handle: Handle }[];
  readonly metaindex: Handle;
}

async function readLayout(read: ReadPart, size: number): Promise<Layout | undefined> {
  const footer = await read(size - footerLength, footerLength);
  if (footer.length < footerLength || !footer.subarray(footerLength - 8).equals(magic)) return undefined;
  const handles = readerOf(footer);
  const metaindex = { offset: handles.varint(), size: handles.varint() };
  const index = { offset: handles.varint(), size: handles.varint() };
  const limit = size - footerLength;
  if (index.offset + index.size > limit || metaindex.offset + metaindex.size > limit) return undefined;
  const block = await readBlock(read, index);
  if (block === undefined) return undefined;
  return { metaindex, index: entriesOf(block).map(([key, value]) => ({ key: userKey(key), handle: handleIn(value) })) };
}

async function isFilterWhole(read: ReadPart, metaindex: Handle): Promise<boolean> {
  const block = await readBlock(read, metaindex);
  if (block === undefined) return false;
  for (const [, handle] of entriesOf(block)) if ((await readBlock(read, handleIn(handle))) === undefined) return false;
  return true;
}

/** The result of the work, or undefined if the bytes are malformed. */
async function ifReadable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Checks the footer and the index of a table of `size` bytes, and all of its blocks if `everyBlock` is set. */
export async function checkTable(read: ReadPart, size: number, everyBlock: boolean): Promise<TableDamage | undefined> {
  const layout = size < footerLength ? undefined : await ifReadable(() => readLayout(read, size));
  if (layout === undefined) return { isUnreadable: true, blocks: [], filter: undefined };
  if (!everyBlock) return undefined;
  const blocks: DamagedBlock[] = [];
  let firstKey = '';
  for (const { key, handle } of layout.index) {
    // The checksum is of the stored bytes: decompressing every block would cost seven times as much and find no more.
    const block = await ifReadable(() => readStoredBlock(read, handle));
    if (block === undefined) blocks.push({ ...handle, firstKey, lastKey: key });
    firstKey = key;
  }
  const isWhole = (await ifReadable(() => isFilterWhole(read, layout.metaindex))) === true;
  if (blocks.length === 0 && isWhole) return undefined;
  return { isUnreadable: false, blocks, filter: isWhole ? undefined : layout.metaindex };
}

/** An empty block of the same length as another one, with its trailer. LevelDB reads nothing from it. */
function emptyBlock(size: number): Buffer {
  const block = Buffer.alloc(size + trailerLength);
  block.writeUInt32LE(maskChecksum(crc32c(block, 0, size + 1)), size + 1);
  return block;
}

function varints(...numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** A table of `size` bytes (100 or more) without entries. */
function emptyTable(size: number): Buffer {
  const table = Buffer.alloc(size);
  const block = emptyBlock(4);
  block.copy(table, 0);
  block.copy(table, block.length);
  varints(0, 4, block.length, 4).copy(table, size - footerLength);
  magic.copy(table, size - magic.length);
  return table;
}

/** The table without its damaged parts. Everything else keeps its offset. */
export function withoutDamage(table: Buffer, size: number, damage: TableDamage): Buffer {
  if (damage.isUnreadable) return emptyTable(size);
  const repaired = Buffer.alloc(size);
  table.copy(repaired);
  for (const { offset, size: length } of damage.blocks) emptyBlock(length).copy(repaired, offset);
  if (damage.filter !== undefined) emptyBlock(damage.filter.size).copy(repaired, damage.filter.offset);
  return repaired;
}
