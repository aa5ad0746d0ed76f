import type { Connection } from '../connect.ts';
import type { Context } from '../context.ts';
import { type NodeAddress, writeNodeAddress } from './address.ts';
import { copyNode } from './copy-node.ts';
import { type Destination, destinationOf } from './destination.ts';
import { childNamed, findNode } from './find-node.ts';
import type { RepositoryNode } from './node.ts';
import { type AddressedNode, oneByOne } from './one-by-one.ts';
import type { SourcesAndTarget } from './sources-and-target.ts';

/** How nodes are copied on the server. */
export interface CopyNodesOptions extends SourcesAndTarget<NodeAddress> {
  readonly withChildren: boolean;
  /** Called with each source before anything is copied: throws where it is not to be copied. */
  check?(source: AddressedNode): void;
  /** What to do where the name is taken: undefined takes another one; else whether to go on without this source. */
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

/** The child of the destination that has the name already, where that matters. */
async function inTheWay(
  { client }: Connection,
  { node }: AddressedNode,
  { folder, name }: Destination,
  { onNameClash }: CopyNodesOptions,
): Promise<RepositoryNode | undefined> {
  return onNameClash === undefined ? undefined : childNamed(client, folder.ref.id, name ?? node.name);
}

/** Copies nodes of one repository on its server, one after the other. Gives the copies that were made. */
export async function* copyNodes(options: CopyNodesOptions, context: Context): AsyncGenerator<RepositoryNode> {
  const connection = await context.connect();
  const sources = await sourcesOf(connection, options);
  const destination = await destinationOf(connection.client, options.target, sources.length);
  const { withChildren } = options;
  const copying = oneByOne(sources, 'copied', context.output, async (source) => {
    const present = await inTheWay(connection, source, destination, options);
    if (present !== undefined) return options.onNameClash?.(source, present);
    if (context.globals.dryRun) {
      const [from, to] = [writeNodeAddress(source.address), writeNodeAddress(options.target)];
      return context.output.note(`Would copy ${from} to ${to}`);
    }
    const { folder, name } = destination;
    const copy = { source: source.node, withChildren, folder: folder.ref.id, name };
    return copyNode(connection, copy, context.output);
  });
  for await (const node of copying) if (node !== undefined) yield node;
}
