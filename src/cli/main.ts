import { CommanderError } from 'commander';
import type { CommandEntry } from './commands.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type Host, processHost } from './host.ts';
import { createOutput } from './output.ts';
import { createProgram } from './program.ts';
import { shieldSpecialIds, unshield } from './special-arguments.ts';

// Only what help needs is imported above; the rest is loaded by the command that needs it.

/** commander's own ends of a run that are none of an error. */
const peacefulEnds = ['commander.helpDisplayed', 'commander.version'];

/** Tells in three lines what is wrong with a command line. */
function tellUsage(error: CommanderError, entry: CommandEntry | undefined, host: Host): ExitCode {
  if (peacefulEnds.includes(error.code)) return exitCodes.ok;
  // A noun without a verb: its help was shown.
  if (error.code === 'commander.help') return exitCodes.usage;
  const [what = '', why] = unshield(error.message).replace(/^error: /, '').split('\n');
  const name = entry?.path.join(' ');
  const output = createOutput(host.stdout, host.stderr);
  output.tell(`edu-repo${name === undefined ? '' : ` ${name}`}: ${what}.`.replace(/\.\.$/, '.'));
  output.tell(`  ${why?.replace(/^\((.*)\)$/, '$1') ?? 'The command line cannot be understood so.'}`);
  output.tell(`  Try: edu-repo ${name === undefined ? '--help' : `help ${name}`}`);
  return exitCodes.usage;
}

/** Runs one command line (without the names of node and program) and resolves with its exit code. Never rejects. */
export async function runLine(words: readonly string[], host: Host): Promise<ExitCode> {
  let entry: CommandEntry | undefined;
  let exitCode: ExitCode = exitCodes.ok;
  const program = createProgram(host, {
    named: (found) => {
      entry = found;
    },
    run: async (invocation) => {
      const { runCommand } = await import('./run-command.ts');
      exitCode = await runCommand(invocation, host, (line) => runLine(line, host));
    },
    help: async (top, topic) => {
      const { showHelp } = await import('./help-topics.ts');
      await showHelp(top, topic, createOutput(host.stdout, host.stderr));
    },
  });
  try {
    await program.parseAsync(words.length === 0 ? ['--help'] : shieldSpecialIds(words), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return tellUsage(error, entry, host);
    const { tellFailure } = await import('./tell-failure.ts');
    return tellFailure(error, { commandName: entry?.path.join(' '), debug: words.includes('--debug') }, host);
  }
}

/** The command line of edu-repo: `argv` as Node.js gives it; resolves with the exit code. */
export const main = (argv: readonly string[]): Promise<number> => runLine(argv.slice(2), processHost());
