import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { batchFile, type NewEntry } from '../../src/client/batch-file.ts';
import type { Client } from '../../src/client/client.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';
import { backUp } from '../support/backups.ts';
import { filesBelow } from '../support/files-below.ts';

/** At least so many; more, until one was killed before its end. */
const cycles = 5;
const mostCycles = 20;
const writers = 8;
const filesBefore = 1_000;

const repository = '-home-';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A name that tells the hash of the content, so that a copy can be checked without the original. */
function newEntry(parent: string, name: string): NewEntry {
  const bytes = randomBytes(randomInt(20) === 0 ? randomInt(200_000, 2_000_000) : randomInt(0, 5_000));
  return { id: name, parent, properties: { 'cm:name': `${name}.${sha256(bytes).slice(0, 16)}` }, content: { bytes } };
}

async function newFolder(client: Client, name: string): Promise<string> {
  const body = { 'cm:name': [name] };
  const { node } = await client.createNode({ repository, node: '-companyhome-', type: 'ccm:map', body });
  return node.ref.id;
}

async function send(client: Client, entries: readonly NewEntry[]): Promise<void> {
  const { results } = await client.createNodes({ body: batchFile(entries) });
  expect(results.map(({ status, error }) => error?.message ?? status)).toEqual(entries.map(() => 200));
}

/** Creates one file after the other until it is stopped. Resolves to the number of those that were acknowledged. */
async function write(client: Client, parent: string, writer: string, isStopped: () => boolean): Promise<number> {
  for (let count = 0; ; count += 1) {
    try {
      await send(client, [newEntry(parent, `${writer}-${String(count).padStart(5, '0')}`)]);
    } catch (error) {
      if (isStopped()) return count;
      throw error;
    }
    if (isStopped()) return count + 1;
  }
}

/** The names of all files in a folder, each of which is whole. */
async function wholeFilesIn(client: Client, folder: string): Promise<string[]> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 100_000 });
  for (const { name, ref } of nodes) {
    const file = await client.downloadContent({ nodeId: ref.id });
    expect(name.split('.').at(-1)).toBe(sha256(await buffer(file.bytes)).slice(0, 16));
  }
  return nodes.map(({ name }) => name).toSorted();
}

/**
 * Opens a backup and checks what it has in these folders. Each writer waits for its answer, so the backup has the first files of each,
 * at least so many, and no others.
 */
async function expectExact(
  backup: string,
  folders: readonly string[],
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const copy = await startDaemon({ dataDirectory: backup });
  try {
    const { problems, damage } = await copy.client.verifyRepository({});
    expect({ problems, damage }).toEqual({ problems: [], damage: [] });
    const names = (await Promise.all(folders.map((folder) => wholeFilesIn(copy.client, folder)))).flat();
    for (const [writer, least] of counts) {
      const own = names.filter((name) => name.startsWith(`${writer}-`));
      expect(own.map((name) => Number(name.split(/[-.]/)[1]))).toEqual(own.map((_, at) => at));
      expect(own.length).toBeGreaterThanOrEqual(least);
    }
  } finally {
    await copy.stop();
  }
}

const isComplete = async (backup: string): Promise<boolean> => (await filesBelow(backup)).includes('edu-repo.json');

/** Makes a backup beside eight writers, and kills the daemon at any moment of it. Resolves to what each writer had at its start. */
async function backUpUntilKilled(daemon: DaemonProcess, backup: string, time: number, cycle: number) {
  const parent = await newFolder(daemon.client, `cycle ${cycle}`);
  const names = Array.from({ length: writers }, (_, at) => `w${cycle}x${at}`);
  let killed = false;
  const writing = names.map((name) => write(daemon.client, parent, name, () => killed));
  await pause(300);
  const backingUp = backUp(daemon.client, backup).catch((error: unknown) => {
    if (!killed) throw error;
  });
  await Promise.race([pause(randomInt(10, Math.round(4 * time))), backingUp]);
  killed = true;
  await daemon.kill();
  await backingUp;
  const counts = await Promise.all(writing);
  return { parent, counts: new Map(names.map((name, at) => [name, counts[at] ?? 0])) };
}

test('A backup beside eight writers is exact, also if the daemon is killed in the middle and the backup is continued', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  const figures = { complete: 0, continued: 0 };
  let previous: string | undefined;
  let daemon = await startDaemon({ dataDirectory });
  const root = await newFolder(daemon.client, 'before');
  for (let at = 0; at < filesBefore; at += 100) {
    await send(
      daemon.client,
      Array.from({ length: 100 }, (_, count) => newEntry(root, `b-${String(at + count).padStart(5, '0')}`)),
    );
  }
  const start = performance.now();
  await backUp(daemon.client, join(folder.path, 'first'));
  const time = performance.now() - start;
  for (let cycle = 0; cycle < cycles || (figures.continued === 0 && cycle < mostCycles); cycle += 1) {
    const backup = join(folder.path, `backup-${cycle}`);
    const { parent, counts } = await backUpUntilKilled(daemon, backup, time, cycle);
    daemon = await startDaemon({ dataDirectory });
    const wasComplete = await isComplete(backup);
    // What was written after the copy of the metadata is not in it.
    const least = [...counts].map(([writer, count]) => [writer, wasComplete ? 0 : count] as const);
    if (!wasComplete) await backUp(daemon.client, backup, previous);
    await expectExact(backup, [root, parent], new Map([['b', filesBefore], ...least]));
    figures[wasComplete ? 'complete' : 'continued'] += 1;
    previous = backup;
  }
  expect(figures.continued).toBeGreaterThan(0);
  expect(await daemon.stop()).toBe(0);
  report(
    `${figures.complete + figures.continued} kills in a backup of ${filesBefore} files (${Math.round(time)} ms): ${figures.complete} backups were complete, ${figures.continued} were continued.`,
  );
});
