import type { Output } from '../print/output.ts';
import { wallClock } from '../print/wall-clock.ts';
import type { JobTarget } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { addJob, type JobRecord, requireJob, stateOf, writeJob } from './job-record.ts';
import { resumedJob } from './resumed.ts';

/** The variables that say which repository a command works on, and as whom. Secrets are not kept. */
const keptVariables = ['EDU_REPO_DATA', 'EDU_REPO_URL', 'EDU_REPO_REMOTE', 'EDU_REPO_CONFIG', 'EDU_REPO_USER'];

const keptEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    keptVariables.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );

async function startJob(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<JobRecord> {
  const facts = { pid: process.pid, startedAt: new Date(wallClock()).toISOString() };
  const resumed = Number(environment[resumedJob] ?? Number.NaN);
  if (Number.isNaN(resumed)) {
    const kept = keptEnvironment(environment);
    return addJob(environment, { words, folder: process.cwd(), environment: kept, ...facts });
  }
  const { ended: _, ...before } = await requireJob(environment, resumed);
  const job = { ...before, ...facts };
  await writeJob(environment, job);
  return job;
}

/** A command that is recorded. */
interface Recorded {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly output: Output;
  /** Gets the way to remember that the target is created. */
  readonly jobTarget: { noteCreated: JobTarget['noteCreated'] };
}

/**
 * Runs a command and keeps a record of it, so that it can go on after an interruption. If the record cannot be written, the command
 * runs without one.
 */
export async function recordedAsJob(
  { words, environment, output, jobTarget }: Recorded,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const job = await startJob(words, environment).catch((error: unknown) => {
    output.detail(`This command is not recorded as a job. ${explainError(error).message}`);
    return undefined;
  });
  if (job === undefined) return run();
  // Like the record itself, this is not worth the failure of the command.
  jobTarget.noteCreated = () => writeJob(environment, { ...job, createdTarget: true }).catch(() => undefined);
  // Ctrl-C twice ends the process at once.
  const noteJob = (): void => output.note(`To go on: edu-repo job resume ${job.id}`);
  process.once('exit', noteJob);
  const exitCode = await run().finally(() => process.off('exit', noteJob));
  // The user may have cancelled it meanwhile.
  const now = await requireJob(environment, job.id).catch(() => job);
  const ended = { ...now, ended: { exitCode, at: new Date(wallClock()).toISOString() } };
  await writeJob(environment, ended).catch(() => undefined);
  if (stateOf(ended) === 'interrupted') noteJob();
  return exitCode;
}
