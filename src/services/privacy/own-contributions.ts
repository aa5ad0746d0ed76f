import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { CommentRecord, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { contributionsOf } from '../records/annotation-records.ts';
import { createReadableTitles, type TitleParts } from './readable-titles.ts';

/** A comment or a feedback of a person. */
export interface Contribution {
  readonly area: 'comment' | 'feedback';
  /** The title of its node; empty if the person may not read the node. */
  readonly material: string;
  readonly at: string;
  readonly record: CommentRecord | FeedbackRecord;
}

/** The comments and the feedback of a person, in this order. */
export async function* contributionsBy(
  parts: TitleParts,
  { id, userName }: PersonRecord,
): AsyncGenerator<Contribution> {
  const { store } = parts;
  const materialOf = createReadableTitles(parts, userName);
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
