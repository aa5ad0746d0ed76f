import { selectionOf } from '../connection/at-remote.ts';
import { type Connection, connect } from '../connection/connect.ts';
import { type Interrupts, untilAborted, watchForInterrupts } from '../connection/interrupts.ts';
import { ownTarget } from '../job/resumed.ts';
import { withHits, withoutNumbers } from '../node-arguments/hit-numbers.ts';
import { hintsAt } from '../print/hints.ts';
import { createOutput, withHints } from '../print/output.ts';
import { createPrinter } from '../print/printer.ts';
import { createQuestions } from '../print/questions.ts';
import { loadStyle } from '../print/style.ts';
import type { Context, JobTarget } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { Interrupted, usageFailure } from './failure.ts';
import { type GlobalOptions, readGlobalOptions } from './global-options.ts';
import type { Host } from './host.ts';
import { isId, rememberTyped } from './plain-message.ts';
import type { Invocation } from './program.ts';
import { reportFailure } from './report-failure.ts';
import { unshield, unshieldFlags } from './special-arguments.ts';

type RunLine = Context['runLine'];

function lazily<T>(make: () => Promise<T>): { get(): Promise<T>; made(): Promise<T> | undefined } {
  let value: Promise<T> | undefined;
  const get = (): Promise<T> => {
    value ??= make();
    return value;
  };
  return { get, made: () => value };
}

interface Session {
  readonly context: Context;
  /** That of the context, which learns here of the job. */
  readonly jobTarget: { noteCreated: JobTarget['noteCreated'] };
  close(): Promise<void>;
}

function openSession(invocation: Invocation, host: Host, signal: AbortSignal, runLine: RunLine): Session {
  const typed = readGlobalOptions(invocation.program, invocation.command);
  const globals = { ...typed, timeout: typed.timeout ?? invocation.definition.defaultTimeout };
  const output = withHints(createOutput(host.stdout, host.stderr, globals), hintsAt(globals));
  const connection = lazily<Connection>(() => connect(globals, host.environment, output));
  const jobTarget: Session['jobTarget'] & Pick<JobTarget, 'isOwn'> = {
    isOwn: host.environment[ownTarget] !== undefined,
    noteCreated: async () => undefined,
  };
  const style = (stream: 'stdout' | 'stderr') => loadStyle(host[stream], globals.color, host.environment);
  const context: Context = {
    commandName: invocation.entry.path.join(' '),
    globals,
    environment: host.environment,
    stdin: host.stdin,
    output,
    addressPrefix: '',
    signal,
    connect: connection.get,
    printer: async () =>
      createPrinter(output, {
        format: globals.output ?? 'table',
        style: await style('stdout'),
        long: globals.long,
        fields: globals.fields,
      }),
    style,
    questions: createQuestions(host, globals, signal),
    jobTarget,
    runLine,
  };
  const close = async (): Promise<void> => {
    // If connecting failed, there is nothing to close, and the command has reported the error.
    const open = await connection.made()?.catch(() => undefined);
    await open?.close();
  };
  return { context, jobTarget, close };
}

async function interruption(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw new Interrupted();
}

/** The arguments and options of a command, as they were typed. */
interface CommandLine {
  readonly words: readonly string[];
  readonly flags: object;
}

/** Throws a usage failure for two options that say what to print. */
function requireOneForm({ output, fields }: GlobalOptions): void {
  if (output !== 'id' || fields === undefined) return;
  throw usageFailure('-o id and --fields cannot be combined.', '-o id prints only the ID.', 'Leave out one of the two');
}

/** Runs a command and reports failures on stderr. Resolves with the exit code. */
async function runReporting(
  { definition }: Invocation,
  { words, flags }: CommandLine,
  { context }: Session,
  host: Host,
  interrupts: Interrupts,
): Promise<ExitCode> {
  const { commandName, globals } = context;
  const execute = async (): Promise<ExitCode> => {
    requireOneForm(globals);
    return definition.execute(words, flags, context);
  };
  const work = execute();
  try {
    if (definition.endsOnSignal === true) return await work;
    return await Promise.race([work, interruption(interrupts.signal)]);
  } catch (error) {
    // The command may still fail after the connection is closed. The interrupt has been reported then.
    work.catch(() => undefined);
    // An error after an interrupt is a consequence of the interrupt.
    const cause = interrupts.signal.aborted ? new Interrupted() : error;
    return await reportFailure(
      cause,
      { commandName, selection: selectionOf(cause) ?? globals, debug: globals.debug, verbose: globals.verbose },
      host,
    );
  }
}

/** Runs a command, and records it as a job if it is to be. Resolves with the exit code. `words` is the command line. */
export async function runCommand(
  invocation: Invocation,
  host: Host,
  runLine: RunLine,
  words: readonly string[],
): Promise<ExitCode> {
  const interrupts = watchForInterrupts();
  const session = openSession(invocation, host, interrupts.signal, runLine);
  const { environment, globals, output } = session.context;
  const { command, definition } = invocation;
  const line = { words: command.args.map(unshield), flags: unshieldFlags(command.opts()) };
  for (const word of line.words) if (isId(word)) rememberTyped(word, word);
  const run = (): Promise<ExitCode> => runReporting(invocation, line, session, host, interrupts);
  try {
    return await withHits([...line.words, ...Object.values(line.flags)], session.context, async () => {
      if (globals.dryRun || !definition.isRecorded(line.words, line.flags)) return run();
      const { recordedAsJob } = await import('../job/recorded.ts');
      return recordedAsJob({ words: withoutNumbers(words), environment, output, jobTarget: session.jobTarget }, run);
    });
  } finally {
    await session.close();
    interrupts.stop();
    // Pending input would keep the process alive.
    if (interrupts.signal.aborted) host.stdin.destroy();
  }
}
