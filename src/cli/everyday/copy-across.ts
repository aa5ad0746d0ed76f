import { atRemote, atRepositoryOf } from '../connection/at-remote.ts';
import type { Connection } from '../connection/connect.ts';
import type { HarvestState } from '../import/harvest-states.ts';
import type { ImportItem } from '../import/item.ts';
import { runImport } from '../import/run-import.ts';
import { openNodes } from '../import/sources/repository.ts';
import { type NodeAddress, parentAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { destinationOf } from '../node-arguments/destination.ts';
import { findNode } from '../node-arguments/find-node.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import type { AddressedNode } from '../node-arguments/one-by-one.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { requireRecursive } from '../transfer/copy-between.ts';
import type { ExcludedFiles } from '../transfer/excluded-files.ts';
import { type NodeParts, readNodeParts } from '../transfer/node-parts.ts';
import type { TransferOptions } from '../transfer/run-transfer.ts';

export interface CopyAcross extends TransferOptions {
  /** Nodes of one repository. */
  readonly sources: readonly NodeAddress[];
  /** A folder of another repository, or a new name in it. */
  readonly target: NodeAddress;
  readonly recursive: boolean;
  readonly nodeParts: NodeParts;
  /** Called after each source that was copied without a failure, with the context of its repository. */
  onCopied?(source: AddressedNode, atSource: Context): Promise<void>;
}

/** A copy is where its name says, as with files, also if the node was copied to another folder before. */
async function* knownByName(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  for await (const item of items) yield { ...item, key: undefined };
}

const notHarvested: HarvestState = { since: undefined, keep: async () => undefined };

/** The folder that a node goes to, and its name there. */
async function placeOf(
  node: RepositoryNode,
  { sources, target }: CopyAcross,
  context: Context,
): Promise<{ readonly folder: NodeAddress; readonly name: string }> {
  const { client } = await context.connect();
  const { name } = await destinationOf(client, target, sources.length);
  if (name !== undefined) await context.jobTarget.noteCreated();
  const own = context.jobTarget.isOwn && target.kind === 'path' ? target.names.at(-1) : undefined;
  const asNamed = name ?? own;
  if (asNamed === undefined) return { folder: target, name: node.name };
  return { folder: parentAddress(target) ?? target, name: asNamed };
}

/** The items of a tree without those that are excluded by their paths in it, and what is below them. */
async function* withoutExcluded(items: AsyncIterable<ImportItem>, excluded: ExcludedFiles): AsyncGenerator<ImportItem> {
  for await (const item of items) {
    const names = [...item.folders, item.name ?? ''];
    const isIn = (_: string, index: number): boolean =>
      excluded(`/${names.slice(0, index + 1).join('/')}`, index < names.length - 1 ? 'folder' : (item.kind ?? 'file'));
    if (!names.some(isIn)) yield item;
  }
}

/** What is copied with `copyNodesInto`. */
export interface CopiedNodes extends TransferOptions {
  readonly source: NodeAddress;
  /** The folder that it goes to. Missing folders are created. */
  readonly folder: NodeAddress;
  /** The name of the copy; undefined for the content of a folder, and for a file with its own name. */
  readonly name?: string | undefined;
  readonly nodeParts?: NodeParts;
  /** By paths that start with `/` at the source. */
  readonly excluded?: ExcludedFiles | undefined;
}

/** Copies a node, or the content of a folder, from a repository to another. Resolves with exit code 7 if a node failed. */
export async function copyNodesInto(
  { source: address, name, folder, excluded, nodeParts = readNodeParts({}), ...options }: CopiedNodes,
  from: Connection,
  atTarget: Context,
): Promise<ExitCode> {
  const opened = await openNodes(from, address, nodeParts, name);
  const items = () => knownByName(excluded === undefined ? opened.items() : withoutExcluded(opened.items(), excluded));
  const source = { ...opened, items, close: async () => undefined };
  const run = {
    ...options,
    ...{
      sources: [{ input: writeLocatedAddress(address), kind: 'repository', source, state: notHarvested }],
      target: folder,
    },
    ...{ lists: { chosenSet: undefined, anyValue: true }, onError: 'skip' as const, report: undefined, copies: true },
  };
  return runImport(run, atTarget);
}

/**
 * Copies nodes to another repository, with metadata and previews: streamed, so that no content is held. What was copied
 * before is recognised by its name, and only differences are sent. Resolves with exit code 7 if a node failed.
 */
export function copyAcross(options: CopyAcross, context: Context): Promise<ExitCode> {
  return atRepositoryOf(options.sources, context, (atSource) =>
    atRemote(options.target.remote, context, async (atTarget) => {
      const from = await atSource.connect();
      let exitCode: ExitCode = exitCodes.ok;
      for (const address of options.sources) {
        const node = await findNode(from.client, address);
        if (!options.recursive) requireRecursive({ address, node });
        const place = await placeOf(node, options, atTarget);
        const result = await copyNodesInto({ ...options, ...place, source: address }, from, atTarget);
        if (result !== exitCodes.ok) exitCode = result;
        else await options.onCopied?.({ address, node }, atSource);
      }
      return exitCode;
    }),
  );
}
