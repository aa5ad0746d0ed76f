import type { NodeId } from '../../base/ids.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { CommentRecord, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { titleOf } from '../../domain/nodes/properties.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { RightsService } from '../access/rights.ts';
import { contributionsOf } from '../records/annotation-records.ts';

/** A comment or a feedback of a person. */
export interface Contribution {
  readonly area: 'comment' | 'feedback';
  /** The title of its node; empty if the person may not read the node. */
  readonly material: string;
  readonly at: string;
  readonly record: CommentRecord | FeedbackRecord;
}

export interface ContributionParts extends Pick<Seams, 'store'> {
  readonly callers: Pick<Callers, 'of'>;
  readonly rights: Pick<RightsService, 'mayRead'>;
}

/** Returns a function that reads the title of a node, if the person may read the node, in the safe area too. */
function createTitles({ store, callers, rights }: ContributionParts, userName: string) {
  const asCallers = Promise.all([callers.of(userName), callers.of(userName, 'safe')]);
  return async (id: NodeId): Promise<string> => {
    const node = await store.nodes.get(id);
    if (node === undefined) return '';
    for (const caller of (await asCallers).filter((found): found is Caller => found !== undefined)) {
      if (await rights.mayRead(caller, node)) return titleOf(node.properties) ?? node.name;
    }
    return '';
  };
}

/** The comments and the feedback of a person, in this order. */
export async function* contributionsBy(
  parts: ContributionParts,
  { id, userName }: PersonRecord,
): AsyncGenerator<Contribution> {
  const { store } = parts;
  const materialOf = createTitles(parts, userName);
  const pause = createYielder();
  for await (const key of contributionsOf(store, 'comments', id)) {
    const record = await store.comments.get(key);
    await pause();
    if (record === undefined) continue;
    yield { area: 'comment', material: await materialOf(record.node), at: record.at, record };
  }
  for await (const key of contributionsOf(store, 'feedback', id)) {
    const record = await store.feedback.get(key);
    await pause();
    if (record === undefined) continue;
    yield { area: 'feedback', material: await materialOf(record.node), at: record.modifiedAt, record };
  }
}
