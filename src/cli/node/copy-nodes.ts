import { AnswerError } from '../../client/answer-error.ts';
import type { Connection } from '../connection/connect.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { addressAt, type Destination, destinationOf } from '../node-arguments/destination.ts';
import { childNamed, findNode, lookUp } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode } from '../node-arguments/node.ts';
import { type AddressedNode, oneByOne } from '../node-arguments/one-by-one.ts';
import type { SourcesAndTarget } from '../node-arguments/sources-and-target.ts';
import { reportChange } from '../print/report-change.ts';
import type { Context } from '../program/context.ts';
import { type Failure, usageFailure } from '../program/failure.ts';
import { copyNode } from './copy-node.ts';

export interface CopyNodesOptions extends SourcesAndTarget<NodeAddress> {
  readonly withChildren: boolean;
  /** Called with each source before anything is copied. Throws if the source must not be copied. */
  check?(source: AddressedNode): void;
  /** Called if the name is taken. Throws, or returns to skip the source. If undefined, the copy gets another name. */
  onNameClash?(source: AddressedNode, present: RepositoryNode): void;
}

async function sourcesOf({ client }: Connection, options: CopyNodesOptions): Promise<AddressedNode[]> {
  const nodes: AddressedNode[] = [];
  for (const address of options.sources) {
    const source = { address, node: await findNode(client, address) };
    options.check?.(source);
    nodes.push(source);
  }
  return nodes;
}

/** The node in the destination that has the name of the copy. Undefined without `onNameClash`, which is its only use. */
async function existingChild(
  { client }: Connection,
  { node }: AddressedNode,
  { folder, name }: Destination,
  { onNameClash }: CopyNodesOptions,
): Promise<RepositoryNode | undefined> {
  return onNameClash === undefined ? undefined : childNamed(client, folder.ref.id, name ?? node.name);
}

const intoItself = (source: NodeAddress, target: NodeAddress): Failure =>
  usageFailure(
    `${writeNodeAddress(source)} cannot be copied into itself.`,
    `${writeNodeAddress(target)} is this folder or is inside it.`,
    'Choose a target outside the folder',
  );

/** The IDs of a folder and of those above it, up to the top or to the first one that the caller may not read. */
export async function ancestorsOf({ client }: Connection, folder: RepositoryNode): Promise<Set<string>> {
  const ids = new Set([folder.ref.id]);
  for (let at: RepositoryNode | undefined = folder; at?.parent?.id !== undefined && !ids.has(at.parent.id); ) {
    ids.add(at.parent.id);
    at = await unlessForbidden(lookUp(client, { kind: 'id', id: at.parent.id }));
  }
  return ids;
}

/** People may not read the folder above their home folder. */
async function unlessForbidden<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 403) return undefined;
    throw error;
  }
}

/** Throws a usage failure if a folder would be copied into itself. */
async function refuseIntoItself(
  connection: Connection,
  sources: readonly AddressedNode[],
  { folder }: Destination,
  { target, withChildren }: CopyNodesOptions,
): Promise<void> {
  const folders = sources.filter(({ node }) => isFolder(node));
  if (!withChildren || folders.length === 0) return;
  const above = await ancestorsOf(connection, folder);
  const bad = folders.find(({ node }) => above.has(node.ref.id));
  if (bad !== undefined) throw intoItself(bad.address, target);
}

/** Copies nodes on the server, one at a time, and yields the copies. */
export async function* copyNodes(options: CopyNodesOptions, context: Context): AsyncGenerator<RepositoryNode> {
  const connection = await context.connect();
  const sources = await sourcesOf(connection, options);
  const destination = await destinationOf(connection.client, options.target, sources.length);
  await refuseIntoItself(connection, sources, destination, options);
  const { withChildren } = options;
  const copying = oneByOne(sources, 'copied', context.output, async (source) => {
    const present = await existingChild(connection, source, destination, options);
    if (present !== undefined) return options.onNameClash?.(source, present);
    const { folder, name } = destination;
    const report = (to: NodeAddress): void =>
      reportChange(context, 'copy', `${writeNodeAddress(source.address)} to ${writeNodeAddress(to)}`);
    if (context.globals.dryRun) return report(options.target);
    const copy = { source: source.node, withChildren, folder: folder.ref.id, name };
    const made = await copyNode(connection, copy, context.output);
    report(addressAt(destination, options.target, made.name));
    return made;
  });
  for await (const node of copying) if (node !== undefined) yield node;
}
