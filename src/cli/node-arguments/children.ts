import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from './node.ts';

const pageSize = 500;

/** Which children are requested, and in which order. */
export type ChildrenRequest = Pick<
  Parameters<Client['listChildren']>[0],
  'filter' | 'sortProperties' | 'sortAscending'
>;

/** The children of a folder, page by page, as the server orders them. */
export async function* childrenOf(
  client: Client,
  folder: string,
  request: ChildrenRequest = {},
): AsyncGenerator<RepositoryNode> {
  let skipCount = 0;
  for (;;) {
    const { nodes, pagination } = await client.listChildren({
      repository,
      node: folder,
      ...request,
      maxItems: pageSize,
      skipCount,
    });
    yield* nodes;
    // A child that is gone by now has a place in the list, too.
    skipCount += Math.max(nodes.length, pagination.count);
    if (nodes.length === 0 || skipCount >= pagination.total) return;
  }
}

/** Whether anything lies in the folder. */
export async function hasChildren(client: Client, folder: string): Promise<boolean> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 1 });
  return nodes.length > 0;
}
