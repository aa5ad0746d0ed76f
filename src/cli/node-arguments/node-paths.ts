import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { Context } from '../program/context.ts';
import { isFolder, type RepositoryNode, repository } from './node.ts';
import { shownPerson } from './views.ts';

/** What a path needs of a folder. */
interface Folder {
  readonly name: string;
  readonly parent: string | undefined;
}

/** The folders above nodes that were printed before, by ID. Undefined for those that the caller may not read. */
type KnownFolders = Map<string, Folder | undefined>;

const maxBatchSize = 200;
/** The maximum number of levels that are loaded at a time; a folder that is deeper costs a call of its own. */
const maxLevels = 50;

const propertyFilter = ['cm:name'];

const parentOf = (node: RepositoryNode): string | undefined => node.parent?.id;

function keep(nodes: readonly RepositoryNode[], folders: KnownFolders): void {
  for (const node of nodes) folders.set(node.ref.id, { name: node.name, parent: parentOf(node) });
}

/** The result of a call; undefined if the server refuses or lacks it. */
export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AnswerError) return undefined;
    throw error;
  }
}

async function nodesById(client: Client, ids: readonly string[]): Promise<readonly RepositoryNode[]> {
  const nodes: RepositoryNode[] = [];
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + maxBatchSize);
    const { nodes: page, pagination } = await client.getNodesById({ repository, nodeIds: batch, propertyFilter });
    nodes.push(...page);
    // A response may be incomplete. `total` minus `count` is the number of unprocessed IDs.
    at += Math.max(1, batch.length - Math.max(0, pagination.total - pagination.count));
  }
  return nodes;
}

/** Loads the folder and all above it. Servers that lack the call are asked for the folder alone. */
async function loadOne(client: Client, id: string, folders: KnownFolders): Promise<void> {
  const chain = await unlessRefused(client.listParents({ repository, node: id, fullPath: true, propertyFilter }));
  keep(chain?.nodes ?? [], folders);
  if (folders.has(id)) return;
  const found = await unlessRefused(client.getNode({ repository, node: id }));
  if (found === undefined) folders.set(id, undefined);
  else keep([found.node], folders);
}

/** The nearest folder above a node that is not loaded yet. */
function missingAbove(node: RepositoryNode, folders: KnownFolders): string | undefined {
  let id = parentOf(node);
  for (let level = 0; id !== undefined && folders.has(id) && level < folders.size; level += 1) {
    id = folders.get(id)?.parent;
  }
  return id === undefined || folders.has(id) ? undefined : id;
}

/** Loads the folders above all nodes, one level of all of them at a time. */
async function load(client: Client, nodes: readonly RepositoryNode[], folders: KnownFolders): Promise<void> {
  for (let level = 0; ; level += 1) {
    const missing = [...new Set(nodes.map((node) => missingAbove(node, folders)))].filter((id) => id !== undefined);
    if (missing.length === 0) return;
    const batch = missing.length > 1 && level < maxLevels ? await unlessRefused(nodesById(client, missing)) : undefined;
    if (batch === undefined) for (const id of missing) await loadOne(client, id, folders);
    else {
      keep(batch, folders);
      for (const id of missing) if (!folders.has(id)) folders.set(id, undefined);
    }
  }
}

/** Whether a path can contain the name. */
const isPathName = (name: string): boolean => !['', '.', '..'].includes(name) && !name.includes('/');

/** A path: where it starts, and the names below. The last name is that of the node. */
interface Trail {
  /** `/`, `~` or the ID of the topmost readable folder, or of the node itself. */
  readonly start: string;
  /** The name of what has the ID. */
  readonly startName: string;
  readonly names: readonly string[];
}

function trailOf(node: RepositoryNode, folders: KnownFolders, home: string | undefined): Trail {
  const [names, seen]: [string[], Set<string>] = [[], new Set()];
  let [id, at]: [string, Folder] = [node.ref.id, { name: node.name, parent: parentOf(node) }];
  while (!seen.has(id)) {
    seen.add(id);
    if (id === home) return { start: '~', startName: '', names: names.toReversed() };
    if (at.parent === undefined) return { start: '/', startName: '', names: names.toReversed() };
    const above = at.parent === home ? { name: '', parent: undefined } : folders.get(at.parent);
    if (above === undefined) break;
    names.push(at.name);
    [id, at] = [at.parent, above];
  }
  return { start: id, startName: at.name, names: names.toReversed() };
}

const joined = (start: string, names: readonly string[]): string => [start === '/' ? '' : start, ...names].join('/');

function pathOf(node: RepositoryNode, { start, names }: Trail): string {
  // A reference in a collection is found only by its ID.
  if (node.originalId !== undefined || !names.every(isPathName)) return node.ref.id;
  return joined(start, names) || '/';
}

/** The path of a node before it was deleted. Its ID if the folder is gone, or if the node is in another repository. */
const formerPath = ({ ref, name, archivedFrom }: RepositoryNode): string =>
  archivedFrom === undefined || archivedFrom === null ? ref.id : `${archivedFrom.replace(/\/$/, '')}/${name}`;

/**
 * The folder of a node, for people: a path from `/` or `~`, or else `…`, the names of the folders that they may read, and the owner.
 * Empty if neither is known.
 */
export function shownFolder(path: string | undefined, owner: RepositoryNode['owner']): string {
  if (path !== undefined && /^(?:\/|~(?:\/|$))/.test(path)) return path;
  const person = shownPerson(owner);
  if (path === undefined && person === '') return '';
  return `${path === undefined ? '…' : `…/${path}`}${person === '' ? '' : ` (${person})`}`;
}

/** Finds the paths of nodes in one repository. Remembers the folders above them. */
export interface PathFinder {
  /** The nodes with their paths. The calls for all of them are made together. */
  locate(nodes: readonly RepositoryNode[]): Promise<RepositoryNode[]>;
  /**
   * The folder of a node that was located, for people. If they may not see the whole path, the end of it and the owner, such as
   * `…/Mathe (Anna Schmidt)`; empty if neither is known.
   */
  folderOf(node: RepositoryNode): string;
}

/** `prefix` comes before each path: empty, or the name of a remote and a colon. */
export function createPathFinder(client: Client, prefix: string): PathFinder {
  const folders: KnownFolders = new Map();
  let home: Promise<string | undefined> | undefined;
  let homeId: string | undefined;
  const homeFolder = async (): Promise<string | undefined> =>
    // Guests have no home folder.
    (await unlessRefused(client.getNode({ repository, node: '-userhome-', propertyFilter })))?.node.ref.id;
  const isHere = ({ ref, archivedFrom }: RepositoryNode): boolean =>
    ref.isHomeRepo !== false && archivedFrom === undefined;
  return {
    async locate(nodes) {
      home ??= homeFolder();
      homeId = await home;
      const here = nodes.filter(isHere);
      await load(client, here, folders);
      // The folders of the nodes that come next, as they are now.
      keep(here.filter(isFolder), folders);
      return nodes.map((node) => {
        const path = isHere(node) ? pathOf(node, trailOf(node, folders, homeId)) : formerPath(node);
        return { ...node, path: `${prefix}${path}` };
      });
    },
    folderOf(node) {
      const { start, startName, names } = trailOf(node, folders, homeId);
      const above = names.slice(0, -1);
      if (start === '/' || start === '~') return joined(start, above) || '/';
      return shownFolder(names.length === 0 ? undefined : [startName, ...above].join('/'), node.owner);
    },
  };
}

/** Finds the paths of nodes in the repository of a command. */
export const pathFinderOf = async (context: Context): Promise<PathFinder> =>
  createPathFinder((await context.connect()).client, context.addressPrefix);

/** Adds the path to each node. Nodes that arrive one by one are passed on one by one. */
export async function* withPaths(
  nodes: AsyncIterable<RepositoryNode> | Iterable<RepositoryNode>,
  context: Context,
): AsyncGenerator<RepositoryNode> {
  const finder = await pathFinderOf(context);
  if (Array.isArray(nodes)) yield* await finder.locate(nodes);
  else for await (const node of nodes) yield* await finder.locate([node]);
}
