import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { shownPerson } from '../node-arguments/views.ts';

/**
 * The path of the parent folder of a node. If the caller may not see the whole path, the end of it and the owner, such as
 * `…/Mathe (Anna Schmidt)`; empty if neither is known.
 */
export type LocationOf = (node: RepositoryNode) => string;

/** Whether the location leads to the node. */
export const isWholePath = (location: string): boolean => /^[/~]/.test(location);

/** A node with more folders above it gets no location. */
const maxDepth = 50;

const maxBatchSize = 200;

const parentOf = (node: RepositoryNode): string | undefined => node.parent?.id;

async function nodesById(client: Client, ids: readonly string[]): Promise<readonly RepositoryNode[]> {
  const nodes: RepositoryNode[] = [];
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + maxBatchSize);
    const { nodes: page, pagination } = await client.getNodesById({ repository, nodeIds: batch });
    nodes.push(...page);
    // A response may be incomplete. `total` minus `count` is the number of unprocessed IDs.
    at += Math.max(1, batch.length - Math.max(0, pagination.total - pagination.count));
  }
  return nodes;
}

/** The readable folders above the nodes, by ID. Makes one call per level. */
async function foldersAbove(client: Client, nodes: readonly RepositoryNode[]): Promise<Map<string, RepositoryNode>> {
  const folders = new Map<string, RepositoryNode>();
  const requested = new Set<string>();
  let level: readonly RepositoryNode[] = nodes;
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
    const parents = new Set(level.map(parentOf).filter((id) => id !== undefined && !requested.has(id)));
    const ids = [...parents].filter((id) => id !== undefined);
    for (const id of ids) requested.add(id);
    level = await nodesById(client, ids);
    for (const folder of level) folders.set(folder.ref.id, folder);
  }
  return folders;
}

async function homeFolderId(client: Client): Promise<string | undefined> {
  try {
    return (await client.getNode({ repository, node: '-userhome-' })).node.ref.id;
  } catch (error) {
    // Guests have no home folder.
    if (error instanceof AnswerError) return undefined;
    throw error;
  }
}

function pathOf(node: RepositoryNode, folders: ReadonlyMap<string, RepositoryNode>, home: string | undefined): string {
  const names: string[] = [];
  let at: RepositoryNode | undefined = node;
  while (at !== undefined && names.length < maxDepth) {
    const parent = parentOf(at);
    if (parent === undefined) return `/${names.slice(0, -1).toReversed().join('/')}`;
    if (parent === home) return ['~', ...names.toReversed()].join('/');
    at = folders.get(parent);
    if (at !== undefined) names.push(at.name);
  }
  return visiblePart(names.toReversed(), shownPerson(node.owner));
}

function visiblePart(names: readonly string[], owner: string): string {
  if (names.length === 0 && owner === '') return '';
  return `${['…', ...names].join('/')}${owner === '' ? '' : ` (${owner})`}`;
}

/** Loads the locations of nodes. If the server lacks the calls, all locations are empty. */
export async function locationsOf(client: Client, nodes: readonly RepositoryNode[]): Promise<LocationOf> {
  try {
    const [folders, home] = await Promise.all([foldersAbove(client, nodes), homeFolderId(client)]);
    return (node) => pathOf(node, folders, home);
  } catch (error) {
    if (error instanceof AnswerError) return () => '';
    throw error;
  }
}
