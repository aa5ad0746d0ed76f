import type { NodeId } from '../../base/ids.ts';
import { withPauses } from '../../base/scheduling/batches.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { everyone, guest } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { names, namesOtherAuthorities, sharesOf } from '../records/share-records.ts';

/** Who shares what with whom, found without looking through all nodes. */
export interface ShareService {
  /**
   * What others let the caller have by a list of its own, in their name or, unless `personally`, in that of a group of
   * theirs; not what everybody has. What lies in another one of these, and is reached through it, is left out.
   */
  withCaller(caller: Caller, how: { readonly personally: boolean }): Promise<NodeId[]>;
  /** What is the caller's and has a list of its own that names others. */
  byCaller(caller: Caller): Promise<NodeId[]>;
}

export function createShareService({ store }: Pick<Seams, 'store'>, rights: RightsService): ShareService {
  const granted = async (caller: Caller, authority: string): Promise<NodeId[]> => {
    const found: NodeId[] = [];
    for await (const id of withPauses(sharesOf(store.grants, authority))) {
      const node = await store.nodes.get(id);
      if (node === undefined || node.owner === caller.userName || !names(node, authority)) continue;
      if (await rights.mayRead(caller, node)) found.push(id);
    }
    return found;
  };

  /** Whether a way through folders that the caller may read leads from one of these down to the folder. */
  const leadsTo = async (
    caller: Caller,
    folder: NodeId | null,
    shared: ReadonlySet<NodeId>,
    known: Map<NodeId, boolean>,
  ): Promise<boolean> => {
    const way: NodeId[] = [];
    let leads = false;
    for (let id = folder; id !== null; ) {
      leads = shared.has(id) || known.get(id) === true;
      if (leads || known.has(id)) break;
      way.push(id);
      const node: NodeRecord | undefined = await store.nodes.get(id);
      if (node === undefined || !(await rights.mayRead(caller, node))) break;
      id = node.parent;
    }
    for (const id of way) known.set(id, leads);
    return leads;
  };

  const topmost = async (caller: Caller, ids: ReadonlySet<NodeId>): Promise<NodeId[]> => {
    const known = new Map<NodeId, boolean>();
    const tops: NodeId[] = [];
    const takeTurn = createYielder();
    for (const id of ids) {
      const node = await store.nodes.get(id);
      if (node !== undefined && !(await leadsTo(caller, node.parent, ids, known))) tops.push(node.id);
      await takeTurn();
    }
    return tops;
  };

  return {
    async withCaller(caller, { personally }) {
      const groups = [...caller.authorities].filter((name) => name !== everyone && name !== guest);
      const found = new Set<NodeId>();
      for (const authority of personally ? groups.filter((name) => name === caller.userName) : groups) {
        for (const id of await granted(caller, authority)) found.add(id);
      }
      return topmost(caller, found);
    },
    async byCaller({ kind, userName }) {
      const found: NodeId[] = [];
      if (kind !== 'person') return found;
      for await (const id of withPauses(sharesOf(store.shares, userName))) {
        const node = await store.nodes.get(id);
        if (node !== undefined && node.owner === userName && namesOtherAuthorities(node)) found.push(id);
      }
      return found;
    },
  };
}
