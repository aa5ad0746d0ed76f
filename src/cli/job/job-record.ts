import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { createPrivateFile, makePrivateFolder, readPrivateFile, writePrivateFile } from '../files/private-files.ts';
import { runsThisProgram } from '../files/running-process.ts';
import { stateFolder } from '../files/state-folder.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** How a job ended. */
type Ending = { readonly exitCode: number; readonly at: string };

/** What is kept of a command that changes many things, so that it can go on after an interruption. */
export interface JobRecord {
  readonly id: number;
  /** The command line, without the name of the program. */
  readonly words: readonly string[];
  /** The folder that it was run in. */
  readonly folder: string;
  /** The variables that say which repository it worked on. They contain no secret. */
  readonly environment: Readonly<Record<string, string>>;
  readonly startedAt: string;
  /** The process that runs it, or ran it last. */
  readonly pid: number;
  /** Undefined while it runs, and after its process was killed. */
  readonly ended?: Ending;
  /** Whether it created the target of its copy. */
  readonly createdTarget?: true;
  /** Whether the user gave it up. */
  readonly cancelled?: true;
}

export type JobState = 'running' | 'interrupted' | 'done' | 'partly done' | 'failed' | 'cancelled';

/** The exit codes of jobs that can go on: interrupted, or without a connection. */
const interruptions: readonly number[] = [exitCodes.interrupted, exitCodes.unreachable, exitCodes.loginNeeded];

export function stateOf({ ended, cancelled, pid }: JobRecord): JobState {
  if (cancelled === true) return 'cancelled';
  if (ended === undefined) return runsThisProgram(pid) ? 'running' : 'interrupted';
  if (ended.exitCode === exitCodes.ok) return 'done';
  if (ended.exitCode === exitCodes.partlyDone) return 'partly done';
  return interruptions.includes(ended.exitCode) ? 'interrupted' : 'failed';
}

const keptJobs = 100;

const folderOf = (environment: NodeJS.ProcessEnv): string => join(stateFolder(environment), 'jobs');
const fileOf = (environment: NodeJS.ProcessEnv, id: number): string => join(folderOf(environment), `${id}.json`);

async function idsIn(environment: NodeJS.ProcessEnv): Promise<number[]> {
  const names = await readdir(folderOf(environment)).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => a - b);
}

async function readJob(environment: NodeJS.ProcessEnv, id: number): Promise<JobRecord | undefined> {
  const text = await readPrivateFile(fileOf(environment, id));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JobRecord);
  } catch {
    // The process was killed before it had written its record.
    return undefined;
  }
}

/** All jobs of the user, the oldest first. */
export async function readJobs(environment: NodeJS.ProcessEnv): Promise<JobRecord[]> {
  const records = await Promise.all((await idsIn(environment)).map((id) => readJob(environment, id)));
  return records.flatMap((record) => record ?? []);
}

/** The job with this ID. Rejects with a failure if there is none. */
export async function requireJob(environment: NodeJS.ProcessEnv, id: number): Promise<JobRecord> {
  const record = await readJob(environment, id);
  if (record !== undefined) return record;
  throw new Failure(exitCodes.notFound, {
    what: `There is no job ${id}.`,
    why: `Your jobs are kept in ${folderOf(environment)}, the last ${keptJobs} of them.`,
    next: 'To list them: edu-repo job list',
  });
}

/** Writes the record of a job. */
export const writeJob = (environment: NodeJS.ProcessEnv, job: JobRecord): Promise<void> =>
  writePrivateFile(fileOf(environment, job.id), `${JSON.stringify(job)}\n`);

/** Reserves the next ID. Another process may take the same number at the same time. */
async function nextId(environment: NodeJS.ProcessEnv): Promise<number> {
  for (let id = ((await idsIn(environment)).at(-1) ?? 0) + 1; ; id += 1) {
    try {
      await (await createPrivateFile(fileOf(environment, id))).close();
      return id;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** Keeps a new job, and forgets the oldest ones that have ended. */
export async function addJob(environment: NodeJS.ProcessEnv, job: Omit<JobRecord, 'id'>): Promise<JobRecord> {
  await makePrivateFolder(folderOf(environment));
  const record = { id: await nextId(environment), ...job };
  await writeJob(environment, record);
  const jobs = await readJobs(environment);
  for (const { id, ...old } of jobs.slice(0, -keptJobs)) {
    if (stateOf({ id, ...old }) !== 'running') await rm(fileOf(environment, id), { force: true });
  }
  return record;
}
