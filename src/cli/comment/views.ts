import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { shownPerson } from '../node-arguments/views.ts';
import { joinedLines } from '../print/printable.ts';
import { type Field, timeColumn, timeField } from '../print/table.ts';
import type { ListView, RecordView } from '../print/view.ts';

type Comment = Result<Operations['addComment']>;

const idOf = ({ ref }: Comment): string => ref.id;

const isoTime = ({ created }: Comment): string => new Date(created).toISOString();

const authorOf = ({ creator }: Comment): string => shownPerson(creator.profile) || creator.userName;

/** The text with its line breaks shown as `⏎`. */
const onOneLine = ({ comment }: Comment): string => joinedLines(comment, ' ⏎ ');

export const commentList: ListView<Comment> = {
  columns: [
    { title: 'id', value: idOf, cutOff: 'never' },
    timeColumn('created', ({ created }) => created),
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

const fieldsOf = (comment: Comment, by: string, created: Field): Field[] => [
  ['id', idOf(comment)],
  ['by', by],
  created,
  ...(comment.replyTo === null ? [] : [['answers', comment.replyTo.id] as const]),
  ['comment', comment.comment],
];

export const commentRecord: RecordView<Comment> = {
  id: idOf,
  fields: (comment) => fieldsOf(comment, authorOf(comment), timeField('created', comment.created)),
  plainFields: (comment) => fieldsOf(comment, comment.creator.userName, ['created', isoTime(comment)]),
};
