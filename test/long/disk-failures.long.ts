import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { temporaryFolder } from '../conformance/temporary-folder.ts';
import { ballastAt } from '../faults/ballast.ts';
import { acknowledgedIn, auditAtLast, beginTrial, figuresOf, type Trial } from '../faults/cut-cycles.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { find, lookAtNode, lookAtVersions, lookInto } from '../faults/look.ts';
import { loopDisk } from '../faults/loop-disk.ts';
import { certain, type ExpectedNode, type Model } from '../faults/model.ts';
import { collectRefusals } from '../faults/refusals.ts';
import { report } from '../faults/report.ts';
import { hasTool, runTool } from '../faults/run-tool.ts';
import { type Cut, type Explains, write } from '../faults/writer.ts';
import { skipWithout } from '../support/skip-policy.ts';

/** Lets all writers write for a while, and finish what they are at. */
async function writeFor(milliseconds: number, client: Client, trial: Trial, explains?: Explains): Promise<void> {
  const end: Cut = { happened: false };
  const writing = Promise.all(trial.models.map((model) => write(client, model, end, explains)));
  try {
    await Promise.race([pause(milliseconds), writing]);
  } finally {
    end.happened = true;
  }
  await writing;
}

async function startForTest(options: Parameters<typeof startDaemon>[0]): Promise<DaemonProcess> {
  const daemon = await startDaemon(options);
  onTestFinished(daemon.kill);
  return daemon;
}

/** A search finds each node that surely has the title, and nothing without it. A copy has the title of its original. */
async function expectToFind(client: Client, model: Model, title: string): Promise<void> {
  const found = await find(client, title);
  const having = certain(model, (node) => node.title === title).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining(having));
  for (const id of found) expect((await lookAtNode(client, id))?.title).toBe(title);
}

/** Reads a folder, a node, its bytes, and what a search finds, for each writer. */
async function readSomething(client: Client, trial: Trial): Promise<void> {
  for (const model of trial.models) {
    expect((await lookInto(client, model.root)).nodes.length).toBeGreaterThan(0);
    const [node] = withContent(model);
    if (node === undefined) continue;
    expect((await lookAtNode(client, node.id))?.title).toBe(node.title);
    expect((await lookAtVersions(client, node.id)).at(-1)?.content).toEqual(node.content);
    await expectToFind(client, model, node.title);
  }
}

const withContent = (model: Model): ExpectedNode[] => certain(model, ({ content }) => content !== null);

/** A daemon whose disk filled up while eight writers were at it, and what it answered them since. */
async function daemonOnFullDisk(context: TestContext) {
  const disk = await loopDisk(context, { system: 'ext4', megabytes: 256 });
  const ballast = ballastAt(join(disk.path, 'ballast'));
  const dataDirectory = join(disk.path, 'data');
  const trial = await beginTrial(dataDirectory);
  const daemon = await startForTest({ dataDirectory });
  while (trial.models.some((model) => withContent(model).length === 0)) await writeFor(500, daemon.client, trial);
  const { answers, explains } = collectRefusals();
  const refusesCreations = () => answers.some(({ operation }) => operation === 'createNode');
  // The metadata store writes into blocks that it has already, and opening it again may free some: fill up once more.
  for (let round = 0; round < 100 && (round < 4 || !refusesCreations()); round += 1) {
    await ballast.fill();
    await writeFor(500, daemon.client, trial, explains);
  }
  expect(refusesCreations()).toBe(true);
  return { ballast, trial, daemon, refusals: answers };
}

describe('A daemon on a disk that is full', () => {
  test('refuses changes with the cause', async (context) => {
    const { refusals } = await daemonOnFullDisk(context);
    for (const { body } of refusals) {
      expect(ErrorResponse.parse(body).message).toMatch(/disk is full|no space left/i);
    }
  });

  test('goes on reading', async (context) => {
    const { daemon, trial } = await daemonOnFullDisk(context);
    await readSomething(daemon.client, trial);
  });

  test('writes again when there is room, and loses nothing', async (context) => {
    const { ballast, daemon, trial, refusals } = await daemonOnFullDisk(context);
    await ballast.drop();
    const before = acknowledgedIn(trial);
    await writeFor(2000, daemon.client, trial);
    expect(acknowledgedIn(trial)).toBeGreaterThan(before);
    await daemon.kill();
    await auditAtLast(trial);
    report(`disk full: ${refusals.length} refusals, ${figuresOf(trial, 1)}`);
    expect(trial.findings).toEqual({ lost: [], halfMade: [] });
  });
});

/** Runs a command while every so often a system call of one of its threads fails with an input/output error. */
const failing = (call: string, when: string): readonly string[] =>
  ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e'].concat(
    `inject=${call}:error=EIO:when=${when}`,
  );

async function requireStrace(context: Pick<TestContext, 'skip'>): Promise<void> {
  if (!(await hasTool('strace'))) skipWithout(context, 'strace; install the package strace');
}

/** What makes calls of the daemon fail: a command that runs it, or something that is done to it when it runs. */
interface Fault {
  readonly runner?: readonly string[];
  readonly afterStart?: (daemon: DaemonProcess, trial: Trial) => Promise<void>;
}

/** Lets the writers write while calls fail, and kills the daemon: what it acknowledged has to be there. */
async function writeAgainstFaults({ runner = [], afterStart = async () => undefined }: Fault): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const dataDirectory = join(folder.path, 'data');
  const trial = await beginTrial(dataDirectory);
  const daemon = await startForTest({ dataDirectory, runner });
  await afterStart(daemon, trial);
  const refusals = collectRefusals();
  // On a busy machine, it may take longer until a call fails.
  for (let round = 0; round < 12 && refusals.answers.length === 0; round += 1) {
    await writeFor(5000, daemon.client, trial, refusals.explains);
  }
  await daemon.kill();
  await auditAtLast(trial);
  expect(refusals.answers.length).toBeGreaterThan(0);
  expect(acknowledgedIn(trial)).toBeGreaterThan(0);
  expect(trial.findings).toEqual({ lost: [], halfMade: [] });
  return `${refusals.answers.length} refusals, ${figuresOf(trial, 1)}`;
}

describe('A daemon acknowledges nothing that is not there', () => {
  test.for([
    ['fdatasync', '20+20'],
    ['fsync', '10+10'],
    ['rename', '5+10'],
  ] as const)('though every now and then %s fails', async ([call, when], context) => {
    await requireStrace(context);
    report(`EIO at ${call}: ${await writeAgainstFaults({ runner: failing(call, when) })}`);
  });

  test('though no file may be larger than 1 MB', async () => {
    const runner = ['sh', '-c', 'ulimit -f 2048; exec "$0" "$@"'];
    report(`Files of 1 MB at most: ${await writeAgainstFaults({ runner })}`);
  });

  test('though it may open no further files', async (context) => {
    if (!(await hasTool('prlimit'))) skipWithout(context, 'prlimit; install the package util-linux');
    const afterStart = async ({ client, pid }: DaemonProcess, trial: Trial) => {
      // The connections of the writers stay open, and are there before the limit.
      await writeFor(500, client, trial);
      const open = (await readdir(`/proc/${pid}/fd`)).length;
      await runTool('prlimit', `--pid=${pid}`, `--nofile=${open + 3}`);
    };
    report(`Hardly any open files: ${await writeAgainstFaults({ afterStart })}`);
  });
});
