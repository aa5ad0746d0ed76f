import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { addressesIn, readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { findTrashed, parseTrashed } from './find-trashed.ts';
import { restoredList } from './views.ts';

interface RestoreOptions {
  readonly words: readonly string[];
  /** The folder to restore to; undefined for the original folder of each node. */
  readonly target: NodeAddress | undefined;
}

const needsTarget = (error: unknown): error is AnswerError =>
  error instanceof AnswerError && error.status === 400 && JSON.stringify(error.body).includes('nodesInNeedOfTarget');

const targetNeeded = (error: AnswerError, words: readonly string[]): Failure =>
  new Failure(
    exitCodes.error,
    {
      what: error.message,
      why: 'Without --target, a node can only be restored to its original folder.',
      next: `To restore it to your home folder: edu-repo trash restore --target '~' ${words.map(shellWord).join(' ')}`,
    },
    { cause: error },
  );

async function restore(client: Client, ids: string[], target: string | undefined, words: readonly string[]) {
  try {
    return await client.restoreArchived({ repository, archivedNodeIds: ids, target });
  } catch (error) {
    throw needsTarget(error) ? targetNeeded(error, words) : error;
  }
}

/** `trash restore`, `node restore` */
export const trashRestore = defineCommand<{ readonly target?: string }, RestoreOptions>({
  examples: [
    { line: "edu-repo trash restore '~/Mathe/Plan.md'", does: 'restore a file to its original folder' },
    {
      line: "edu-repo trash list 'Entwurf*' -o id | edu-repo trash restore -",
      does: 'restore the nodes that trash list shows, or none if one fails',
    },
    { line: "edu-repo trash restore /Alt/Plan.md --target '~'", does: 'restore a file to your home folder' },
  ],
  configure: (command) =>
    command
      .argument('<address...>', 'IDs or original paths, as trash list shows them; - reads them from stdin')
      .option('--target <folder>', 'folder to restore to (default: the original folder)'),
  readOptions: (words, { target }) => {
    addressesIn(words, parseTrashed);
    return { words, target: target === undefined ? undefined : parseNodeAddress(target) };
  },
  nodes: ({ words, target }) => [...addressesIn(words, parseTrashed), ...(target === undefined ? [] : [target])],
  run: async ({ words, target }, context) => {
    const addresses = await readAddresses(words, context, parseTrashed);
    if (addresses.length === 0) {
      context.output.note('Nothing to restore: stdin was empty.');
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const ids: string[] = [];
    for (const address of addresses) ids.push(await findTrashed(client, address));
    const folder = target === undefined ? undefined : (await findNode(client, target)).ref.id;
    const answer = await restore(client, ids, folder, words);
    if (context.globals.dryRun) {
      for (const id of ids) context.output.note(`Would restore ${id}.`);
      return exitCodes.ok;
    }
    const { results } = answer;
    await (await context.printer()).list(results, restoredList);
    return exitCodes.ok;
  },
});
