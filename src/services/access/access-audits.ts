import { badRequest } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { AccessControlEntry, AccessControlList } from '../../domain/access/acl.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightsOf } from '../../domain/access/rights.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Collections } from '../../ports/store.ts';
import { childKey, childrenPrefix } from '../records/node-changes.ts';
import { usagesPrefix } from '../records/usage-records.ts';
import { type NamedPlace, placeOf } from './access-checks.ts';
import type { FolderPaths } from './folder-paths.ts';
import { withoutDeleted } from './known-authorities.ts';
import type { RightsService } from './rights.ts';

/**
 * A node at which access differs from that to the folder above it: it has entries of its own, does not inherit, has another
 * owner, or is used by an app.
 */
export interface AccessPlace {
  /** Null for a folder above the audited node that the caller may not read. */
  readonly node: NamedPlace | null;
  /** Whether it is above the audited node, which inherits these entries. Its owner and apps then do not matter. */
  readonly above: boolean;
  readonly owner: string | null;
  readonly inherits: boolean;
  readonly entries: readonly AccessControlEntry[];
  /** The apps that may read the node because they recorded that they use it. */
  readonly apps: readonly string[];
}

interface AuditPage {
  readonly places: readonly AccessPlace[];
  /** The node to continue after; null at the end. */
  readonly next: NodeId | null;
}

export interface AccessAuditService {
  /**
   * Everyone with access to a node and to what is below it, by place. Begins with the lists that the node inherits, nearest
   * first, and the node itself; folders come before what is in them. Places below on which the caller has no right to read
   * permissions are left out. Rejects with `BadRequest` if `after` is no longer below the node.
   */
  audit(
    caller: Caller,
    node: NodeId,
    page: { readonly after: NodeId | undefined; readonly limit: number },
  ): Promise<AuditPage>;
}

const readsPermissions = rightsOf('ReadProperties', 'ReadPermissions');

/** The maximum number of entries in a page, so that its size has a limit. One place has at most 1,000. */
const maxEntries = 5_000;

/** How many entries of a folder are read at a time. */
const chunkSize = 200;

/** A folder on the way down, and what of it was not visited yet. */
interface Frame {
  readonly folder: NodeId;
  readonly owner: string;
  /** The key of the last visited child; undefined at the beginning. */
  after: string | undefined;
  rest: (readonly [string, ChildEntry])[];
}

const frameOf = ({ id, owner }: Pick<NodeRecord, 'id' | 'owner'>, after?: string): Frame => ({
  ...{ folder: id, owner, after },
  rest: [],
});

type Tree = Pick<Collections, 'nodes' | 'children'>;

/** Where to go on after a node below the top. */
async function framesAfter({ nodes }: Tree, top: NodeRecord, last: NodeId): Promise<Frame[]> {
  let node = await nodes.get(last);
  const frames = node === undefined ? [] : [frameOf(node)];
  while (node !== undefined && node.id !== top.id) {
    const parent: NodeRecord | undefined = node.parent === null ? undefined : await nodes.get(node.parent);
    if (parent !== undefined) frames.unshift(frameOf(parent, childKey(parent.id, node.name)));
    node = parent;
  }
  if (node !== undefined) return frames;
  throw badRequest(`Node ${last} is no longer below node ${top.id}. Begin again, without "after".`);
}

async function nextChild({ children }: Tree, frame: Frame): Promise<ChildEntry | undefined> {
  if (frame.rest.length === 0) {
    const range = { prefix: childrenPrefix(frame.folder), limit: chunkSize };
    const entries = children.entries(frame.after === undefined ? range : { ...range, after: frame.after });
    for await (const entry of entries) frame.rest.push(entry);
    frame.rest.reverse();
  }
  const next = frame.rest.pop();
  if (next !== undefined) frame.after = next[0];
  return next?.[1];
}

/** The nodes below, each folder before what is in it, with the owner of the folder. Reads only the entries of folders. */
async function* below(tree: Tree, frames: Frame[]): AsyncGenerator<readonly [ChildEntry, string]> {
  const pause = createYielder();
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const child = await nextChild(tree, frame);
    if (child === undefined) {
      frames.pop();
      continue;
    }
    if (child.folder || child.hasChildObjects === true) frames.push(frameOf(child));
    yield [child, frame.owner];
    await pause();
  }
}

/** The nodes that apps may read because of usages: used nodes, and the originals of used references. */
async function usedNodes({ usages, nodes }: Collections): Promise<Set<string>> {
  const used = new Set<string>();
  for await (const key of usages.keys()) used.add(key.slice(0, key.indexOf('/')));
  for (const node of await nodes.getMany([...used])) if (node?.original !== undefined) used.add(node.original);
  return used;
}

async function appsUsing(store: Collections, { id }: NodeRecord): Promise<string[]> {
  const apps = new Set<string>();
  const nodes: NodeId[] = [id];
  for await (const key of store.references.keys({ prefix: `${id}/` })) {
    const reference = asNodeId(key.slice(id.length + 1));
    if (reference !== undefined) nodes.push(reference);
  }
  for (const node of nodes)
    for await (const [, { app }] of store.usages.entries({ prefix: usagesPrefix(node) })) apps.add(app);
  return [...apps].sort();
}

const inheritsAll: AccessControlList = { inherits: true, entries: [] };

export function createAccessAuditService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  folderPaths: FolderPaths,
): AccessAuditService {
  const presentPlace = async (caller: Caller, node: NodeRecord): Promise<AccessPlace> => {
    const { inherits, entries } = node.acl ?? inheritsAll;
    return {
      ...{ node: await placeOf(folderPaths, caller, node.id), above: false, owner: node.owner, inherits },
      entries: await withoutDeleted(store, entries),
      apps: await appsUsing(store, node),
    };
  };

  const placesAbove = async (caller: Caller, top: NodeRecord): Promise<AccessPlace[]> => {
    const places: AccessPlace[] = [];
    for (const { place, acl } of await rights.listsInForce(top)) {
      if (place === top.id || acl.entries.length === 0) continue;
      const node = await placeOf(folderPaths, caller, place);
      const entries = await withoutDeleted(store, acl.entries);
      places.push({ node, above: true, owner: null, inherits: acl.inherits, entries, apps: [] });
    }
    return places;
  };

  /** The nodes below whose access differs from that of their folder, as far as the caller may see their permissions. */
  async function* nodesBelow(caller: Caller, frames: Frame[]): AsyncGenerator<NodeRecord> {
    const used = await usedNodes(store);
    for await (const [child, ownerAbove] of below(store, frames)) {
      if (!child.ownAcl && child.owner === ownerAbove && !used.has(child.id)) continue;
      const node = await store.nodes.get(child.id);
      if (node !== undefined && includes(await rights.of(caller, node), readsPermissions)) yield node;
    }
  }

  return {
    async audit(caller, id, { after, limit }) {
      const top = await rights.node(caller, id, 'ReadPermissions');
      const isFirst = after === undefined;
      const places = isFirst ? [...(await placesAbove(caller, top)), await presentPlace(caller, top)] : [];
      const frames = isFirst ? [frameOf(top)] : await framesAfter(store, top, after);
      let [found, entries] = [0, 0];
      for await (const node of nodesBelow(caller, frames)) {
        const place = await presentPlace(caller, node);
        places.push(place);
        [found, entries] = [found + 1, entries + place.entries.length];
        if (found >= limit || entries >= maxEntries) return { places, next: node.id };
      }
      return { places, next: null };
    },
  };
}
