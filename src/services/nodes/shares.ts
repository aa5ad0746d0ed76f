import type { NodeId } from '../../base/ids.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { everyone, guest } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { names, namesOtherAuthorities, sharesOf } from '../records/share-records.ts';

/** Finds shared nodes through the share index, without scanning all nodes. */
export interface ShareService {
  /**
   * Nodes of other people whose own ACL names the caller or, unless `personally`, one of the caller's groups. Nodes shared
   * with everyone do not count. A node that the caller can reach through another result is left out.
   */
  withCaller(caller: Caller, how: { readonly personally: boolean }): Promise<NodeId[]>;
  /** Nodes of the caller whose own ACL names other authorities. */
  byCaller(caller: Caller): Promise<NodeId[]>;
}

interface ShareLookup {
  readonly store: Store;
  readonly rights: RightsService;
}

/** Nodes of other people whose own ACL names this authority and that the caller may read. */
async function sharedWith({ store, rights }: ShareLookup, caller: Caller, authority: string): Promise<NodeId[]> {
  const shared: NodeId[] = [];
  for await (const id of withPauses(sharesOf(store.grants, authority))) {
    const node = await store.nodes.get(id);
    if (node === undefined || node.owner === caller.userName || !names(node, authority)) continue;
    if (await rights.mayRead(caller, node)) shared.push(id);
  }
  return shared;
}

/** Whether a folder is in a shared subtree and the caller may read every folder on the path to it. */
async function isReachable(
  { store, rights }: ShareLookup,
  caller: Caller,
  folder: NodeId | null,
  { shared, known }: { readonly shared: ReadonlySet<NodeId>; readonly known: Map<NodeId, boolean> },
): Promise<boolean> {
  const path: NodeId[] = [];
  let reachable = false;
  for (let id = folder; id !== null; ) {
    reachable = shared.has(id) || known.get(id) === true;
    if (reachable || known.has(id)) break;
    path.push(id);
    const node: NodeRecord | undefined = await store.nodes.get(id);
    if (node === undefined || !(await rights.mayRead(caller, node))) break;
    id = node.parent;
  }
  for (const id of path) known.set(id, reachable);
  return reachable;
}

async function topmost(lookup: ShareLookup, caller: Caller, shared: ReadonlySet<NodeId>): Promise<NodeId[]> {
  const known = new Map<NodeId, boolean>();
  const tops: NodeId[] = [];
  const pause = createYielder();
  for (const id of shared) {
    const node = await lookup.store.nodes.get(id);
    if (node !== undefined && !(await isReachable(lookup, caller, node.parent, { shared, known }))) tops.push(node.id);
    await pause();
  }
  return tops;
}

export function createShareService({ store }: Pick<Seams, 'store'>, rights: RightsService): ShareService {
  const lookup: ShareLookup = { store, rights };
  return {
    async withCaller(caller, { personally }) {
      const authorities = [...caller.authorities].filter((name) => name !== everyone && name !== guest);
      const shared = new Set<NodeId>();
      for (const authority of personally ? authorities.filter((name) => name === caller.userName) : authorities) {
        for (const id of await sharedWith(lookup, caller, authority)) shared.add(id);
      }
      return topmost(lookup, caller, shared);
    },
    async byCaller({ kind, userName }) {
      const shared: NodeId[] = [];
      if (kind !== 'person') return shared;
      for await (const id of withPauses(sharesOf(store.shares, userName))) {
        const node = await store.nodes.get(id);
        if (node !== undefined && node.owner === userName && namesOtherAuthorities(node)) shared.push(id);
      }
      return shared;
    },
  };
}
