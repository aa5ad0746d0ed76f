import { badRequest, messageOf, notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import type { Landmarks, NodeRecord } from '../domain/records.ts';
import { includes, rightsOf } from '../domain/rights.ts';
import type { Seams } from '../ports/seams.ts';
import { childKey } from './node-changes.ts';
import type { Purges } from './purges.ts';
import type { RightsService } from './rights.ts';

/** Takes nodes away: into the archive, or for good. */
export interface RemovalService {
  /**
   * One small change, however much lies below: the top node leaves its folder, and nobody finds it or what is below
   * it any more. With `archive: false` the records are removed behind the answer.
   */
  remove(caller: Caller, id: NodeId, how: { readonly archive: boolean }): Promise<void>;
}

export function createRemovalService(
  seams: Pick<Seams, 'store' | 'clock' | 'log'>,
  rights: RightsService,
  purges: Purges,
  landmarks: Landmarks,
): RemovalService {
  const { store, clock, log } = seams;

  /** Whoever may delete the node, or may clear out its folder and sees the node in it. */
  const requireDelete = async (caller: Caller, node: NodeRecord): Promise<void> => {
    const parent = node.parent === null ? undefined : await store.nodes.get(node.parent);
    const mayClearOut = parent !== undefined && includes(await rights.of(caller, parent), rightsOf('DeleteChildren'));
    if (!mayClearOut || !(await rights.mayRead(caller, node))) await rights.require(caller, node, 'DeleteNode');
  };

  return {
    async remove(caller, id, { archive }) {
      const seen = await store.nodes.get(id);
      if (seen === undefined) throw notFound('Node', id);
      await requireDelete(caller, seen);
      if (seen.parent === null || id === landmarks.userHomes || seen.parent === landmarks.userHomes) {
        throw badRequest('This folder belongs to the repository itself and cannot be deleted.');
      }
      const at = clock.now().toISOString();
      await store.change(async (change) => {
        const node = await change.nodes.get(id);
        if (node === undefined || node.archived !== null) throw notFound('Node', id);
        if (node.parent !== null) change.children.delete(childKey(node.parent, node.name));
        const archived = { ...node, archived: { at, by: caller.userName } };
        change.nodes.put(id, archived);
        if (!archive) change.purges.put(id, { at });
        change.afterCommit(() => rights.changed(archived));
      });
      if (archive) return;
      purges.finish().catch((error: unknown) => log.error('Removing for good failed.', { reason: messageOf(error) }));
    },
  };
}
