import type { NodeId } from '../../base/ids.ts';
import { type LazyList, lazyListOf } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { FeedbackData, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import { pseudonymOf } from '../../domain/identity/pseudonym.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import { annotationPrefix, ownKey, putFeedback } from '../records/annotation-records.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';

/** Feedback as the editors of a node see it, without its author. */
export interface FeedbackView {
  readonly feedback: FeedbackRecord;
  /** A pseudonym, the same for all feedback of one person on this node. A person has another pseudonym on each node. */
  readonly pseudonym: string;
}

/** Feedback for the editors of a node. Giving it needs the right `Feedback`, reading it `WriteProperties`. */
export interface FeedbackService {
  /** Adds feedback, or replaces the caller's earlier feedback. */
  give(caller: Caller, node: NodeId, data: FeedbackData): Promise<'added' | 'replaced'>;
  /** The feedback on a node, oldest first, without the first `skip`. */
  list(caller: Caller, node: NodeId, skip: number): Promise<LazyList<FeedbackView>>;
}

const oldestFirst = (a: Pick<FeedbackRecord, 'by' | 'at'>, b: Pick<FeedbackRecord, 'by' | 'at'>): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.by < b.by ? -1 : 1;

export function createFeedbackService(
  seams: Pick<Seams, 'store' | 'clock'>,
  references: Pick<ReferenceService, 'original'>,
): FeedbackService {
  const { store, clock } = seams;
  return {
    async give(caller, nodeId, data) {
      const { id } = await references.original(caller, nodeId, 'Feedback');
      const now = clock.now().toISOString();
      return store.change(async (change) => {
        await presentNode(change, id);
        const by = (await callersPerson(change, caller)).id;
        const before = await change.feedback.get(ownKey({ node: id, by }));
        putFeedback(change, { node: id, by, at: before?.at ?? now, modifiedAt: now, data });
        return before === undefined ? 'added' : 'replaced';
      });
    },

    async list(caller, nodeId, skip) {
      const { id: node } = await references.original(caller, nodeId, 'WriteProperties');
      const entries: Pick<FeedbackRecord, 'by' | 'at'>[] = [];
      for await (const [, { by, at }] of store.feedback.entries({ prefix: annotationPrefix(node) }))
        entries.push({ by, at });
      return lazyListOf(entries.sort(oldestFirst), skip, async ({ by }) => {
        const feedback = await store.feedback.get(ownKey({ node, by }));
        return feedback && { feedback, pseudonym: pseudonymOf(by, node) };
      });
    },
  };
}
