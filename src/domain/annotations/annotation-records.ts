import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';

/** What all annotations have in common. */
interface AnnotationRecord {
  readonly node: NodeId;
  /** The ID of the author (`PersonRecord.id`), so that a later person with the same user name does not inherit it. */
  readonly by: string;
  readonly at: Timestamp;
}

/** A comment on a node. */
export interface CommentRecord extends AnnotationRecord {
  /** In the format of a node ID, but never the ID of a node. */
  readonly id: NodeId;
  /** The user name of the author. It stays when the person is deleted. */
  readonly creator: string;
  /** Exactly as the client sent it. */
  readonly text: string;
  /** The comment on the same node that this one replies to. */
  readonly replyTo: NodeId | null;
}

/** One person's rating of a node. */
export interface RatingRecord extends AnnotationRecord {
  /** 1 to 5. */
  readonly rating: number;
  /** A remark; may be empty. */
  readonly text: string;
}

/** Values by name. A list of pairs, since a name may be anything, even `__proto__`. */
export type FeedbackData = readonly (readonly [name: string, values: readonly string[]])[];

/** One person's feedback on a node, for the people in charge of it. */
export interface FeedbackRecord extends AnnotationRecord {
  readonly data: FeedbackData;
  readonly modifiedAt: Timestamp;
}

/** The ratings of a node, summed up in its record. */
export interface RatingSum {
  readonly count: number;
  readonly sum: number;
}

/** The average rating; 0 if there are none. */
export const averageRating = ({ count, sum }: RatingSum): number => (count === 0 ? 0 : sum / count);
