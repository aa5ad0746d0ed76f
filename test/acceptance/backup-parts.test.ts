import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { type BackupService, createBackupService } from '../../src/services/backup/backups.ts';
import { createContentGcService } from '../../src/services/trash/content-gc.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { inBackup } from '../support/backups.ts';
import { useDataDirectory } from '../support/data-directories.ts';
import { filesBelow } from '../support/files-below.ts';
import { settledTables } from '../support/settled-tables.ts';
import { makeFile, namesIn } from '../support/trees.ts';

const given = useDataDirectory();

let folder = '';
let seams: Seams | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'));
});
afterEach(async () => {
  await seams?.store.close();
  seams = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** A service on the data directory of the test, in which each part is as short as possible. */
async function openBackups(): Promise<BackupService> {
  const opened = await openSeams(given.path, false, createRecordingLog());
  seams = opened;
  return createBackupService({ ...opened, contentGc: createContentGcService(opened, []) }, { partTime: 0 });
}

async function copyAll(backups: BackupService, target: string): Promise<void> {
  let part = await backups.copyPart({ folder: target });
  while (part.next !== undefined) part = await backups.copyPart({ folder: target }, part.next);
}

const makeFiles = (count: number): Promise<void> =>
  given.asAnna(async (anna) => {
    for (let at = 0; at < count; at += 1) await makeFile(anna, `text ${at}`, { name: `file ${at}` });
  });

test('a backup in many parts goes on from node to node, then from version to version, and opens only after the last part', async () => {
  await makeFiles(100);
  const backups = await openBackups();
  const target = join(folder, 'backup');
  const kinds: string[] = [];
  let copied = 0;
  for (
    let part = await backups.copyPart({ folder: target });
    ;
    part = await backups.copyPart({ folder: target }, part.next)
  ) {
    copied += part.copied;
    if (part.next === undefined) {
      expect(part.completed).toMatchObject({ problems: 0, lost: 0 });
      break;
    }
    kinds.push(part.next.kind);
    expect(await filesBelow(target)).not.toContain('edu-repo.json');
  }
  expect(copied).toBe(100);
  expect(new Set(kinds)).toEqual(new Set(['nodes', 'versions']));
  expect(kinds.length).toBeGreaterThanOrEqual(3);
  await inBackup(target, async (copy) => expect(await namesIn(copy, '-userhome-')).toHaveLength(100));
});

test('a repository that stops ends the part in progress, and the folder stays unfinished', async () => {
  await makeFiles(3);
  const backups = await openBackups();
  const target = join(folder, 'backup');
  const copying = backups.copyPart({ folder: target }, { kind: 'versions', key: '~' });
  const refused = expect(copying).rejects.toThrow(/stopping/);
  while (!existsSync(target)) await new Promise(setImmediate);
  await backups.stop();
  await refused;
  await expect(backups.copyPart({ folder: target })).rejects.toThrow(/stopping/);
  expect(await filesBelow(target)).not.toContain('edu-repo.json');
});

test('damage of the metadata store that appears while it is open is found before it is copied', async () => {
  await makeFiles(20);
  const backups = await openBackups();
  const { store } = dataPaths(given.path);
  const tables = await settledTables(store);
  for (const name of tables) {
    const file = await open(join(store, name), 'r+');
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 40);
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 40);
    await file.close();
  }
  const target = join(folder, 'backup');
  await expect(backups.copyPart({ folder: target }, { kind: 'versions', key: '~' })).rejects.toThrow(
    /store is damaged/,
  );
  expect(await filesBelow(target)).not.toContain('edu-repo.json');
});

test('configuration files that are created and deleted while they are copied do not stop a backup', async () => {
  const backups = await openBackups();
  const mails = join(given.path, 'outbox');
  let isOver = false;
  const churn = async (): Promise<void> => {
    while (!isOver) {
      await mkdir(mails, { recursive: true });
      for (let at = 0; at < 20; at += 1) await writeFile(join(mails, `${at}.eml`), 'a mail');
      await rm(mails, { recursive: true });
    }
  };
  const churning = churn();
  try {
    for (let at = 0; at < 30; at += 1) {
      const target = join(folder, `backup-${at}`);
      await copyAll(backups, target);
      expect(await filesBelow(target)).toContain('edu-repo.json');
    }
  } finally {
    isOver = true;
    await churning;
  }
});

test('folders of the configuration that are links are copied, and contents that are elsewhere are no place for a backup', async () => {
  await makeFiles(1);
  const { metadataSets, content } = dataPaths(given.path);
  const [sets, contents] = [join(folder, 'sets'), join(folder, 'contents')];
  await rename(metadataSets, sets);
  await symlink(sets, metadataSets);
  await rename(content, contents);
  await symlink(contents, content);
  const backups = await openBackups();
  await expect(backups.copyPart({ folder: join(contents, 'backup') })).rejects.toThrow(/overlaps/);
  const target = join(folder, 'backup');
  await copyAll(backups, target);
  expect((await stat(dataPaths(target).metadataSets)).isDirectory()).toBe(true);
  expect(await filesBelow(dataPaths(target).metadataSets)).toEqual(await filesBelow(sets));
});
