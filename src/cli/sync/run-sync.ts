import { atRemote } from '../connection/at-remote.ts';
import type { Connection } from '../connection/connect.ts';
import { copyNodesInto } from '../everyday/copy-across.ts';
import { importFolder } from '../import/import-folder.ts';
import { lookAt } from '../import/source-input.ts';
import { ancestorsOf } from '../node/copy-nodes.ts';
import { locatedAddress, type NodeAddress, parentAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { findNode, lookUp } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { downloadTree } from '../transfer/download-tree.ts';
import { type ExcludedFiles, excludedFiles } from '../transfer/excluded-files.ts';
import { runTransfer } from '../transfer/run-transfer.ts';
import { deleteExtras, findExtras, requirePermission } from './extras.ts';
import { localTree, nodeTree, type SyncTree } from './tree.ts';

export interface SyncOptions {
  /** Local folders, or addresses of folders; one of them is in a repository. */
  readonly source: string;
  readonly target: string;
  readonly deletes: boolean;
  /** The most files and folders that are deleted. */
  readonly maxDelete: number;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly concurrency: number;
  readonly versionComment: string;
}

/** A sync between two folders. Both are listed and compared. */
interface Sync {
  readonly from: SyncTree;
  readonly to: SyncTree;
  /** Adds and updates. */
  transfer(): Promise<ExitCode>;
}

const notAFolder = (written: string) =>
  usageFailure(`${written} is no folder.`, 'sync keeps folders in step.', 'To copy a file: edu-repo cp');

const insideItself = (inner: NodeAddress, outer: NodeAddress) =>
  usageFailure(
    `${writeLocatedAddress(inner)} is inside ${writeLocatedAddress(outer)}, or the same folder.`,
    'A folder cannot be kept in step with a folder inside it.',
    'Choose another target',
  );

/** Throws a usage failure if one of two folders is in the other. IDs tell, because a folder has several addresses. */
async function refuseInside(
  [from, to]: readonly [NodeAddress, NodeAddress],
  top: RepositoryNode,
  connection: Connection,
): Promise<void> {
  for (let address: NodeAddress | undefined = to; address !== undefined; address = parentAddress(address)) {
    const folder = await lookUp(connection.client, address);
    if (folder === undefined) continue;
    if ((await ancestorsOf(connection, folder)).has(top.ref.id)) throw insideItself(to, from);
    if (address === to && (await ancestorsOf(connection, top)).has(folder.ref.id)) throw insideItself(from, to);
    return;
  }
}

async function requireFolder(address: NodeAddress, context: Context) {
  const node = await findNode((await context.connect()).client, address);
  if (!isFolder(node)) throw notAFolder(writeLocatedAddress(address));
  return node;
}

async function fromLocal(options: SyncOptions, to: NodeAddress, context: Context): Promise<Sync> {
  const { source: folder, exclude, include, concurrency, versionComment } = options;
  if ((await lookAt(folder)).kind !== 'folder') throw notAFolder(folder);
  const { client } = await context.connect();
  return {
    from: localTree(folder),
    to: nodeTree(client, to),
    transfer: () =>
      importFolder(
        {
          ...{ folder, target: to, ifExists: 'replace', patterns: exclude, included: include, concurrency },
          ...{ versionComment, table: undefined, report: undefined },
        },
        context,
      ),
  };
}

async function toLocal(options: SyncOptions, from: NodeAddress, context: Context): Promise<Sync> {
  const { target, exclude, include, concurrency, versionComment } = options;
  const top = await requireFolder(from, context);
  const { client } = await context.connect();
  const excluded = excludedFiles(target, exclude, include);
  const facts = { doing: 'Copying', done: 'Copied', target, toReplace: undefined };
  return {
    from: nodeTree(client, from),
    to: localTree(target),
    transfer: () =>
      runTransfer(context, { ifExists: 'replace', concurrency, versionComment, excluded }, facts, (settings) =>
        downloadTree(top, target, settings),
      ),
  };
}

async function between(
  { concurrency, versionComment }: SyncOptions,
  [from, to]: readonly [NodeAddress, NodeAddress],
  [atSource, atTarget]: readonly [Context, Context],
  excluded: ExcludedFiles,
): Promise<Sync> {
  const top = await requireFolder(from, atSource);
  const connection = await atSource.connect();
  await refuseInside([from, to], top, await atTarget.connect());
  const transfer = { ifExists: 'replace', concurrency, versionComment } as const;
  return {
    from: nodeTree(connection.client, from),
    to: nodeTree((await atTarget.connect()).client, to),
    transfer: () => copyNodesInto({ ...transfer, source: from, folder: to, excluded }, connection, atTarget),
  };
}

async function sideOf(
  options: SyncOptions,
  excluded: ExcludedFiles,
  atSource: Context,
  atTarget: Context,
): Promise<Sync> {
  const [from, to] = [locatedAddress(options.source), locatedAddress(options.target)];
  if (from !== undefined && to !== undefined) return between(options, [from, to], [atSource, atTarget], excluded);
  if (to !== undefined) return fromLocal(options, to, atTarget);
  if (from !== undefined) return toLocal(options, from, atSource);
  throw usageFailure(
    'Neither the source nor the target is in a repository.',
    'A folder in a repository is written as repo:/PATH or NAME:/PATH.',
    'For example: edu-repo sync Material repo:/Mathe',
  );
}

async function syncOnce(options: SyncOptions, atSource: Context, atTarget: Context): Promise<ExitCode> {
  const { source, target, deletes, maxDelete, exclude, include } = options;
  const excluded = excludedFiles('/', exclude, include);
  const { from, to, transfer } = await sideOf(options, excluded, atSource, atTarget);
  if (!deletes) return transfer();
  const extras = await findExtras(from, to, excluded);
  const patterns = [
    ...exclude.map((p) => ` --exclude ${shellWord(p)}`),
    ...include.map((p) => ` --include ${shellWord(p)}`),
  ];
  const again = `edu-repo sync --delete --max-delete ${maxDelete} ${shellWord(source)} ${shellWord(target)}${patterns.join('')}`;
  await requirePermission(extras, { maxDelete, target, again }, atTarget);
  const exitCode = await transfer();
  if (exitCode === exitCodes.ok) await deleteExtras(extras, atTarget);
  else atTarget.output.report('Nothing was deleted, because not everything was transferred.');
  return exitCode;
}

/**
 * Adds and updates in the target what the source has, and deletes what it does not have if that is asked for. Rejects before
 * any change if that would be more than the limit. Resolves with exit code 7 if a file failed; then nothing is deleted.
 */
export function runSync(options: SyncOptions, context: Context): Promise<ExitCode> {
  const [from, to] = [locatedAddress(options.source), locatedAddress(options.target)];
  return atRemote(from?.remote, context, (atSource) =>
    atRemote(to?.remote, context, (atTarget) => syncOnce(options, atSource, atTarget)),
  );
}
