import { notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { RatingRecord } from '../../domain/annotations/annotation-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import { deleteRating, ownKey, putRating } from '../records/annotation-records.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';

/** Ratings of nodes, one for each person and node. Needs the right `Rate`. */
export interface RatingService {
  /** Adds a rating of 1 to 5, or replaces the caller's earlier one. */
  rate(caller: Caller, node: NodeId, rating: number, text: string): Promise<void>;
  /** Removes the caller's rating. Rejects with `NotFound` if the caller has not rated the node. */
  withdraw(caller: Caller, node: NodeId): Promise<void>;
  /** The caller's rating of the node, or 0 if there is none. */
  of(caller: Caller, node: NodeId): Promise<number>;
}

/** The node record after a rating was added, replaced or removed. Versions do not contain ratings. */
function recount(
  { ratings = { count: 0, sum: 0 }, ...node }: NodeRecord,
  before: RatingRecord | undefined,
  after: RatingRecord | undefined,
): NodeRecord {
  const count = ratings.count + Number(after !== undefined) - Number(before !== undefined);
  const sum = ratings.sum + (after?.rating ?? 0) - (before?.rating ?? 0);
  return count > 0 ? { ...node, ratings: { count, sum } } : node;
}

async function ownRating(change: Change, caller: Caller, node: NodeId) {
  const by = (await callersPerson(change, caller)).id;
  return { by, before: await change.ratings.get(ownKey({ node, by })) };
}

export function createRatingService(
  seams: Pick<Seams, 'store' | 'clock'>,
  references: Pick<ReferenceService, 'original'>,
): RatingService {
  const { store, clock } = seams;
  return {
    async rate(caller, nodeId, rating, text) {
      const { id } = await references.original(caller, nodeId, 'Rate');
      const at = clock.now().toISOString();
      await store.change(async (change) => {
        const node = await presentNode(change, id);
        const { by, before } = await ownRating(change, caller, id);
        const after: RatingRecord = { node: id, by, at, rating, text };
        putRating(change, after);
        change.nodes.put(id, recount(node, before, after));
      });
    },

    async withdraw(caller, nodeId) {
      const { id } = await references.original(caller, nodeId, 'Rate');
      await store.change(async (change) => {
        const node = await presentNode(change, id);
        const { before } = await ownRating(change, caller, id);
        if (before === undefined) throw notFound('Rating', `of node ${id} by ${caller.userName}`);
        deleteRating(change, before);
        change.nodes.put(id, recount(node, before, undefined));
      });
    },

    async of(caller, node) {
      const person = caller.kind === 'person' ? await store.people.get(caller.userName) : undefined;
      if (person === undefined) return 0;
      return (await store.ratings.get(ownKey({ node, by: person.id })))?.rating ?? 0;
    },
  };
}
