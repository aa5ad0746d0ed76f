import { randomInt } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLogFile } from '../../src/adapters/level/format/log-file.ts';
import { readManifest } from '../../src/adapters/level/format/manifest.ts';
import { openLevelStore } from '../../src/adapters/level/store.ts';
import type { GroupRecord } from '../../src/domain/identity/person-records.ts';
import type { Store } from '../../src/ports/store.ts';
import { aGroup } from '../conformance/opened-store.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { report } from '../faults/report.ts';
import { settledTables } from '../support/settled-tables.ts';

const flips = 100;
const rows = 4_000;

/** What was ever written under each key, the present value last. */
type Written = Map<string, GroupRecord[]>;

interface Original {
  readonly path: string;
  readonly written: Written;
}

const openIn = (folder: string): Promise<Store> =>
  openLevelStore({
    directory: join(folder, 'store'),
    commitFile: join(folder, 'commit'),
    create: true,
    log: createRecordingLog(),
  });

async function put(store: Store, written: Written, keys: readonly string[], text: string): Promise<void> {
  await store.change(async (change) => {
    for (const key of keys) {
      const value = aGroup(`${text} ${key} ${'x'.repeat(randomInt(600))}`);
      change.groups.put(key, value);
      written.set(key, [...(written.get(key) ?? []), value]);
    }
  });
}

const keyOf = (number: number): string => `group ${String(number).padStart(6, '0')}`;

/** A store with rows in tables and, as after `kill -9`, changes of old and new rows in its log. */
async function makeOriginal(): Promise<Original> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const written: Written = new Map();
  const [made, path] = [join(folder.path, 'made'), join(folder.path, 'original')];
  for (let part = 0; part < 4; part += 1) {
    // Each opening moves what is in the log into a table.
    const store = await openIn(await ensured(made));
    for (let at = part * (rows / 4); at < (part + 1) * (rows / 4); at += 20) {
      const own = Array.from({ length: 20 }, (_, index) => keyOf(at + index));
      await put(store, written, [...own, keyOf(randomInt(rows / 4))], 'first');
    }
    await store.close();
  }
  const store = await openIn(made);
  for (let count = 0; count < 300; count += 1) await put(store, written, [keyOf(randomInt(rows * 2))], 'second');
  await settledTables(join(made, 'store'));
  // Only the tables and logs: the file of the last commit is replaced in the background.
  await cp(join(made, 'store'), join(path, 'store'), { recursive: true });
  await store.close();
  // Nothing but the store itself can tell of what is lost.
  await writeFile(join(path, 'commit'), '0\n');
  return { path, written };
}

async function ensured(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}

interface Figures {
  noticed: number;
  harmless: number;
  silentLosses: number;
  wrongValues: number;
  announcedLosses: number;
  announcedOldValues: number;
}

const sameAs = (value: GroupRecord | undefined, other: GroupRecord | undefined): boolean =>
  JSON.stringify(value) === JSON.stringify(other);

/** What is served under a key; a damaged record is an error, and no value. */
const served = (store: Store, key: string): Promise<GroupRecord | undefined> =>
  store.groups.get(key).catch(() => undefined);

/** Compares all rows with what was written. */
async function compare(store: Store, written: Written, figures: Figures): Promise<void> {
  const isNoticed = store.problem !== undefined;
  let differences = 0;
  for (const [key, values] of written) {
    const value = await served(store, key);
    if (sameAs(value, values.at(-1))) continue;
    differences += 1;
    if (value !== undefined && !values.some((one) => sameAs(value, one))) figures.wrongValues += 1;
    else if (!isNoticed) figures.silentLosses += 1;
    else if (value === undefined) figures.announcedLosses += 1;
    else figures.announcedOldValues += 1;
  }
  if (isNoticed) figures.noticed += 1;
  else if (differences === 0) figures.harmless += 1;
}

/** The logs, or the tables that the manifest names: LevelDB deletes the others later, and a flipped bit in them does no harm. */
async function namesInUse(store: string, ending: string): Promise<string[]> {
  const names = (await readdir(store)).filter((name) => name.endsWith(ending)).sort();
  if (ending === '.log') return names;
  const manifest = (await readFile(join(store, 'CURRENT'), 'utf8')).trim();
  const { tables } = readManifest(readLogFile(await readFile(join(store, manifest))).records);
  return names.filter((name) => tables.has(Number.parseInt(name, 10)));
}

async function flipIn(folder: string, ending: string): Promise<string> {
  const names = await namesInUse(join(folder, 'store'), ending);
  const files = await Promise.all(names.map((name) => readFile(join(folder, 'store', name))));
  let at = randomInt(files.reduce((sum, { length }) => sum + length, 0));
  const number = files.findIndex(({ length }) => {
    if (at < length) return true;
    at -= length;
    return false;
  });
  const [name = '', bytes = Buffer.alloc(0)] = [names[number], files[number]];
  const bit = randomInt(8);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  await writeFile(join(folder, 'store', name), bytes);
  return `bit ${bit} of byte ${at} of ${name} (${bytes.length} bytes)`;
}

test.each(['.log', '.ldb'])(
  `${flips} flipped bits in %s files lose nothing in silence and give out nothing wrong`,
  async (ending) => {
    const { path, written } = await makeOriginal();
    const figures: Figures = {
      noticed: 0,
      harmless: 0,
      silentLosses: 0,
      wrongValues: 0,
      announcedLosses: 0,
      announcedOldValues: 0,
    };
    const findings: string[] = [];
    for (let count = 0; count < flips; count += 1) {
      const folder = `${path} ${count}`;
      await cp(path, folder, { recursive: true });
      const place = await flipIn(folder, ending);
      const store = await openIn(folder);
      const before = figures.silentLosses + figures.wrongValues;
      try {
        await compare(store, written, figures);
      } finally {
        await store.close();
        await rm(folder, { recursive: true });
      }
      if (figures.silentLosses + figures.wrongValues > before) findings.push(place);
    }
    report(`bit flips in ${ending}: ${JSON.stringify(figures)}`);
    expect(findings).toEqual([]);
    expect(figures.noticed).toBeGreaterThan(flips / 2);
    expect(figures.noticed + figures.harmless).toBe(flips);
  },
);
