import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';
import { filesBelow } from '../support/files-below.ts';

const kills = 14;
const repository = '-home-';

const environment = {
  EDU_REPO_REPOSITORY_DATAPROTECTION_ENABLED: 'true',
  // The job runs only when the test says so.
  EDU_REPO_REPOSITORY_DATAPROTECTION_CRONEXPRESSION: '0 0 3 1 1 ?',
};

const nameOf = (trial: number): string => `person-${trial}`;

/** A person with some material, who has requested an export. */
async function request(client: Client, person: string): Promise<void> {
  const profile = { firstName: 'Łukasz', lastName: 'Müßig', email: `${person}@schule.example` };
  await client.createPerson({ repository, person, password: 'Passwort: 1 «lang»', body: profile });
  await client.requestDataExport({ repository, person });
}

/** Runs the job and kills the daemon meanwhile. Resolves to how long the job took, if it had ended before. */
async function runUntilKilled(dataDirectory: string, person: string, longestMs: number): Promise<number | undefined> {
  const daemon = await startDaemon({ dataDirectory, environment });
  await request(daemon.client, person);
  const started = performance.now();
  let tookMs: number | undefined;
  const run = daemon.client.runDataExports().then(
    () => {
      tookMs = performance.now() - started;
    },
    () => undefined,
  );
  await pause(randomInt(longestMs));
  const tookMsBeforeKill = tookMs;
  await daemon.kill();
  await run;
  return tookMsBeforeKill;
}

/** Runs the job until the export is finished and its mail written. */
async function recover(dataDirectory: string, person: string): Promise<void> {
  const daemon = await startDaemon({ dataDirectory, environment });
  try {
    const entry = async () => {
      await daemon.client.runDataExports();
      const { exports } = await daemon.client.listDataExports({ maxItems: 100 });
      return exports.find(({ user }) => user === person);
    };
    await expect
      .poll(entry, { timeout: 120_000, interval: 200 })
      .toMatchObject({ status: 'FINISHED', failure: null, mail: { state: 'sent' } });
  } finally {
    await daemon.stop();
  }
}

/** The number of mails by export. An outbox file is named after the time and the ID of the mail. */
async function mailsIn(dataDirectory: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of await readdir(join(dataDirectory, 'outbox'))) {
    const id = /^\d{8}T\d{6}Z-dataprotection-(.+)\.eml$/.exec(name)?.[1] ?? name;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The nodes that hold exports, and the node of each queue entry. */
async function exportsIn(dataDirectory: string): Promise<{ nodes: string[]; entries: string[] }> {
  const { store, content } = await openSeams(dataDirectory, false, createRecordingLog());
  try {
    const nodes: string[] = [];
    for await (const [id, { unlisted, folder, content: file }] of store.nodes.entries()) {
      if (!unlisted || folder) continue;
      expect(file !== null && (await content.has(file.hash))).toBe(true);
      nodes.push(id);
    }
    const entries: string[] = [];
    for await (const [, { node }] of store.exports.entries()) entries.push(node ?? 'none');
    return { nodes: nodes.toSorted(), entries: entries.toSorted() };
  } finally {
    await store.close();
  }
}

test('a daemon that is killed in the middle of an export finishes it once: one node, one entry, one mail', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  let cutOff = 0;
  // A kill comes at any time of the job or shortly after it. How long a job takes depends on the machine.
  let longestMs = 2_000;
  for (let trial = 0; trial < kills; trial += 1) {
    const tookMs = await runUntilKilled(dataDirectory, nameOf(trial), longestMs);
    if (tookMs === undefined) cutOff += 1;
    else longestMs = Math.ceil(tookMs * 1.25);
    await recover(dataDirectory, nameOf(trial));
  }
  const { nodes, entries } = await exportsIn(dataDirectory);
  report(`exports: killed ${kills} times, ${cutOff} before the end of the job, ${nodes.length} exports`);
  expect(entries).toHaveLength(kills);
  expect(nodes).toEqual(entries);
  // An outbox writes each mail once, because it looks for its ID.
  expect([...(await mailsIn(dataDirectory))].toSorted()).toEqual(nodes.map((id) => [id, 1]));
  expect(await filesBelow(join(dataDirectory, 'content', 'tmp'))).toEqual([]);
  expect(cutOff).toBeGreaterThan(kills / 4);
});
