import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../../base/duration.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository, shownName } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { listForPrograms } from '../print/list-for-programs.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { wallClock } from '../print/wall-clock.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { deletedAt, deletedBy, trashOf } from './trashed.ts';
import { trashList } from './views.ts';

interface EmptyFlags {
  readonly olderThan?: { readonly text: string; readonly milliseconds: number };
  readonly person?: string;
}

/** The number of nodes per call. A call removes either all of its nodes or none. */
const batch = 50;

const unitMilliseconds: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `12h`, `30d`, `2w`, or an ISO 8601 duration. */
function readAge(text: string): { readonly text: string; readonly milliseconds: number } {
  const parts = /^(\d{1,6})([hdw])$/.exec(text);
  const milliseconds =
    parts === null ? parseDuration(text) : Number(parts[1]) * (unitMilliseconds[parts[2] ?? ''] ?? Number.NaN);
  if (milliseconds === undefined) throw new InvalidArgumentError('Write an age such as 30d, 2w or 12h.');
  return { text, milliseconds };
}

async function nodesToRemove(client: Client, { olderThan, person }: EmptyFlags): Promise<RepositoryNode[]> {
  const latest = olderThan === undefined ? Number.POSITIVE_INFINITY : wallClock() - olderThan.milliseconds;
  const nodes: RepositoryNode[] = [];
  for await (const node of trashOf(client, { pattern: '*', person })) {
    // Without `--older-than`, also includes nodes without a time of deletion.
    if ((deletedAt(node) ?? Number.MAX_VALUE) <= latest || olderThan === undefined) nodes.push(node);
  }
  return nodes;
}

const refused = (error: unknown): error is AnswerError =>
  error instanceof AnswerError && (error.status === 403 || error.status === 404);

/** Purges nodes and resolves with those that could not be removed, with the reasons. */
async function purge(client: Client, nodes: readonly RepositoryNode[]): Promise<(readonly [RepositoryNode, string])[]> {
  try {
    await client.purgeArchived({ repository, archivedNodeIds: nodes.map(({ ref }) => ref.id) });
    return [];
  } catch (error) {
    if (!refused(error)) throw error;
    const [only] = nodes;
    if (only !== undefined && nodes.length === 1) return [[only, messageOf(error)]];
    const left: (readonly [RepositoryNode, string])[] = [];
    for (const node of nodes) left.push(...(await purge(client, [node])));
    return left;
  }
}

const describe = (nodes: readonly RepositoryNode[]): string => {
  const people = new Set(nodes.map(deletedBy)).size;
  return `${counted(nodes.length, 'node')}${people > 1 ? `, deleted by ${people} people,` : ''} and everything below ${nodes.length === 1 ? 'it' : 'them'}`;
};

async function empty(client: Client, nodes: readonly RepositoryNode[], context: Context): Promise<ExitCode> {
  const failed = new Set<RepositoryNode>();
  for (let from = 0; from < nodes.length; from += batch) {
    for (const [node, reason] of await purge(client, nodes.slice(from, from + batch))) {
      failed.add(node);
      context.output.report(`Could not remove ${shownName(node)} (${node.ref.id}): ${reason}`);
    }
  }
  const removed = nodes.filter((node) => !failed.has(node));
  if (!context.globals.dryRun) context.output.note(`Permanently removed ${counted(removed.length, 'node')}.`);
  else for (const node of removed) context.output.note(`Would permanently remove ${shownName(node)} (${node.ref.id}).`);
  await listForPrograms(removed, trashList, context);
  return failed.size === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

export const trashEmpty = defineCommand<EmptyFlags, EmptyFlags>({
  examples: [
    {
      line: 'edu-repo trash empty',
      does: 'after asking, permanently remove the nodes in the trash that you deleted or own',
    },
    {
      line: 'edu-repo trash empty --older-than 30d --yes',
      does: 'without asking, remove nodes that were deleted more than 30 days ago',
    },
    {
      line: 'edu-repo trash empty --person anna --dry-run',
      does: 'show the nodes in the trash that anna deleted or owns, without removing them (administrators only)',
    },
  ],
  configure: (command) =>
    command
      .option('--older-than <age>', 'remove only nodes that were deleted longer ago than this (30d, 2w, 12h)', readAge)
      .option('--person <user>', "empty the trash of this person (default: yours; for administrators, everyone's)"),
  readOptions: (_, flags) => flags,
  run: async (flags, context) => {
    const { client } = await context.connect();
    const nodes = await nodesToRemove(client, flags);
    if (nodes.length === 0) {
      context.output.note('The trash has nothing to remove.');
      await listForPrograms(nodes, trashList, context);
      return exitCodes.ok;
    }
    if (context.globals.dryRun) return empty(client, nodes, context);
    const age = flags.olderThan === undefined ? '' : ` --older-than ${flags.olderThan.text}`;
    const whose = flags.person === undefined ? '' : ` --person ${shellWord(flags.person)}`;
    await requireConfirmation(
      {
        question: `Permanently remove ${describe(nodes)}?`,
        would: `Permanently removing ${describe(nodes)} needs confirmation.`,
        again: `edu-repo trash empty${age}${whose} --yes`,
      },
      context,
    );
    return empty(client, nodes, context);
  },
});
