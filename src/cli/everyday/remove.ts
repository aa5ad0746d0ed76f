import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, typedAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { addressesIn, readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { hasChildren } from '../node-arguments/children.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode, repository } from '../node-arguments/node.ts';
import { nodeList } from '../node-arguments/views.ts';
import { listForPrograms } from '../print/list-for-programs.ts';
import { whyNoQuestion } from '../print/questions.ts';
import { reportChange } from '../print/report-change.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';

interface RemoveFlags {
  readonly recursive?: boolean;
  readonly purge?: boolean;
}

interface RemoveOptions {
  readonly words: readonly string[];
  readonly recursive: boolean;
  /** Whether to bypass the trash. */
  readonly purge: boolean;
}

interface DeletionTarget {
  readonly address: NodeAddress;
  readonly node: RepositoryNode;
  /** Whether the node is a folder that is not empty. */
  readonly full: boolean;
}

/** The maximum number of nodes in a suggested command. */
const maxNamed = 3;

/** The command with one more flag. Names the given nodes if they came from stdin, which is empty by then. */
function commandAgain(
  { words, purge, recursive }: RemoveOptions,
  flag: string,
  { dryRun }: Context['globals'],
  targets: readonly DeletionTarget[],
): string {
  const flags = `${recursive ? ' --recursive' : ''}${purge ? ' --purge' : ''}${dryRun ? ' --dry-run' : ''}`;
  const fromStdin = targets.length > maxNamed ? ['-'] : targets.map(({ address }) => writeNodeAddress(address));
  const named = words.includes('-') ? fromStdin : words;
  return `edu-repo rm${flags} ${flag} ${named.map(shellWord).join(' ')}`;
}

/** The server refuses this, too, but `refuseFull` would suggest deleting everything. */
async function refuseTop(targets: readonly DeletionTarget[], client: Client): Promise<void> {
  const withoutParent = targets.filter(({ node }) => node.parent === null);
  if (withoutParent.length === 0) return;
  const top = await findNode(client, parseNodeAddress('/'));
  if (!withoutParent.some(({ node }) => node.ref.id === top.ref.id)) return;
  throw usageFailure(
    'The top folder cannot be deleted.',
    'It holds the home folders of all people and everything else.',
    'To list what is in it: edu-repo ls /',
  );
}

function refuseFull(targets: readonly DeletionTarget[], options: RemoveOptions, { globals }: Context): void {
  const full = targets.find((target) => target.full);
  if (full === undefined || options.recursive) return;
  throw usageFailure(
    `The folder ${writeNodeAddress(full.address)} is not empty.`,
    'Deleting it also deletes everything below it.',
    `To delete the folder with everything below it: ${commandAgain(options, '--recursive', globals, [full])}`,
  );
}

/** The address, with the name of a node that was named by the number of a hit. */
const nameOf = ({ address, node }: DeletionTarget): string =>
  address.hit === undefined ? writeNodeAddress(address) : `${typedAddress(address)} (${node.name})`;

async function confirmed(
  targets: readonly DeletionTarget[],
  options: RemoveOptions,
  context: Context,
): Promise<boolean> {
  const needsConfirmation = options.purge || targets.some((target) => target.full);
  if (!needsConfirmation || context.globals.yes || context.globals.dryRun) return true;
  const names = targets.map(nameOf).join(', ');
  const below = targets.some((target) => target.full)
    ? ` and everything below ${targets.length === 1 ? 'it' : 'them'}`
    : '';
  const [verb, verbing, how] = options.purge
    ? ['Delete', 'Deleting', 'permanently']
    : ['Move', 'Moving', 'to the trash'];
  if (context.questions.possible) return context.questions.confirm(`${verb} ${names}${below} ${how}?`);
  throw usageFailure(
    `${verbing} ${names}${below} ${how} needs confirmation.`,
    `edu-repo cannot ask for confirmation: ${whyNoQuestion(context.globals)}.`,
    `To confirm: ${commandAgain(options, '--yes', context.globals, targets)}`,
  );
}

async function targetsOf(addresses: readonly NodeAddress[], client: Client): Promise<DeletionTarget[]> {
  const targets: DeletionTarget[] = [];
  for (const address of addresses) {
    const node = await findNode(client, address);
    targets.push({ address, node, full: isFolder(node) && (await hasChildren(client, node.ref.id)) });
  }
  return targets;
}

/** A node that was deleted, with its address as the user wrote it. */
type DeletedNode = RepositoryNode & { readonly path: string };

/** Deletes the nodes in order, and yields them. A dry run yields those that would be deleted. */
async function* removeAll(
  targets: readonly DeletionTarget[],
  purge: boolean,
  client: Client,
  context: Context,
): AsyncGenerator<DeletedNode> {
  let done = 0;
  for (const { address, node } of targets) {
    const path = writeNodeAddress(address);
    try {
      await client.deleteNode({ repository, node: node.ref.id, recycle: !purge });
    } catch (error) {
      if (done > 0 && !context.globals.dryRun)
        context.output.report(`Deleted ${counted(done, 'node')} before the error at ${path}.`);
      throw error;
    }
    reportChange(context, 'delete', purge ? `${path} permanently` : path);
    yield { ...node, path };
    done += 1;
  }
}

function noteRestoreCommand(targets: readonly DeletionTarget[], context: Context): void {
  const ids = targets.map(({ node }) => node.ref.id);
  const what = targets.length === 1 ? 'It is' : 'They are';
  const how = ids.length <= maxNamed ? `trash restore ${ids.join(' ')}` : 'trash list';
  context.output.note(`${what} in the trash. To restore ${targets.length === 1 ? 'it' : 'them'}: edu-repo ${how}`);
}

/** `rm`, `node delete` */
export const remove = defineCommand<RemoveFlags, RemoveOptions>({
  examples: [
    { line: "edu-repo rm '/Mathe/Alter Plan.md'", does: 'move a file to the trash' },
    {
      line: 'edu-repo rm --recursive --yes /Mathe/2019',
      does: 'move a folder and everything below it to the trash without asking',
    },
    { line: 'edu-repo search entwurf -o id | edu-repo rm -', does: 'move the first 10 hits of a search to the trash' },
  ],
  configure: (command) =>
    command
      .argument('<address...>', 'one or more nodes; - reads them from stdin')
      .option('-r, --recursive', 'delete folders that are not empty')
      .option('--purge', 'delete permanently instead of moving to the trash'),
  readOptions: (words, flags) => {
    addressesIn(words);
    return { words, recursive: flags.recursive === true, purge: flags.purge === true };
  },
  nodes: ({ words }) => addressesIn(words),
  run: async (options, context) => {
    const addresses = await readAddresses(options.words, context);
    if (addresses.length === 0) {
      context.output.note('Nothing to delete: stdin was empty.');
      await listForPrograms([], nodeList({ long: false }), context);
      return exitCodes.ok;
    }
    const { client } = await context.connect();
    const targets = await targetsOf(addresses, client);
    await refuseTop(targets, client);
    refuseFull(targets, options, context);
    if (!(await confirmed(targets, options, context))) {
      throw new Failure(exitCodes.error, {
        what: 'Nothing was deleted.',
        why: 'You answered no.',
        next: `To delete: ${commandAgain(options, '--yes', context.globals, targets)}`,
      });
    }
    await listForPrograms(removeAll(targets, options.purge, client, context), nodeList({ long: false }), context);
    if (!context.globals.dryRun && !options.purge) noteRestoreCommand(targets, context);
    return exitCodes.ok;
  },
});
