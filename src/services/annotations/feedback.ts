import type { NodeId } from '../../base/ids.ts';
import { type Reading, readingOf } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { FeedbackData, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import { pseudonymOf } from '../../domain/identity/pseudonym.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import { annotationPrefix, ownKey, putFeedback } from '../records/annotation-records.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';

/** Feedback as those who care for a node read it: by whom it is, they are not told. */
export interface FeedbackView {
  readonly feedback: FeedbackRecord;
  /** The same for all that one person says about this node, and not to be told from another node's. */
  readonly pseudonym: string;
}

/** What people tell those who care for a node: given by the right `Feedback`, read by whoever may write the node. */
export interface FeedbackService {
  /** Takes the place of what the caller said before. Resolves to whether there was something. */
  give(caller: Caller, node: NodeId, data: FeedbackData): Promise<'added' | 'replaced'>;
  /** Oldest first, but for the first `skip`. */
  list(caller: Caller, node: NodeId, skip: number): Promise<Reading<FeedbackView>>;
}

const oldestFirst = (a: Pick<FeedbackRecord, 'by' | 'at'>, b: Pick<FeedbackRecord, 'by' | 'at'>): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.by < b.by ? -1 : 1;

export function createFeedbackService(
  seams: Pick<Seams, 'store' | 'clock'>,
  references: Pick<ReferenceService, 'original'>,
): FeedbackService {
  const { store, clock } = seams;
  return {
    async give(caller, given, data) {
      const { id } = await references.original(caller, given, 'Feedback');
      const now = clock.now().toISOString();
      return store.change(async (change) => {
        await presentNode(change, id);
        const by = (await callersPerson(change, caller)).id;
        const before = await change.feedback.get(ownKey({ node: id, by }));
        putFeedback(change, { node: id, by, at: before?.at ?? now, modifiedAt: now, data });
        return before === undefined ? 'added' : 'replaced';
      });
    },

    async list(caller, given, skip) {
      const { id: node } = await references.original(caller, given, 'WriteProperties');
      const found: Pick<FeedbackRecord, 'by' | 'at'>[] = [];
      for await (const [, { by, at }] of store.feedback.entries({ prefix: annotationPrefix(node) }))
        found.push({ by, at });
      return readingOf(found.sort(oldestFirst), skip, async ({ by }) => {
        const feedback = await store.feedback.get(ownKey({ node, by }));
        return feedback && { feedback, pseudonym: pseudonymOf(by, node) };
      });
    },
  };
}
