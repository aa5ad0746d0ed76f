import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { localTime } from '../print/local-time.ts';
import { joinedLines } from '../print/printable.ts';
import type { ListView, RecordView } from '../print/printer.ts';

type Comment = Result<Operations['addComment']>;

const idOf = ({ ref }: Comment): string => ref.id;

const isoTime = ({ created }: Comment): string => new Date(created).toISOString();

const authorOf = ({ creator }: Comment): string =>
  `${creator.profile.firstName} ${creator.profile.lastName}`.trim() || creator.userName;

/** The text with its line breaks shown as `⏎`. */
const onOneLine = ({ comment }: Comment): string => joinedLines(comment, ' ⏎ ');

export const commentList: ListView<Comment> = {
  columns: [
    { title: 'id', value: idOf },
    { title: 'created', value: ({ created }) => localTime(created) },
    { title: 'by', value: authorOf },
    { title: 'comment', value: (comment) => `${comment.replyTo === null ? '' : '↳ '}${onOneLine(comment)}` },
  ],
  plainColumns: [
    { title: 'id', value: idOf },
    { title: 'created', value: isoTime },
    { title: 'by', value: ({ creator }) => creator.userName },
    { title: 'answers', value: ({ replyTo }) => replyTo?.id ?? '' },
    { title: 'comment', value: ({ comment }) => comment },
  ],
  id: idOf,
  whole: (comments) => ({ comments }),
};

const fieldsOf = (comment: Comment, by: string, created: string): (readonly [string, string])[] => [
  ['id', idOf(comment)],
  ['by', by],
  ['created', created],
  ...(comment.replyTo === null ? [] : [['answers', comment.replyTo.id] as const]),
  ['comment', comment.comment],
];

export const commentRecord: RecordView<Comment> = {
  id: idOf,
  fields: (comment) => fieldsOf(comment, authorOf(comment), localTime(comment.created)),
  plainFields: (comment) => fieldsOf(comment, comment.creator.userName, isoTime(comment)),
};
