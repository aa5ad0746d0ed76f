import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from './node.ts';

const pageSize = 500;

/** Filter and order of a listing. */
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
    // `count` includes children that were deleted in the meantime and are missing from `nodes`.
    skipCount += Math.max(nodes.length, pagination.count);
    if (nodes.length === 0 || skipCount >= pagination.total) return;
  }
}

export async function hasChildren(client: Client, folder: string): Promise<boolean> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 1 });
  return nodes.length > 0;
}
