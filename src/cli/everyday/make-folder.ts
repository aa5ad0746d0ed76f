import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { createFolder } from '../node-arguments/create-folder.ts';
import { findNode, lookUp } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { printChanged } from '../node-arguments/print-nodes.ts';
import { reportChange } from '../print/report-change.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';

type FolderPath = Extract<NodeAddress, { readonly kind: 'path' }>;

interface MakeFolderFlags {
  readonly parents?: boolean;
}

interface MakeFolderOptions {
  readonly folders: readonly FolderPath[];
  /** Whether to create missing folders above, and to accept folders that exist. */
  readonly parents: boolean;
}

function readFolder(text: string): FolderPath {
  const address = parseNodeAddress(text);
  if (address.kind === 'path' && address.names.length > 0) return address;
  throw usageFailure(
    `"${text}" is not the path of a new folder.`,
    'The path must end with the name of the folder.',
    "For example: edu-repo mkdir '/Mathe/Klasse 8'",
  );
}

const taken = (address: NodeAddress, present: RepositoryNode): Failure =>
  new Failure(exitCodes.conflict, {
    what: `${writeNodeAddress(address)} already exists.`,
    why: `It is a ${isFolder(present) ? 'folder' : 'file'}.`,
    next: isFolder(present) ? 'Use the existing folder, or choose another name' : 'Choose another name',
  });

const parentOf = (folder: FolderPath): FolderPath => ({
  ...folder,
  names: folder.names.slice(0, -1),
  folderOnly: true,
});

/** The missing folders on a path, the uppermost first. Throws a failure if something else has one of the names. */
async function missingAlong(client: Client, folder: FolderPath, parents: boolean): Promise<readonly FolderPath[]> {
  // The folder at which a path starts is always there.
  if (folder.names.length === 0) return [];
  const present = await lookUp(client, folder);
  if (present === undefined) return [...(parents ? await missingAlong(client, parentOf(folder), parents) : []), folder];
  if (parents && isFolder(present)) return [];
  throw taken(folder, present);
}

/** The failure for a missing folder above a new one, with the hint at `--parents`. */
function withParentsHint(failure: Failure, folder: FolderPath): Failure {
  const command = `edu-repo mkdir -p ${shellWord(writeNodeAddress(folder))}`;
  const next = `${failure.next}; to create missing folders, too: ${command}`;
  return new Failure(failure.exitCode, { what: failure.message, why: failure.why, next }, { cause: failure });
}

async function findParent(client: Client, folder: FolderPath): Promise<RepositoryNode> {
  const above = parentOf(folder);
  try {
    const parent = await findNode(client, above);
    if (isFolder(parent)) return parent;
    throw taken(above, parent);
  } catch (error) {
    const isMissing = error instanceof Failure && error.exitCode === exitCodes.notFound;
    throw isMissing ? withParentsHint(error, folder) : error;
  }
}

async function create(client: Client, folder: FolderPath): Promise<RepositoryNode | undefined> {
  const { ref } = await findParent(client, folder);
  return createFolder(client, ref.id, folder.names.at(-1) ?? '');
}

/** Checks a folder that a dry run would create, and notes it, once. `planned` has those of earlier paths. */
async function plan(client: Client, folder: FolderPath, planned: Set<string>, context: Context): Promise<void> {
  const written = writeNodeAddress(folder);
  if (planned.has(written)) return;
  if (!planned.has(writeNodeAddress(parentOf(folder)))) await create(client, folder);
  reportChange(context, 'create', written);
  planned.add(written);
}

/** Creates the folders of all paths in order, and yields them. */
async function* makeFolders({ folders, parents }: MakeFolderOptions, context: Context): AsyncGenerator<RepositoryNode> {
  const { client } = await context.connect();
  const planned = new Set<string>();
  for (const folder of folders) {
    for (const missing of await missingAlong(client, folder, parents)) {
      if (context.globals.dryRun) await plan(client, missing, planned, context);
      else {
        const created = await create(client, missing);
        if (created !== undefined) yield created;
        reportChange(context, 'create', writeNodeAddress(missing));
      }
    }
  }
}

export const mkdir = defineCommand<MakeFolderFlags, MakeFolderOptions>({
  examples: [
    { line: "edu-repo mkdir '/Mathe/Klasse 8'", does: 'create a folder in an existing folder' },
    { line: "edu-repo mkdir -p '~/Unterricht/Mathe'", does: 'also create the folders above it if they are missing' },
  ],
  configure: (command) =>
    command
      .argument('<path...>', 'folders to create')
      .option('-p, --parents', 'create missing folders above, and accept folders that already exist'),
  readOptions: (words, flags) => ({ folders: words.map(readFolder), parents: flags.parents === true }),
  nodes: ({ folders }) => folders,
  run: async (options, context) => {
    await printChanged(makeFolders(options, context), context);
    return exitCodes.ok;
  },
});
