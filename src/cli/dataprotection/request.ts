import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { localTime } from '../print/local-time.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { commandFor } from './command-for.ts';
import { type CurrentExport, currentExport, type ExportStatus, statusIn } from './current-export.ts';
import { entryOf } from './queue.ts';
import { runJob } from './run-job.ts';
import { exportRecord, progressText, shownExport } from './views.ts';
import { waitForExport } from './wait-for-export.ts';

interface RequestOptions {
  readonly person: string;
  readonly wait: boolean;
}

const alreadyRequested = (person: string, entry: ExportStatus | undefined, cause: AnswerError): Failure =>
  new Failure(
    exitCodes.conflict,
    {
      what: `An export is already requested${entry === undefined ? '' : ` for ${entry.user}, since ${localTime(entry.requested)}`}.`,
      why: `409: each person has one export at a time${entry === undefined ? '' : `, and this one ${progressText(entry)}`}.`,
      next: `To wait for it: ${commandFor('request', person, '--wait')}`,
    },
    { cause },
  );

async function notCreated(client: Client, { user }: ExportStatus): Promise<Failure> {
  const { failure } = await entryOf(client, user);
  const tries = failure === null ? '' : ` The next try is possible after ${localTime(failure.nextTry)}.`;
  return new Failure(exitCodes.error, {
    what: `The data export of ${user} could not be created.`,
    why: `${failure?.reason ?? 'The job has ended without a reason.'}${tries}`,
    next: 'Correct the cause, and try again: edu-repo dataprotection run',
  });
}

/** Requests an export. With `--wait`, an export that is already requested is as good. */
async function request(client: Client, { person, wait }: RequestOptions, context: Context): Promise<ExportStatus> {
  try {
    return await client.requestDataExport({ repository, person });
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 409) throw error;
    const entry = statusIn(error);
    if (!wait || entry === undefined) throw alreadyRequested(person, entry, error);
    const next = context.globals.dryRun ? 'Would wait' : 'Waiting';
    context.output.note(`An export is already requested, since ${localTime(entry.requested)}. ${next} for that one.`);
    return entry;
  }
}

async function finished(client: Client, { person }: RequestOptions, context: Context): Promise<CurrentExport> {
  const { hasServer } = await context.connect();
  if (hasServer) return waitForExport(person, context);
  // Without a server, no job runs, and waiting would keep one from starting.
  await runJob(client, context);
  const current = await currentExport(client, person);
  if (current.node === undefined) throw await notCreated(client, current.status);
  return current;
}

async function nextStep(person: string, context: Context): Promise<string> {
  const { hasServer } = await context.connect();
  if (!hasServer) return 'No server is running. To create the export now: edu-repo dataprotection run';
  return `The server creates the export. To wait for it: ${commandFor('request', person, '--wait')}`;
}

async function run(options: RequestOptions, context: Context): Promise<ExitCode> {
  const { person, wait } = options;
  const { client } = await context.connect();
  if (context.globals.dryRun) {
    const { person: user } = await client.getPerson({ repository, person });
    // The response to a dry run is empty.
    const before: ExportStatus | undefined = await request(client, options, context);
    if (before === undefined) context.output.note(`Would request an export of the data of ${user.userName}.`);
    return exitCodes.ok;
  }
  const status = await request(client, options, context);
  const requested: CurrentExport = { status, node: undefined, expires: undefined };
  const current = wait ? await finished(client, options, context) : requested;
  await (await context.printer()).record(shownExport(current), exportRecord);
  const next = wait ? `To download it: ${commandFor('download', person)}` : await nextStep(person, context);
  context.output.note(next);
  return exitCodes.ok;
}

export const dataProtectionRequest = defineCommand<{ readonly wait?: true }, RequestOptions>({
  examples: [
    {
      line: 'edu-repo dataprotection request --wait',
      does: 'request an export of your data and wait until it is ready',
    },
    {
      line: 'edu-repo dataprotection request --wait --timeout 10m',
      does: 'the same, but stop waiting after ten minutes; the export is created anyway',
    },
    { line: 'edu-repo dataprotection request anna', does: "request an export of anna's data (administrators only)" },
  ],
  configure: (command) =>
    command
      .argument('[person]', 'user name (default: -me-)')
      .option('--wait', 'wait until the export is ready, at most for the time of --timeout'),
  readOptions: ([person = '-me-'], { wait }) => ({ person, wait: wait === true }),
  run,
});
