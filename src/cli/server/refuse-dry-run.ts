import type { Context } from '../program/context.ts';
import { usageFailure } from '../program/failure.ts';

/** Throws a usage failure if `--dry-run` is set. */
export function refuseDryRun(command: 'serve' | 'demo', { globals }: Pick<Context, 'globals'>): void {
  if (!globals.dryRun) return;
  throw usageFailure(
    `edu-repo ${command} has no dry run.`,
    'It starts a server, and creates or upgrades the data directory. Nothing was changed.',
    'Run it without --dry-run; to check the configuration: edu-repo config check',
  );
}
