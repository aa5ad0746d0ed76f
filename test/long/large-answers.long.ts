import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { peakBytes, requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { report } from '../faults/report.ts';
import { type RawTarget, rawRequest } from '../support/raw-request.ts';
import { removeFolder, temporaryFolder } from '../support/repository.ts';

const nodeCount = 120;
const versionCount = 40;
const valueBytes = 900_000;
const readers = 8;
const repository = '-home-';

async function start(dataDirectory: string): Promise<DaemonProcess> {
  const daemon = await startDaemon({ dataDirectory });
  onTestFinished(daemon.kill);
  return daemon;
}

/** Nodes from before the limits, and as many versions of one of them. */
async function fill(client: Client): Promise<{ folder: string; ids: string[] }> {
  const make = async (node: string, type: string, name: string, properties = {}): Promise<string> =>
    (await client.createNode({ repository, node, type, body: { 'cm:name': [name], ...properties } })).node.ref.id;
  const folder = await make('-companyhome-', 'ccm:map', 'Groß');
  const ids: string[] = [];
  for (let number = 0; number < nodeCount; number += 1)
    ids.push(await make(folder, 'ccm:io', `${number}`, { 'ccm:long': ['x'.repeat(valueBytes)] }));
  const [node = ''] = ids;
  for (let number = 0; number < versionCount; number += 1)
    await client.createMetadataVersion({
      repository,
      node,
      versionComment: '',
      body: { 'ccm:long': ['y'.repeat(valueBytes)] },
    });
  return { folder, ids };
}

/** A node or a version. */
interface Entry {
  readonly ref?: unknown;
  readonly version?: unknown;
}

interface Seen {
  /** Of all entries: what they are told apart by. */
  readonly keys: string[];
  answers: number;
  refusals: number;
}

/** Reads a whole list, however many answers it takes; waits where it is told to. */
async function readAll(target: RawTarget, headers: Record<string, string>, path: string, field: string): Promise<Seen> {
  const seen: Seen = { keys: [], answers: 0, refusals: 0 };
  for (let skip: number | undefined = 0; skip !== undefined; ) {
    const answer = await rawRequest(target, { path: `${path}maxItems=1000&skipCount=${skip}`, headers });
    if (answer.status === 503) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      seen.refusals += 1;
      await pause(50);
      continue;
    }
    expect(answer.status).toBe(200);
    expect(answer.bytes.length).toBeLessThan(5_000_000);
    const entries = (answer.json() as Record<string, Entry[]>)[field] ?? [];
    seen.keys.push(...entries.map(({ ref, version }) => JSON.stringify(ref ?? version)));
    seen.answers += 1;
    const next = answer.headers['x-edu-next-skip-count'];
    skip = next === undefined ? undefined : Number(next);
  }
  return seen;
}

test('eight who read lists of old, large nodes at a time leave the server its memory', async (context) => {
  requireProcessMemory(context);
  const dataDirectory = await temporaryFolder();
  onTestFinished(() => removeFolder(dataDirectory));
  const first = await start(dataDirectory);
  await first.stop();
  const configuration = join(dataDirectory, 'config.yaml');
  const own = await readFile(configuration, 'utf8');
  await writeFile(configuration, 'limits: { propertyValue: 1MB, nodeProperties: 2MB, jsonBody: 2MB }\n');
  const filled = await start(dataDirectory);
  const { folder, ids } = await fill(filled.client);
  await filled.stop();

  await writeFile(configuration, own);
  const daemon = await start(dataDirectory);
  const token = (await readFile(join(dataDirectory, 'operator.token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}` };
  const target: RawTarget = { baseUrl: new URL(daemon.url), socketPath: undefined };
  // The first search waits for the index.
  const search = '/node/v1/nodes/-home-?query=%2Bcm%3Aname%3A*&contentType=FILES&';
  await rawRequest(target, { path: `${search}maxItems=1`, headers });

  const lists = {
    children: [`/node/v1/nodes/-home-/${folder}/children?`, 'nodes'],
    'children by a property': [`/node/v1/nodes/-home-/${folder}/children?sortProperties=ccm:long&`, 'nodes'],
    search: [search, 'nodes'],
    versions: [`/node/v1/nodes/-home-/${ids[0]}/versions/metadata?`, 'versions'],
  } as const;
  for (const [name, [path, field]] of Object.entries(lists)) {
    const before = await residentBytes(daemon.pid);
    const all = await Promise.all(Array.from({ length: readers }, () => readAll(target, headers, path, field)));
    const peak = await peakBytes(daemon.pid);
    const answers = all.reduce((sum, seen) => sum + seen.answers, 0);
    const refusals = all.reduce((sum, seen) => sum + seen.refusals, 0);
    report(
      `${name}: ${answers} answers, ${refusals} refusals, ${Math.round(before / 1e6)} MB before, ${Math.round(peak / 1e6)} MB at most`,
    );
    for (const { keys } of all) {
      expect(new Set(keys).size, name).toBe(keys.length);
      expect(keys.length, name).toBe(field === 'versions' ? versionCount + 1 : nodeCount);
    }
    expect(peak, name).toBeLessThan(400_000_000);
  }
});
