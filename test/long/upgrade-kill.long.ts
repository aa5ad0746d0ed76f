import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemRandomness } from '../../src/adapters/system/randomness.ts';
import { asNodeId } from '../../src/base/ids.ts';
import { createClient } from '../../src/client/client.ts';
import { openRepository } from '../../src/daemon/open.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { auditAtLast, cutAgainAndAgain, figuresOf, type Trial, trialIn } from '../faults/cut-cycles.ts';
import { startDaemon } from '../faults/daemon-process.ts';
import { report } from '../faults/report.ts';
import { addAsEarlierPrograms, asFirstFormat } from '../support/earlier-programs.ts';
import { admin, basic } from '../support/people.ts';
import { makeDataDirectory } from '../support/repository.ts';
import { makeFile } from '../support/trees.ts';

const files = 200;
const killAtRename = new URL('../faults/kill-at-rename.ts', import.meta.url);
const killPoints = Array.from({ length: 20 }, (_, at) => 1 + at * 10);

const randomId = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/;

/** A repository as an earlier program made it: random IDs, the first format, and accounts with equal names. */
async function earlierRepository(): Promise<Trial> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  const ids = vi.spyOn(systemRandomness, 'nodeId').mockImplementation(() => {
    const id = asNodeId(randomUUID());
    if (id === undefined) throw new Error('A random UUID is an ID of a node.');
    return id;
  });
  try {
    await makeDataDirectory(dataDirectory);
    await addAsEarlierPrograms(dataDirectory, ['Tina', 'tina'], admin.userName);
    const repository = await openRepository({ dataDirectory });
    try {
      const client = createClient(repository.send, () => basic(admin));
      for (let at = 0; at < files; at += 1) await makeFile(client, `content ${at}`);
      return await trialIn(dataDirectory, client);
    } finally {
      await repository.close();
    }
  } finally {
    ids.mockRestore();
  }
}

const nothing = { lost: [], halfMade: [] };

test('an upgrade that is killed at 20 points is finished by the next start, and 20 kills under load lose nothing after it', async () => {
  const trial = await earlierRepository();
  const { dataDirectory } = trial;
  expect(trial.models.every(({ root }) => randomId.test(root))).toBe(true);
  for (const point of killPoints) {
    await asFirstFormat(dataDirectory);
    const environment = { KILL_AT_RENAME: String(point) };
    await expect(startDaemon({ dataDirectory, preloads: [killAtRename], environment })).rejects.toThrow(/ended before/);
    // It reads all contents.
    await auditAtLast(trial);
    expect(trial.findings, `killed at rename ${point}`).toEqual(nothing);
  }
  const cuts = await cutAgainAndAgain(trial, { cutPower: (daemon) => daemon.kill(), cycles: 20 });
  report(`kill -9 after an upgrade: ${figuresOf(trial, cuts)}`);
  expect(trial.findings).toEqual(nothing);
  const daemon = await startDaemon({ dataDirectory });
  try {
    expect((await daemon.client.getStatus()).store.equalUserNames).toEqual([['Tina', 'tina']]);
  } finally {
    await daemon.stop();
  }
});
