import type { NodeId } from '../../base/ids.ts';
import type { CommentRecord, FeedbackRecord, RatingRecord } from '../../domain/annotations/annotation-records.ts';
import type { Change, Collections } from '../../ports/store.ts';

/** The key prefix of all comments, ratings and feedback on a node. */
export const annotationPrefix = (node: NodeId): string => `${node}/`;

export const commentKey = ({ node, id }: Pick<CommentRecord, 'node' | 'id'>): string =>
  `${annotationPrefix(node)}${id}`;

/** The key of a person's rating or feedback on a node. Each person has at most one of each. */
export const ownKey = ({ node, by }: Pick<RatingRecord, 'node' | 'by'>): string => `${annotationPrefix(node)}${by}`;

type AnnotationKind = 'comments' | 'ratings' | 'feedback';

/** The key under which the store lists an annotation for its author. */
const contributionKey = (kind: AnnotationKind, by: string, key: string): string => `${by}/${kind}/${key}`;

/** The keys of the annotations of this kind by a person (`PersonRecord.id`). */
export async function* contributionsOf(
  { contributions }: Pick<Collections, 'contributions'>,
  kind: AnnotationKind,
  by: string,
): AsyncGenerator<string> {
  const prefix = contributionKey(kind, by, '');
  for await (const key of contributions.keys({ prefix })) yield key.slice(prefix.length);
}

export function putComment(change: Change, comment: CommentRecord): void {
  const key = commentKey(comment);
  change.comments.put(key, comment);
  change.commentNodes.put(comment.id, { node: comment.node });
  change.contributions.put(contributionKey('comments', comment.by, key), { at: comment.at });
}

export function deleteComment(change: Change, comment: CommentRecord): void {
  const key = commentKey(comment);
  change.comments.delete(key);
  change.commentNodes.delete(comment.id);
  change.contributions.delete(contributionKey('comments', comment.by, key));
}

export function putRating(change: Change, rating: RatingRecord): void {
  const key = ownKey(rating);
  change.ratings.put(key, rating);
  change.contributions.put(contributionKey('ratings', rating.by, key), { at: rating.at });
}

export function deleteRating(change: Change, rating: RatingRecord): void {
  const key = ownKey(rating);
  change.ratings.delete(key);
  change.contributions.delete(contributionKey('ratings', rating.by, key));
}

export function putFeedback(change: Change, feedback: FeedbackRecord): void {
  const key = ownKey(feedback);
  change.feedback.put(key, feedback);
  change.contributions.put(contributionKey('feedback', feedback.by, key), { at: feedback.at });
}

function deleteFeedback(change: Change, feedback: FeedbackRecord): void {
  const key = ownKey(feedback);
  change.feedback.delete(key);
  change.contributions.delete(contributionKey('feedback', feedback.by, key));
}

/** Deletes all annotations of a node. */
export async function deleteAnnotations(change: Change, node: NodeId): Promise<void> {
  const range = { prefix: annotationPrefix(node) };
  for await (const [, comment] of change.comments.entries(range)) deleteComment(change, comment);
  for await (const [, rating] of change.ratings.entries(range)) deleteRating(change, rating);
  for await (const [, feedback] of change.feedback.entries(range)) deleteFeedback(change, feedback);
}
