import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';

/** Refuses `--url` and `--remote` for a command that works on a data directory of this machine. */
export function refuseUrl({ globals, commandName }: Context): void {
  if (globals.url === undefined && globals.remote === undefined) return;
  throw usageFailure(
    `${commandName} does not support ${globals.url === undefined ? '--remote' : '--url'}.`,
    'It works on a data directory of this machine.',
    `To choose the directory: edu-repo ${commandName} --data DIR`,
  );
}
