import { CommanderError } from 'commander';
import type { ExitCode } from './program/exit-codes.ts';
import { type Host, processHost } from './program/host.ts';
import { createProgram } from './program/program.ts';
import { shieldSpecialIds } from './program/special-arguments.ts';

// Static imports cover only what help needs. Other modules are loaded when a command needs them.

/** Runs a command line, without the names of Node.js and the program. Resolves with its exit code and never rejects. */
export async function runLine(words: readonly string[], host: Host): Promise<ExitCode> {
  let commandName: string | undefined;
  let exitCode: ExitCode = 0;
  const program = createProgram(host, {
    named: (name) => {
      commandName = name;
    },
    run: async (invocation) => {
      const { runCommand } = await import('./program/run-command.ts');
      const inHost = (line: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<ExitCode> =>
        runLine(line, { ...host, environment: { ...host.environment, ...environment } });
      exitCode = await runCommand(invocation, host, inHost, words);
    },
    help: async (top, topic) => {
      const { showHelp } = await import('./program/help-topics.ts');
      await showHelp(top, topic, host);
    },
  });
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : shieldSpecialIds(words), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander also throws after it has printed help or the version.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { reportFailure } = await import('./program/report-failure.ts');
    return reportFailure(error, { commandName, debug: words.includes('--debug') }, host);
  }
}

/** Runs edu-repo with `process.argv` and resolves with the exit code. */
export function main(argv: readonly string[]): Promise<number> {
  return runLine(argv.slice(2), processHost());
}
