import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openIndexWriter } from '../../src/adapters/search/writer/index-writer.ts';
import type { Client } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { lookInto } from '../faults/look.ts';
import { report } from '../faults/report.ts';

const repository = '-home-';
const everything = 1_000;

/** Moments of a snapshot and of a merge; each is reached in one round of work. */
const points = [
  ...['segment.write:1', 'segment.write:2', 'segment.write:20', 'segment.truncate:1', 'segment.sync:1'],
  ...['segment.rename:1', 'segment.renamed:1', 'folder.sync:1', 'manifest.write:1', 'manifest.write:2'],
  ...['manifest.truncate:1', 'manifest.sync:1', 'manifest.rename:1', 'manifest.renamed:1', 'folder.sync:2'],
  ...['segment.rm:1', 'merge:1', 'merge:2', 'merge:7', 'merge:20', 'merge:50'],
];

interface Trial {
  readonly dataDirectory: string;
  readonly folder: string;
  /** Of the first material that no round has made yet. */
  next: number;
}

function killing(point: string): URL {
  const module = new URL('../faults/kill-index-work.ts', import.meta.url);
  module.searchParams.set('at', point);
  return module;
}

const create = async (client: Client, node: string, type: string, name: string, title: string): Promise<string> => {
  const body = { 'cm:name': [name], 'cclom:title': [title] };
  return (await client.createNode({ repository, node, type, body })).node.ref.id;
};

async function newTrial(): Promise<Trial> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const dataDirectory = join(path, 'data');
  const daemon = await startDaemon({ dataDirectory });
  const folder = await create(daemon.client, '-companyhome-', 'ccm:map', 'Sammlung', 'Ordner');
  await daemon.stop();
  return { dataDirectory, folder, next: 0 };
}

const search = async (client: Client, query: string) => {
  const { nodes, pagination } = await client.searchNodes({ repository, query, maxItems: everything });
  return { ids: nodes.map(({ ref }) => ref.id).toSorted(), total: pagination.total };
};

/** Makes materials, changes and removes some of those that are there; what is searched in between becomes a segment. */
async function work(trial: Trial, client: Client): Promise<void> {
  const { folder } = trial;
  const before = (await lookInto(client, folder)).nodes.map(({ ref }) => ref.id);
  for (let step = 0; step < 24; step += 1) {
    const number = trial.next;
    trial.next += 1;
    await create(client, folder, 'ccm:io', `Blatt ${number}`, `gemeinsam wort${number}x`);
    const old = before[step * 3];
    if (old !== undefined && step % 4 === 1) await client.deleteNode({ repository, node: old });
    if (old !== undefined && step % 4 === 3)
      await client.updateMetadata({ repository, node: old, body: { 'cclom:title': [`gemeinsam neu${number}x`] } });
    await search(client, 'gemeinsam');
  }
}

/** Works until the daemon is killed by itself; resolves to whether it was. */
async function workUntilKilled(trial: Trial, preloads: readonly URL[]): Promise<boolean> {
  const daemon = await startDaemon({ dataDirectory: trial.dataDirectory, preloads });
  try {
    await work(trial, daemon.client);
    return (await daemon.stop()) === undefined;
  } catch {
    // Whoever is killed answers nothing.
    return (await daemon.stop()) === undefined;
  }
}

/** What the log of an index says that is opened as it lies on disk. */
async function complaintsOf({ dataDirectory }: Trial): Promise<readonly string[]> {
  const { path, remove } = await temporaryFolder();
  try {
    await cp(dataPaths(dataDirectory).index, path, { recursive: true });
    const log = createRecordingLog();
    await openIndexWriter({ folder: path, log });
    return log.messages;
  } finally {
    await remove();
  }
}

/** Where a search and the folders do not say the same. */
async function differences({ folder }: Trial, { client }: DaemonProcess): Promise<string[]> {
  const { nodes } = await lookInto(client, folder);
  const found = await search(client, 'gemeinsam');
  const wanted = nodes.map(({ ref }) => ref.id).toSorted();
  const wrong = JSON.stringify(found) === JSON.stringify({ ids: wanted, total: wanted.length }) ? [] : ['gemeinsam'];
  for (const { ref, title } of nodes) {
    const own = title?.split(' ').at(-1) ?? '';
    // In quotes: words that are nearly the same would be found too.
    const { ids } = await search(client, `"${own}"`);
    if (ids.length !== 1 || ids[0] !== ref.id) wrong.push(own);
  }
  return wrong;
}

async function differencesAfterStart(trial: Trial): Promise<string[]> {
  const daemon = await startDaemon({ dataDirectory: trial.dataDirectory });
  try {
    return await differences(trial, daemon);
  } finally {
    await daemon.stop();
  }
}

describe('A daemon that is killed while it writes or merges its index', () => {
  test(`finds what is there and nothing else, at each of ${points.length} moments`, async () => {
    const trial = await newTrial();
    for (const point of points) {
      const killed = await workUntilKilled(trial, [killing(point)]);
      const complaints = await complaintsOf(trial);
      const wrong = await differencesAfterStart(trial);
      expect({ point, killed, complaints, wrong }).toEqual({ point, killed: true, complaints: [], wrong: [] });
    }
    report(`index: killed at ${points.length} moments, ${trial.next} materials made, all found right`);
  });

  test('and that names segments before they are there is found out (control), and finds what is there all the same', async () => {
    const trial = await newTrial();
    const late = new URL('../faults/late-segments.ts', import.meta.url);
    expect(await workUntilKilled(trial, [late, killing('manifest.renamed:1')])).toBe(true);
    expect(await complaintsOf(trial)).toEqual(['The search index cannot be used and will be rebuilt.']);
    expect(await differencesAfterStart(trial)).toEqual([]);
  });
});
