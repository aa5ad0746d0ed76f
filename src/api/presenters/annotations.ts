import type { z } from 'zod';
import type { Comment, Feedback } from '../../contract/objects/annotations.ts';
import type { CommentView } from '../../services/annotations/comments.ts';
import type { FeedbackView } from '../../services/annotations/feedback.ts';
import { presentRef } from './person.ts';

export const presentComment = ({ comment, creator }: CommentView, repository: string): z.output<typeof Comment> => ({
  ref: presentRef(repository, comment.id),
  replyTo: comment.replyTo === null ? null : presentRef(repository, comment.replyTo),
  creator: {
    authorityName: comment.creator,
    authorityType: 'USER',
    userName: comment.creator,
    profile: { firstName: creator?.firstName ?? '', lastName: creator?.lastName ?? '' },
  },
  created: Date.parse(comment.at),
  comment: comment.text,
});

/** Feedback, with a pseudonym instead of its author. */
export const presentFeedback = ({ feedback, pseudonym }: FeedbackView): z.output<typeof Feedback> => ({
  authority: pseudonym,
  data: Object.fromEntries(feedback.data.map(([name, values]) => [name, [...values]])),
  createdAt: feedback.at,
  modifiedAt: feedback.modifiedAt,
});
