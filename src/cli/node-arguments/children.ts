import type { Client } from '../../client/client.ts';
import { onOneLine } from '../print/printable.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type RepositoryNode, repository } from './node.ts';

const pageSize = 500;

/** Filter and order of a listing. */
export type ChildrenRequest = Pick<
  Parameters<Client['listChildren']>[0],
  'filter' | 'sortProperties' | 'sortAscending' | 'propertyFilter'
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

/** No repository nests folders deeper (`limits.folderDepth`). */
const maxLevels = 10_000;

const endless = (folder: string): Failure =>
  new Failure(exitCodes.error, {
    what: `The folder ${onOneLine(folder)} has no end: it contains itself, or the server lists it several times.`,
    why: 'The server is faulty, or the folder was moved meanwhile.',
    next: 'Run the same command again',
  });

/** The children of a folder, in a walk through folders. */
export type Walk = (folder: string) => AsyncGenerator<RepositoryNode>;

/**
 * Lists the folders of a walk, each with `childrenOf`. Throws a failure for a folder that was listed before and for
 * levels without end, because the walk would never end.
 */
export function createWalk(client: Client): Walk {
  const listed = new Set<string>();
  let level = 0;
  return async function* (folder) {
    if (listed.has(folder) || level === maxLevels) throw endless(folder);
    listed.add(folder);
    level += 1;
    yield* childrenOf(client, folder);
    level -= 1;
  };
}

export async function hasChildren(client: Client, folder: string): Promise<boolean> {
  const { nodes } = await client.listChildren({ repository, node: folder, maxItems: 1 });
  return nodes.length > 0;
}
