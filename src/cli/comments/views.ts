import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/printer.ts';

type Comment = Result<Operations['addComment']>;

const idOf = ({ ref }: Comment): string => ref.id;

/** `2025-11-20 09:25:05`, UTC. */
const shownTime = ({ created }: Comment): string => new Date(created).toISOString().slice(0, 19).replace('T', ' ');

const authorOf = ({ creator }: Comment): string =>
  `${creator.profile.firstName} ${creator.profile.lastName}`.trim() || creator.userName;

/** A text of several lines on one. */
const onOneLine = ({ comment }: Comment): string => comment.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');

/** Comments, one on a line, with what is needed to answer one. */
export const commentList: ListView<Comment> = {
  columns: [
    { title: 'id', value: idOf },
    { title: 'made', value: shownTime },
    { title: 'by', value: authorOf },
    { title: 'comment', value: (comment) => `${comment.replyTo === null ? '' : '↳ '}${onOneLine(comment)}` },
  ],
  plainColumns: [
    { title: 'id', value: idOf },
    { title: 'made', value: ({ created }) => new Date(created).toISOString() },
    { title: 'by', value: ({ creator }) => creator.userName },
    { title: 'answers', value: ({ replyTo }) => replyTo?.id ?? '' },
    { title: 'comment', value: ({ comment }) => comment },
  ],
  id: idOf,
  whole: (comments) => ({ comments }),
};

/** One comment. */
export const commentRecord: RecordView<Comment> = {
  id: idOf,
  fields: (comment) => [
    ['id', idOf(comment)],
    ['by', authorOf(comment)],
    ['made', shownTime(comment)],
    ...(comment.replyTo === null ? [] : [['answers', comment.replyTo.id] as const]),
    ['comment', comment.comment],
  ],
};
