import { CommanderError } from 'commander';
import type { ExitCode } from './program/exit-codes.ts';
import { type Host, processHost } from './program/host.ts';
import { createProgram } from './program/program.ts';
import { showSourcePositions } from './program/source-positions.ts';
import { shieldSpecialIds } from './program/special-arguments.ts';

// Only what help needs is imported above; the rest is loaded by the command line that needs it.

/** Runs one command line (without the names of node and program) and resolves with its exit code. Never rejects. */
export async function runLine(words: readonly string[], host: Host): Promise<ExitCode> {
  let commandName: string | undefined;
  let exitCode: ExitCode = 0;
  const program = createProgram(host, {
    named: (name) => {
      commandName = name;
    },
    run: async (invocation) => {
      const { runCommand } = await import('./program/run-command.ts');
      exitCode = await runCommand(invocation, host, (line) => runLine(line, host));
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
    // Help and version end this way too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { reportFailure } = await import('./program/report-failure.ts');
    return reportFailure(error, { commandName, debug: words.includes('--debug') }, host);
  }
}

/** The command line of edu-repo: `argv` as Node.js gives it; resolves with the exit code. */
export function main(argv: readonly string[]): Promise<number> {
  showSourcePositions();
  return runLine(argv.slice(2), processHost());
}
