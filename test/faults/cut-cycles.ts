import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../src/base/errors/errors.ts';
import { AnswerError } from '../../src/client/answer-error.ts';
import type { Client } from '../../src/client/client.ts';
import { filesBelow } from '../support/files-below.ts';
import { auditWriter, type Findings, noFindings, readHomes } from './audit.ts';
import { type DaemonProcess, startDaemon } from './daemon-process.ts';
import { readTrash } from './look.ts';
import { emptyModel, type Model } from './model.ts';
import { HalfMade } from './send-change.ts';
import { type Cut, type Explains, write } from './writer.ts';

const writers = 8;
const patience = 60_000;

/** A repository in a folder, what was acknowledged by it so far, and what an inspection found. */
export interface Trial {
  readonly dataDirectory: string;
  readonly models: readonly Model[];
  readonly findings: Findings;
  /** How many nodes and people there were before the writers began. */
  readonly base: { readonly nodes: number; readonly people: number };
}

/** Makes a folder for each of eight writers in a repository. The client is its administrator's. */
export async function trialIn(dataDirectory: string, client: Client): Promise<Trial> {
  const models: Model[] = [];
  for (let number = 1; number <= writers; number += 1) {
    const body = { 'cm:name': [`writer ${number}`] };
    const target = { repository: '-home-', node: '-companyhome-', type: 'ccm:map', body };
    models.push(emptyModel((await client.createNode(target)).node.ref.id));
  }
  const { store } = await client.getStatus();
  return { dataDirectory, models, findings: noFindings(), base: { nodes: store.nodes, people: store.people } };
}

/** Makes the repository and a folder for each of eight writers. */
export async function beginTrial(dataDirectory: string): Promise<Trial> {
  const daemon = await startDaemon({ dataDirectory });
  try {
    return await trialIn(dataDirectory, daemon.client);
  } finally {
    await daemon.stop();
  }
}

const hasFindings = ({ findings }: Trial): boolean => findings.lost.length + findings.halfMade.length > 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Waits until it holds; resolves to whether it came to hold in a minute. */
async function comesToHold(holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** Nobody searches meanwhile: the index has to follow by itself. */
async function waitForIndex(client: Client, findings: Findings): Promise<void> {
  const follows = async () => {
    const { index, store } = await client.getStatus();
    return index.state === 'ready' && index.position >= store.commit;
  };
  if (!(await comesToHold(follows))) findings.halfMade.push('The search index does not follow by itself');
}

/** A node more or less in the store than the listings show would be one without an entry, or half of a deletion. */
async function countRecords(client: Client, trial: Trial): Promise<void> {
  // Where something was found already, the numbers cannot fit.
  if (hasFindings(trial)) return;
  const { models, base, findings } = trial;
  const people = sum(models.map((model) => model.people.size));
  const own = models.map((model) => model.nodes.size + model.removed.size - model.purged);
  const wanted = base.nodes + people + sum(own);
  // What is deleted for good goes behind the answer.
  const settled = async () => (await client.getStatus()).store.nodes === wanted;
  if (!(await comesToHold(settled))) {
    const { nodes } = (await client.getStatus()).store;
    findings.halfMade.push(`The store has ${nodes} nodes, not ${wanted}`);
  }
  const { store } = await client.getStatus();
  const wantedPeople = base.people + people;
  if (store.people !== wantedPeople)
    findings.halfMade.push(`The store has ${store.people} people, not ${wantedPeople}`);
  if (!store.writable) findings.lost.push(`Nothing can be changed any more: ${store.problem}`);
}

/** Reads all stored data: of what was lost, nothing may be left that refers to it. */
async function verifyAll(client: Client, { lost }: Findings): Promise<void> {
  let next: string | null | undefined;
  do {
    const part = await client.verifyRepository(typeof next === 'string' ? { after: next } : {});
    for (const found of [...part.problems, ...part.damage]) lost.push(`Verification found ${JSON.stringify(found)}`);
    next = part.next;
  } while (next !== null);
}

/** Compares everything that the writers know with what the daemon shows. The daemon must have just started. */
export async function auditTrial(daemon: DaemonProcess, trial: Trial): Promise<void> {
  const { client, url } = daemon;
  const { findings } = trial;
  const unfinished = await filesBelow(join(trial.dataDirectory, 'content', 'tmp'));
  if (unfinished.length > 0) findings.halfMade.push(`Unfinished uploads were left: ${unfinished}`);
  await waitForIndex(client, findings);
  const homes = await readHomes(client);
  const audit = { client, url, findings, trash: await readTrash(client) };
  await Promise.all(trial.models.map((model) => auditWriter(audit, model, homes)));
  await countRecords(client, trial);
  const known = new Set(trial.models.flatMap((model) => [...model.people.keys()]));
  const strangers = [...homes.keys()].filter((name) => name !== 'admin' && !known.has(name));
  if (strangers.length > 0) findings.halfMade.push(`Homes of nobody: ${strangers}`);
  await verifyAll(client, findings);
}

/** Has all that ever was looked at closely by the next audit. */
function touchEverything(trial: Trial): void {
  for (const model of trial.models) {
    for (const known of [model.nodes, model.removed, model.people])
      for (const id of known.keys()) model.touched.add(id);
  }
}

export interface CutOptions {
  readonly cycles: number;
  /** Cuts the power under the running daemon and resolves when it is gone and everything can be started again. */
  readonly cutPower: (daemon: DaemonProcess) => Promise<void>;
  /** What breaks the daemon, for controls. */
  readonly preloads?: readonly URL[];
  /** Stops at the first finding of this kind. */
  readonly untilFound?: keyof Findings;
  readonly explains?: Explains;
}

/** Lets all writers write, and cuts the power after 0.05 to 2 seconds. */
async function writeUntilCut(daemon: DaemonProcess, trial: Trial, options: CutOptions): Promise<void> {
  const cut: Cut = { happened: false };
  // Nothing that a writer does is to be refused, or done by half: what it rests on was acknowledged.
  const noteFailure = (error: unknown): void => {
    if (!(error instanceof AnswerError || error instanceof HalfMade)) throw error;
    const what = error instanceof HalfMade ? 'was half-made' : 'was refused';
    trial.findings.halfMade.push(`A change ${what}: ${error.message}`);
  };
  const writing = Promise.all(
    trial.models.map((model) => write(daemon.client, model, cut, options.explains).catch(noteFailure)),
  );
  try {
    await Promise.race([pause(randomInt(50, 2000)), writing]);
  } finally {
    cut.happened = true;
    await options.cutPower(daemon);
  }
  await writing;
}

/** Starts the daemon after a cut; undefined, and noted as a loss, where it does not start any more. */
async function startAgain(trial: Trial, preloads: readonly URL[]): Promise<DaemonProcess | undefined> {
  try {
    return await startDaemon({ dataDirectory: trial.dataDirectory, preloads });
  } catch (error) {
    trial.findings.lost.push(messageOf(error));
    return undefined;
  }
}

/** One start of the daemon: audits what the last cut left, then writes until the next. Resolves to whether it came so far. */
async function cycle(trial: Trial, options: CutOptions): Promise<boolean> {
  const daemon = await startAgain(trial, options.preloads ?? []);
  if (daemon === undefined) return false;
  try {
    await auditTrial(daemon, trial);
    if (options.untilFound !== undefined && trial.findings[options.untilFound].length > 0) return false;
    await writeUntilCut(daemon, trial, options);
    return true;
  } finally {
    await daemon.kill();
  }
}

/** Starts the daemon as it should be, and audits everything that ever was. */
export async function auditAtLast(trial: Trial): Promise<void> {
  touchEverything(trial);
  const daemon = await startDaemon({ dataDirectory: trial.dataDirectory });
  try {
    await auditTrial(daemon, trial);
  } finally {
    await daemon.stop();
  }
}

/** Writes, cuts and audits again and again; at the end audits everything once more. Resolves to the number of cuts. */
export async function cutAgainAndAgain(trial: Trial, options: CutOptions): Promise<number> {
  for (let cuts = 0; cuts < options.cycles; cuts += 1) {
    if (!(await cycle(trial, options))) return cuts;
  }
  await auditAtLast(trial);
  return options.cycles;
}

/** How many changes the writers were told to be done. */
export const acknowledgedIn = ({ models }: Trial): number => sum(models.map(({ acknowledged }) => acknowledged));

/** One line with the figures of a trial. */
export function figuresOf(trial: Trial, cuts: number): string {
  const { lost, halfMade } = trial.findings;
  return `${cuts} cycles, ${acknowledgedIn(trial)} acknowledged changes, ${lost.length} lost, ${halfMade.length} half-made`;
}
