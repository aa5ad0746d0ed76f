import type { Context } from '../program/context.ts';

const pastOf = {
  add: 'Added',
  change: 'Changed',
  comment: 'Commented',
  copy: 'Copied',
  create: 'Created',
  delete: 'Deleted',
  move: 'Moved',
  order: 'Ordered',
  rate: 'Rated',
  remove: 'Removed',
  restore: 'Restored',
  revert: 'Reverted',
  set: 'Set',
  upload: 'Uploaded',
} as const;

/** What a command does, as its dry run says it. */
export type Change = keyof typeof pastOf;

/** Says on stderr in one line what a command changed, such as `Created /Mathe/Plan.md.`; what it would change in a dry run. */
export function reportChange(
  { globals, output }: Pick<Context, 'globals' | 'output'>,
  change: Change,
  what: string,
): void {
  output.note(`${globals.dryRun ? `Would ${change}` : pastOf[change]} ${what}.`);
}
