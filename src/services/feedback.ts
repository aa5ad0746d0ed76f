import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import { pseudonymOf } from '../domain/pseudonym.ts';
import type { FeedbackData, FeedbackRecord } from '../domain/talk-records.ts';
import type { Seams } from '../ports/seams.ts';
import { presentNode } from './node-changes.ts';
import type { ReferenceService } from './references.ts';
import { callersPerson } from './talk-changes.ts';
import { ownKey, putFeedback, talkPrefix } from './talk-records.ts';

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
  /** Oldest first. */
  list(caller: Caller, node: NodeId): Promise<readonly FeedbackView[]>;
}

const oldestFirst = (a: FeedbackRecord, b: FeedbackRecord): number =>
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

    async list(caller, given) {
      const { id } = await references.original(caller, given, 'WriteProperties');
      const all: FeedbackRecord[] = [];
      for await (const [, feedback] of store.feedback.entries({ prefix: talkPrefix(id) })) all.push(feedback);
      return all.sort(oldestFirst).map((feedback) => ({ feedback, pseudonym: pseudonymOf(feedback.by, id) }));
    },
  };
}
