import type { z } from 'zod';
import type { Author, Comment, Feedback } from '../../contract/objects/annotations.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { CommentView } from '../../services/annotations/comments.ts';
import type { FeedbackView } from '../../services/annotations/feedback.ts';
import { presentRef } from './person.ts';

/** An author, by names only. The profile is empty if the account was deleted. */
export const presentAuthor = (userName: string, person: PersonRecord | undefined): z.output<typeof Author> => ({
  authorityName: userName,
  authorityType: 'USER',
  userName,
  profile: { firstName: person?.firstName ?? '', lastName: person?.lastName ?? '' },
});

export const presentComment = ({ comment, creator }: CommentView, repository: string): z.output<typeof Comment> => ({
  ref: presentRef(repository, comment.id),
  replyTo: comment.replyTo === null ? null : presentRef(repository, comment.replyTo),
  creator: presentAuthor(comment.creator, creator),
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
