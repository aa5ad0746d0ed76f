import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { batchFile, type NewEntry } from '../../src/client/batch-file.ts';
import type { Client } from '../../src/client/client.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';
import { filesBelow } from '../support/files-below.ts';

const cycles = 10;
const batches = 4;
const entriesInBatch = 80;

const repository = '-home-';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sizes on both sides of what is stored from memory. */
const randomSize = (): number => (randomInt(10) === 0 ? randomInt(200_000, 600_000) : randomInt(0, 5_000));

const newEntries = (parent: string): NewEntry[] =>
  Array.from({ length: entriesInBatch }, () => ({
    id: randomUUID(),
    parent,
    properties: { 'cm:name': randomUUID() },
    content: { bytes: randomBytes(randomSize()) },
  }));

const nameOf = ({ properties }: NewEntry): string => String(properties['cm:name']);

async function newFolder(client: Client): Promise<string> {
  const body = { 'cm:name': [randomUUID()] };
  const { node } = await client.createNode({ repository, node: '-companyhome-', type: 'ccm:map', body });
  return node.ref.id;
}

/** Sends a batch; resolves to the names of the entries that were acknowledged. */
async function send(client: Client, entries: readonly NewEntry[]): Promise<Set<string>> {
  const { results } = await client.createNodes({ body: batchFile(entries) });
  expect(results.map(({ status, error }) => error?.message ?? status)).toEqual(entries.map(() => 200));
  return new Set(results.map(({ name }) => name ?? ''));
}

/** How long a daemon takes for all batches at once, in milliseconds. A kill after that would prove nothing. */
async function timeOfAll(dataDirectory: string): Promise<number> {
  const daemon = await startDaemon({ dataDirectory });
  try {
    const parent = await newFolder(daemon.client);
    const all = Array.from({ length: batches }, () => newEntries(parent));
    const start = performance.now();
    await Promise.all(all.map((entries) => send(daemon.client, entries)));
    return performance.now() - start;
  } finally {
    await daemon.stop();
  }
}

/**
 * Sends all batches at once and kills the daemon at any moment of twice the time that they take. Resolves to the names
 * that were acknowledged.
 */
async function sendUntilKilled(daemon: DaemonProcess, all: readonly NewEntry[][], time: number): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let killed = false;
  const sending = all.map(async (entries) => {
    const names = await send(daemon.client, entries).catch((error: unknown) => {
      if (!killed) throw error;
      return new Set<string>();
    });
    // An answer that comes after the kill proves nothing.
    if (!killed) for (const name of names) acknowledged.add(name);
  });
  await Promise.race([pause(randomInt(10, Math.max(20, Math.round(2 * time)))), Promise.all(sending)]);
  killed = true;
  await daemon.kill();
  await Promise.all(sending);
  return acknowledged;
}

/** What is there of the entries: each node is whole, or absent. Resolves to their names. */
async function expectWhole(client: Client, folder: string, entries: readonly NewEntry[]): Promise<Set<string>> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 10_000 });
  const expected = new Map(entries.map((entry) => [nameOf(entry), entry.content?.bytes ?? Buffer.alloc(0)]));
  for (const { name, content, size, contentVersion, ref } of nodes) {
    const bytes = expected.get(name) ?? Buffer.from('nothing');
    expect({ hash: content.hash, size, contentVersion }).toEqual({
      ...{ hash: sha256(bytes), size: String(bytes.length), contentVersion: '1.0' },
    });
    const file = await client.downloadContent({ nodeId: ref.id });
    expect(sha256(await buffer(file.bytes))).toBe(sha256(bytes));
  }
  expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
  return new Set(nodes.map(({ name }) => name));
}

test(`A daemon that is killed in the middle of batches keeps what it acknowledged, whole, and repeating them doubles nothing`, async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  const figures = { acknowledged: 0, stored: 0, sent: 0 };
  const time = await timeOfAll(dataDirectory);
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const daemon = await startDaemon({ dataDirectory });
    const parent = await newFolder(daemon.client);
    const all = Array.from({ length: batches }, () => newEntries(parent));
    const entries = all.flat();
    const acknowledged = await sendUntilKilled(daemon, all, time);
    const again = await startDaemon({ dataDirectory });
    try {
      expect(await filesBelow(join(dataDirectory, 'content', 'tmp'))).toEqual([]);
      const stored = await expectWhole(again.client, parent, entries);
      expect([...acknowledged].filter((name) => !stored.has(name))).toEqual([]);
      for (const batch of all) await send(again.client, batch);
      const repeated = await expectWhole(again.client, parent, entries);
      expect(repeated).toEqual(new Set(entries.map(nameOf)));
      figures.acknowledged += acknowledged.size;
      figures.stored += stored.size;
      figures.sent += entries.length;
    } finally {
      await again.stop();
    }
  }
  const { acknowledged, stored, sent } = figures;
  report(
    `batches: killed ${cycles} times, ${sent} entries sent, ${acknowledged} acknowledged, ${stored} stored, 0 lost or doubled`,
  );
  expect(acknowledged).toBeGreaterThan(0);
  expect(stored).toBeLessThan(sent);
});
