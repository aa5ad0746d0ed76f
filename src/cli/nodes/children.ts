import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from './node.ts';

const pageSize = 500;

/** The children of a folder, page by page, as the server orders them. */
export async function* childrenOf(client: Client, folder: string): AsyncGenerator<RepositoryNode> {
  let skipCount = 0;
  for (;;) {
    const { nodes, pagination } = await client.listChildren({
      repository,
      node: folder,
      maxItems: pageSize,
      skipCount,
    });
    yield* nodes;
    skipCount += nodes.length;
    if (nodes.length === 0 || skipCount >= pagination.total) return;
  }
}

/** Whether anything lies in the folder. */
export async function hasChildren(client: Client, folder: string): Promise<boolean> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 1 });
  return nodes.length > 0;
}
