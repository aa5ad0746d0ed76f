import type { NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { ArchivePaths } from '../../domain/privacy/archive-paths.ts';
import type { NodeArea } from '../../domain/privacy/export-areas.ts';
import type { Seams } from '../../ports/seams.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { createNodePlaces } from './node-places.ts';

/** A node of an export. */
export interface SelectedNode {
  readonly area: NodeArea;
  /** The folder of the node's own files in the archive. */
  readonly folder: string;
  readonly node: NodeRecord;
}

export interface SelectionParts extends Pick<Seams, 'store'> {
  readonly systemFolders: SystemFolders;
}

/** A folder whose children are still to be read. */
interface OpenFolder {
  readonly id: NodeId;
  readonly path: string;
}

interface Walk {
  readonly area: NodeArea;
  readonly paths: ArchivePaths;
  readonly includes: (node: NodeRecord) => boolean | Promise<boolean>;
}

const pageSize = 200;

/** The children of a folder, read in pages, so that no snapshot of the store stays open while files are written. */
async function* childrenOf({ store }: SelectionParts, folder: NodeId): AsyncGenerator<NodeRecord> {
  const prefix = childrenPrefix(folder);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: NodeId[] = [];
    const range: { readonly prefix: string; readonly after: string; readonly limit: number } = {
      ...{ prefix, after, limit: pageSize },
    };
    after = undefined;
    for await (const [key, { id }] of store.children.entries(range)) {
      ids.push(id);
      if (ids.length === pageSize) after = key;
    }
    for (const node of await store.nodes.getMany(ids)) {
      if (node?.parent === folder && node.archived === null) yield node;
    }
  }
}

/** Everything below a folder that belongs to the export, parents before their children. */
async function* below(parts: SelectionParts, top: OpenFolder, walk: Walk): AsyncGenerator<SelectedNode> {
  const { area, paths, includes } = walk;
  const open: OpenFolder[] = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for await (const node of childrenOf(parts, folder.id)) {
      if (!(await includes(node))) continue;
      const path = paths.folderFor(folder.path, node.name);
      yield { area, folder: path, node };
      if (node.folder) open.push({ id: node.id, path });
    }
  }
}

/** The folders of organizations do not belong to a person, even in a home folder. */
const isSharedFolder = ({ folder, properties }: NodeRecord): boolean =>
  folder && (properties['ccm:maptype']?.includes('EDUGROUP') ?? false);

/** Whether a person created this collection or reference, and not an earlier person of the same name. */
const isOwnCollectionItem = (node: NodeRecord, { userName, createdAt }: PersonRecord): boolean =>
  node.createdBy === userName &&
  node.createdAt >= createdAt &&
  (isCollection(node) || (!node.folder && node.original !== undefined));

/** Returns a function that says to which area a node outside of the home folders belongs; undefined for none. */
function createAreas(parts: SelectionParts, person: PersonRecord) {
  const { userHomes, collections } = parts.systemFolders;
  const placeOf = createNodePlaces(parts, person);
  return async (node: NodeRecord): Promise<NodeArea | undefined> => {
    const isCollectionItem = isOwnCollectionItem(node, person);
    if (!isCollectionItem && node.owner !== person.userName) return undefined;
    if (node.parent === null || node.id === userHomes || node.id === collections) return undefined;
    const place = await placeOf(node);
    if (isCollectionItem && (place === 'elsewhere' || place === 'home')) return 'collection';
    if (node.owner !== person.userName) return undefined;
    if (place === 'safe') return 'safe/shared';
    return place === 'elsewhere' ? 'shared' : undefined;
  };
}

/** All nodes of the repository, read in pages. */
async function* allNodes({ store }: SelectionParts): AsyncGenerator<NodeRecord> {
  const pause = createYielder();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: NodeRecord[] = [];
    const range: { readonly after: string; readonly limit: number } = { after, limit: pageSize };
    after = undefined;
    for await (const [id, node] of store.nodes.entries(range)) {
      page.push(node);
      if (page.length === pageSize) after = id;
      await pause();
    }
    yield* page;
  }
}

/** The nodes outside of the home folders, each below the topmost selected folder above it. */
async function* scattered(
  parts: SelectionParts,
  person: PersonRecord,
  paths: ArchivePaths,
): AsyncGenerator<SelectedNode> {
  const { store } = parts;
  const areaOf = createAreas(parts, person);
  for await (const node of allNodes(parts)) {
    const area = await areaOf(node);
    if (area === undefined) continue;
    const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
    if (parent !== undefined && (await areaOf(parent)) === area) continue;
    const folder = paths.folderFor(area, node.name);
    yield { area, folder, node };
    if (!node.folder) continue;
    const includes = async (child: NodeRecord): Promise<boolean> => (await areaOf(child)) === area;
    yield* below(parts, { id: node.id, path: folder }, { area, paths, includes });
  }
}

/**
 * The nodes of a person, area by area as far as possible, parents before their children. Reads page by page, so that
 * its memory does not depend on their number.
 */
export async function* selectNodes(
  parts: SelectionParts,
  person: PersonRecord,
  paths: ArchivePaths,
): AsyncGenerator<SelectedNode> {
  const all = (area: NodeArea): Walk => ({ area, paths, includes: (node) => !isSharedFolder(node) });
  yield* below(parts, { id: person.home, path: 'home' }, all('home'));
  if (person.safeHome !== undefined) {
    yield* below(parts, { id: person.safeHome, path: 'safe/home' }, all('safe/home'));
  }
  yield* scattered(parts, person, paths);
}
