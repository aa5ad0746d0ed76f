import { type Connection, connect } from '../connection/connect.ts';
import { untilAborted, watchForInterrupts } from '../connection/interrupts.ts';
import { createOutput } from '../print/output.ts';
import { createPrinter } from '../print/printer.ts';
import { createQuestions } from '../print/questions.ts';
import { loadStyle } from '../print/style.ts';
import type { Context } from './context.ts';
import type { ExitCode } from './exit-codes.ts';
import { Interrupted } from './failure.ts';
import { readGlobalOptions } from './global-options.ts';
import type { Host } from './host.ts';
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
  close(): Promise<void>;
}

function openSession(invocation: Invocation, host: Host, signal: AbortSignal, runLine: RunLine): Session {
  const globals = readGlobalOptions(invocation.program, invocation.command);
  const output = createOutput(host.stdout, host.stderr, globals);
  const timeout = globals.timeout ?? (invocation.definition.unlimitedTime === true ? 0 : undefined);
  const connection = lazily<Connection>(() => connect({ ...globals, timeout }, host.environment, output));
  const style = (stream: 'stdout' | 'stderr') => loadStyle(host[stream], globals.color, host.environment);
  const context: Context = {
    commandName: invocation.entry.path.join(' '),
    globals,
    environment: host.environment,
    stdin: host.stdin,
    output,
    signal,
    connect: connection.get,
    printer: async () => createPrinter(output, globals.output ?? 'table', await style('stdout')),
    style,
    questions: createQuestions(host, globals, signal),
    runLine,
  };
  const close = async (): Promise<void> => {
    // If connecting failed, there is nothing to close, and the command has reported the error.
    const open = await connection.made()?.catch(() => undefined);
    await open?.close();
  };
  return { context, close };
}

async function interruption(signal: AbortSignal): Promise<never> {
  await untilAborted(signal);
  throw new Interrupted();
}

/** Runs a command and reports failures on stderr. Resolves with the exit code. */
export async function runCommand(invocation: Invocation, host: Host, runLine: RunLine): Promise<ExitCode> {
  const interrupts = watchForInterrupts();
  const session = openSession(invocation, host, interrupts.signal, runLine);
  const { definition, command } = invocation;
  const words = command.args.map(unshield);
  const work = definition.execute(words, unshieldFlags(command.opts()), session.context);
  const { commandName, globals } = session.context;
  try {
    if (definition.endsOnSignal === true) return await work;
    return await Promise.race([work, interruption(interrupts.signal)]);
  } catch (error) {
    // An error after an interrupt is a consequence of the interrupt.
    const cause = interrupts.signal.aborted ? new Interrupted() : error;
    return await reportFailure(
      cause,
      { commandName, remote: globals.remote, data: globals.data, debug: globals.debug },
      host,
    );
  } finally {
    await session.close();
    interrupts.stop();
    if (interrupts.signal.aborted) {
      // The command may still fail after the connection is closed. The interrupt has already been reported.
      work.catch(() => undefined);
      // Pending input would keep the process alive.
      host.stdin.destroy();
    }
  }
}
