import type { NodeId } from '../../base/ids.ts';
import type { Timestamp } from '../../base/timestamp.ts';

/** What all that people say about nodes has in common. */
interface Said {
  readonly node: NodeId;
  /** The id of the person (`PersonRecord`) whose it is: a later person of the same name inherits none of it. */
  readonly by: string;
  readonly at: Timestamp;
}

/** A comment on a node. */
export interface CommentRecord extends Said {
  /** Of the form of a node id, and never one. */
  readonly id: NodeId;
  /** The user name of whoever made it, also when they are gone. */
  readonly creator: string;
  /** As it was sent, character for character. */
  readonly text: string;
  /** The comment that it answers, on the same node. */
  readonly replyTo: NodeId | null;
}

/** One person's rating of a node. */
export interface RatingRecord extends Said {
  /** 1 to 5. */
  readonly rating: number;
  /** What was said beside it; may be empty. */
  readonly text: string;
}

/** Values by name: a list of these takes any name, `__proto__` too. */
export type FeedbackData = readonly (readonly [name: string, values: readonly string[]])[];

/** What one person said about a node to those who care for it. */
export interface FeedbackRecord extends Said {
  readonly data: FeedbackData;
  readonly modifiedAt: Timestamp;
}

/** All ratings of a node, as its record counts them. */
export interface RatingSum {
  readonly count: number;
  readonly sum: number;
}
