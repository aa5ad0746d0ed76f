import type { NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import { authorAt } from '../../domain/identity/authorship.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { mayHaveChildren } from '../../domain/nodes/child-objects.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import type { ArchivePaths } from '../../domain/privacy/archive-paths.ts';
import type { NodeArea } from '../../domain/privacy/export-areas.ts';
import { childrenPrefix } from '../records/node-changes.ts';
import { createNodePlaces, type NodePlace } from './node-places.ts';
import { createReadableTitles, type ReadTitle, type TitleParts } from './readable-titles.ts';

/** A node of an export. */
export interface SelectedNode {
  readonly area: NodeArea;
  /** The folder of the node's own files in the archive. */
  readonly folder: string;
  /** The name of the node. References have the title of their original, if the person may read it. */
  readonly name: string;
  readonly node: NodeRecord;
}

export interface SelectionParts extends TitleParts {
  readonly systemFolders: SystemFolders;
}

/** A folder, or a file with child objects, whose children are still to be read. */
interface OpenFolder {
  readonly id: NodeId;
  readonly path: string;
}

/** Names the nodes of an export, and hands out their folders. */
interface Naming {
  readonly paths: ArchivePaths;
  readonly titleOf: ReadTitle;
}

interface Walk extends Naming {
  readonly area: NodeArea;
  readonly includes: (node: NodeRecord) => MaybePromise<boolean>;
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

async function selected(
  { paths, titleOf }: Naming,
  area: NodeArea,
  parent: string,
  node: NodeRecord,
): Promise<SelectedNode> {
  const title = node.original === undefined ? '' : await titleOf(node.original);
  const name = title || node.name;
  return { area, folder: paths.folderFor(parent, name), name, node };
}

/** Everything below a folder that belongs to the export, parents before their children. */
async function* below(parts: SelectionParts, top: OpenFolder, walk: Walk): AsyncGenerator<SelectedNode> {
  const { area, includes } = walk;
  const open: OpenFolder[] = [top];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for await (const node of childrenOf(parts, folder.id)) {
      if (!(await includes(node))) continue;
      const child = await selected(walk, area, folder.path, node);
      yield child;
      if (mayHaveChildren(node)) open.push({ id: node.id, path: child.folder });
    }
  }
}

/** The folders of organizations do not belong to a person, even in a home folder. */
const isSharedFolder = ({ folder, properties }: NodeRecord): boolean =>
  folder && (properties['ccm:maptype']?.includes('EDUGROUP') ?? false);

/** Whether a person created this collection or reference, and not an earlier person of the same name. */
const isOwnCollectionItem = (node: NodeRecord, person: PersonRecord): boolean =>
  node.createdBy === person.userName &&
  authorAt(person, node.createdAt) !== undefined &&
  (isCollection(node) || (!node.folder && node.original !== undefined));

/** The areas of nodes that a person owns. What is in the home folders is found there. */
const areasOfOwned: Readonly<Partial<Record<NodePlace, NodeArea>>> = { safe: 'safe/shared', elsewhere: 'shared' };

/** Returns a function that returns the area of the export for a node outside of the home folders; undefined for none. */
function createAreas(parts: SelectionParts, person: PersonRecord) {
  const { userHomes, collections } = parts.systemFolders;
  const placeOf = createNodePlaces(parts, person);
  const isSystemFolder = ({ id, parent }: NodeRecord): boolean =>
    parent === null || id === userHomes || id === collections;
  return async (node: NodeRecord): Promise<NodeArea | undefined> => {
    const isCollectionItem = isOwnCollectionItem(node, person);
    const isOwner = node.owner === person.userName;
    if (!(isCollectionItem || isOwner) || isSystemFolder(node)) return undefined;
    const place = await placeOf(node);
    if (isCollectionItem && (place === 'elsewhere' || place === 'home')) return 'collection';
    return isOwner ? areasOfOwned[place] : undefined;
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
async function* scattered(parts: SelectionParts, person: PersonRecord, naming: Naming): AsyncGenerator<SelectedNode> {
  const { store } = parts;
  const areaOf = createAreas(parts, person);
  for await (const node of allNodes(parts)) {
    const area = await areaOf(node);
    if (area === undefined) continue;
    const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
    if (parent !== undefined && (await areaOf(parent)) === area) continue;
    const top = await selected(naming, area, area, node);
    yield top;
    if (!mayHaveChildren(node)) continue;
    const includes = async (child: NodeRecord): Promise<boolean> => (await areaOf(child)) === area;
    yield* below(parts, { id: node.id, path: top.folder }, { ...naming, area, includes });
  }
}

/**
 * The nodes of a person, parents before their children; the home folders come first. Reads page by page, so that
 * its memory does not depend on their number.
 */
export async function* selectNodes(
  parts: SelectionParts,
  person: PersonRecord,
  paths: ArchivePaths,
): AsyncGenerator<SelectedNode> {
  const naming = { paths, titleOf: createReadableTitles(parts, person.userName) };
  const all = (area: NodeArea): Walk => ({ ...naming, area, includes: (node) => !isSharedFolder(node) });
  yield* below(parts, { id: person.home, path: 'home' }, all('home'));
  if (person.safeHome !== undefined) {
    yield* below(parts, { id: person.safeHome, path: 'safe/home' }, all('safe/home'));
  }
  yield* scattered(parts, person, naming);
}
