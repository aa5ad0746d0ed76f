import { createYielder } from '../../base/scheduling/event-loop.ts';
import type { CommentRecord, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { UsageRecord } from '../../domain/usages/usage.ts';
import { contributionsOf } from '../records/annotation-records.ts';
import { usageKeysOfPerson } from '../records/usage-records.ts';
import { createReadableTitles, type TitleParts } from './readable-titles.ts';

/** A comment or a feedback of a person, or a usage that an app recorded for the person. */
export interface Contribution {
  readonly area: 'comment' | 'feedback' | 'usage';
  /** The title of its node; empty if the person may not read the node. */
  readonly material: string;
  readonly at: string;
  readonly record: CommentRecord | FeedbackRecord | UsageRecord;
}

/** The comments, the feedback and the usages of a person, in this order. */
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
  for await (const key of usageKeysOfPerson(store, id)) {
    const record = await store.usages.get(key);
    await pause();
    if (record === undefined) continue;
    yield { area: 'usage', material: await materialOf(record.node), at: record.from, record };
  }
}
