import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { readLogFile, writeLogFile } from './format/log-file.ts';
import { type Manifest, readManifest } from './format/manifest.ts';
import { checkTable, type TableDamage, withoutDamage } from './format/table-file.ts';
import { readWriteBatch } from './format/write-batch.ts';

/** The damage in LevelDB's files, found without LevelDB, which ignores damage silently or aborts the process. */
export interface StoreInspection {
  readonly damage: readonly StoreDamage[];
  /** Name of a damaged file -> the file without its damaged parts. */
  readonly replacements: ReadonlyMap<string, () => Promise<Buffer>>;
  /** False if only the indexes of the tables were read. */
  readonly everyBlock: boolean;
}

/** LevelDB's manifest cannot be read. Only the manifest names the tables. */
class UnreadableManifest extends Error {
  override readonly name = 'UnreadableManifest';
}

/** Tables up to this total size, in bytes, are read completely at every start, which takes a tenth of a second. */
const alwaysReadBytes = 64 * 1_048_576;

const fileNumber = (name: string): number => Number(/^(\d+)\.(?:ldb|sst|log)$/.exec(name)?.[1] ?? Number.NaN);

async function manifestOf(directory: string): Promise<Manifest | undefined> {
  let name: string;
  try {
    name = (await readFile(join(directory, 'CURRENT'), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  // LevelDB writes no other name. With one there is nothing to inspect: opening the database reports the error.
  if (!/^MANIFEST-\d+$/.test(name)) return undefined;
  const path = join(directory, name);
  try {
    const { records, damagedAt } = readLogFile(await readFile(path));
    if (damagedAt.length === 0) return readManifest(records);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof RangeError)) throw error;
  }
  throw new UnreadableManifest(`${path} is damaged: its checksums do not match`);
}

interface Finding {
  readonly damage: StoreDamage;
  readonly replacement?: readonly [name: string, content: () => Promise<Buffer>];
}

/** Reads the whole table at once, or only its index in parts. */
async function tableDamage(file: FileHandle, size: number, everyBlock: boolean): Promise<TableDamage | undefined> {
  const readPart = async (offset: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  if (!everyBlock) return checkTable(readPart, size, false);
  const whole = await readPart(0, size);
  return checkTable(async (offset, length) => whole.subarray(offset, offset + length), size, true);
}

const unreadable: TableDamage = { isUnreadable: true, blocks: [], filter: undefined };

/** The damage of a table and a message about it; undefined if the table is intact. */
async function checkTableFile(
  path: string,
  size: number,
  everyBlock: boolean,
): Promise<{ readonly damage: TableDamage; readonly message: string } | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const damage = await tableDamage(file, size, everyBlock);
    if (damage === undefined) return undefined;
    if (damage.isUnreadable) return { damage, message: 'the whole table is damaged: its index cannot be read' };
    const ranges = damage.blocks.map(({ firstKey, lastKey }) => `after "${firstKey}" up to "${lastKey}"`);
    const message =
      ranges.length === 0
        ? 'the table is damaged, but no rows are affected'
        : `the table is damaged: the rows ${ranges.join(', ')} cannot be read`;
    return { damage, message };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return { damage: unreadable, message: 'the table is missing' };
    if (code === 'EIO') return { damage: unreadable, message: `the disk cannot read the table (${messageOf(error)})` };
    throw error;
  } finally {
    await file?.close();
  }
}

/** The file name of a table. LevelDB also reads tables of older versions, which end in `.sst`. */
const tableName = (number: number, names: ReadonlySet<string>): string => {
  const stem = String(number).padStart(6, '0');
  return names.has(`${stem}.sst`) ? `${stem}.sst` : `${stem}.ldb`;
};

async function* damagedTables(
  directory: string,
  { tables }: Manifest,
  names: ReadonlySet<string>,
  everyBlock: boolean,
  isStopped: () => boolean,
): AsyncGenerator<Finding> {
  for (const [number, size] of tables) {
    if (isStopped()) return;
    const name = tableName(number, names);
    const path = join(directory, name);
    const checked = await checkTableFile(path, size, everyBlock);
    if (checked === undefined) continue;
    const content = async (): Promise<Buffer> => {
      // The file of an unreadable table may be missing.
      const table = checked.damage.isUnreadable ? Buffer.alloc(0) : await readFile(path);
      return withoutDamage(table, size, checked.damage);
    };
    yield { damage: { location: path, message: checked.message }, replacement: [name, content] };
  }
}

function readBatch(record: Buffer): ReturnType<typeof readWriteBatch> | undefined {
  try {
    return readWriteBatch(record);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The paths of the current logs, the oldest first. */
const logsOf = (directory: string, { logNumber }: Manifest, names: ReadonlySet<string>): readonly string[] =>
  [...names]
    .filter((name) => name.endsWith('.log') && fileNumber(name) >= logNumber)
    .toSorted((one, other) => fileNumber(one) - fileNumber(other))
    .map((name) => join(directory, name));

const logMessage = (damagedAt: readonly number[]): string =>
  `the log is damaged at byte ${damagedAt.join(', ')}: some changes cannot be read`;

/** Follows the sequence numbers of the rows through the logs, and finds those that are missing between two writes. */
class SequenceGaps {
  #next: number;

  constructor(lastSequence: number) {
    this.#next = lastSequence + 1;
  }

  /** The number of rows that are missing before the records of the next log, or between them. */
  missingIn(records: readonly Buffer[]): number {
    let missing = 0;
    for (const record of records) {
      const batch = readBatch(record);
      if (batch === undefined) continue;
      missing += Math.max(0, batch.sequence - this.#next);
      this.#next = Math.max(this.#next, batch.sequence + batch.count);
    }
    return missing;
  }
}

async function* damagedLogs(
  directory: string,
  manifest: Manifest,
  names: ReadonlySet<string>,
): AsyncGenerator<Finding> {
  const { logNumber, lastSequence } = manifest;
  const logs = logsOf(directory, manifest, names);
  if (logNumber > 0 && !logs.some((path) => fileNumber(basename(path)) === logNumber)) {
    const location = join(directory, `${String(logNumber).padStart(6, '0')}.log`);
    yield { damage: { location, message: 'the log of the last changes is missing' } };
  }
  const gaps = new SequenceGaps(lastSequence);
  for (const path of logs) {
    const { records, damagedAt } = readLogFile(await readFile(path));
    const missing = gaps.missingIn(records);
    if (damagedAt.length > 0) {
      const replacement = [basename(path), async () => writeLogFile(records)] as const;
      yield { damage: { location: path, message: logMessage(damagedAt) }, replacement };
    } else if (missing > 0) {
      yield { damage: { location: path, message: `${missing} rows that were written before this log are missing` } };
    }
  }
}

/**
 * Checks the files of a closed store: the whole log of the last changes, the indexes of all tables, and every block of
 * the tables if `everyBlock` is set or the tables are small. An incomplete end of the log, as after a power failure, is
 * not damage. Resolves to undefined if there is no store. Rejects with `UnreadableManifest`.
 */
export async function inspectStore(directory: string, everyBlock: boolean): Promise<StoreInspection | undefined> {
  const manifest = await manifestOf(directory);
  if (manifest === undefined) return undefined;
  const names = new Set(await readdir(directory));
  let bytes = 0;
  for (const size of manifest.tables.values()) bytes += size;
  const whole = everyBlock || bytes <= alwaysReadBytes;
  const damage: StoreDamage[] = [];
  const replacements = new Map<string, () => Promise<Buffer>>();
  const tables = damagedTables(directory, manifest, names, whole, () => false);
  for (const findings of [tables, damagedLogs(directory, manifest, names)]) {
    for await (const finding of findings) {
      damage.push(finding.damage);
      if (finding.replacement !== undefined) replacements.set(...finding.replacement);
    }
  }
  return { damage, replacements, everyBlock: whole };
}

/**
 * Checks every block of the tables of an open store, and the log of its last changes. Stops before the next table once `isStopped`
 * returns true. LevelDB may write meanwhile, so only what two calls find is damage. Rejects with `UnreadableManifest` if the files
 * that name all others are missing or damaged.
 */
export async function inspectOpenStore(directory: string, isStopped: () => boolean): Promise<readonly StoreDamage[]> {
  const manifest = await manifestOf(directory);
  if (manifest === undefined) throw new UnreadableManifest(`${directory} has no valid CURRENT file, or no manifest`);
  const names = new Set(await readdir(directory));
  const damage: StoreDamage[] = [];
  for await (const finding of damagedTables(directory, manifest, names, true, isStopped)) damage.push(finding.damage);
  for (const path of logsOf(directory, manifest, names)) {
    const found = await damagedLog(path);
    if (found !== undefined && !isStopped()) damage.push(found);
  }
  return damage;
}

/** The damage of a log to which LevelDB may be writing; undefined if it is intact or was removed. */
async function damagedLog(path: string): Promise<StoreDamage | undefined> {
  try {
    const { damagedAt } = readLogFile(await readFile(path));
    return damagedAt.length === 0 ? undefined : { location: path, message: logMessage(damagedAt) };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
