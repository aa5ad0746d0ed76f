import type { Client } from '../../client/client.ts';
import { may, type Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm } from './form.tsx';

type Comment = Awaited<ReturnType<Client['listComments']>>['comments'][number];

interface CommentsProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly comments: readonly Comment[];
}

const authorOf = ({ creator: { profile, userName } }: Comment, visit: Visit): string =>
  `${profile.firstName} ${profile.lastName}`.trim() || userName || visit.texts.of('comment.by-unknown');

const One = ({ visit, node, comment }: Omit<CommentsProps, 'comments'> & { readonly comment: Comment }) => {
  const { texts } = visit;
  const mayDelete = comment.creator.userName === visit.userName || may(node, 'Write');
  return (
    <li>
      <div class="about">
        <span class="soft">
          <b dir="auto">{authorOf(comment, visit)}</b> · {texts.time(new Date(comment.created).toISOString())}
        </span>
        <p class="said" dir="auto">
          {comment.comment}
        </p>
      </div>
      {visit.isSignedIn && mayDelete && (
        <ActionForm
          visit={visit}
          class="inline"
          action={`/node/${node.ref.id}/comment/${comment.ref.id}/delete`}
          confirm={texts.of('comment.delete.confirm')}
        >
          <button
            type="submit"
            class="quiet"
            aria-label={texts.of('comment.delete-of', { name: authorOf(comment, visit) })}
          >
            {texts.of('comment.delete')}
          </button>
        </ActionForm>
      )}
    </li>
  );
};

/** The comments on a node, and a field for a new one. */
export const Comments = ({ visit, node, comments }: CommentsProps) => {
  const { texts } = visit;
  return (
    <section id="comments">
      <h2>{texts.of('comment.title')}</h2>
      {comments.length > 0 && (
        <ul class="rows">
          {comments.map((comment) => (
            <One key={comment.ref.id} visit={visit} node={node} comment={comment} />
          ))}
        </ul>
      )}
      {visit.isSignedIn && (
        <ActionForm visit={visit} action={`/node/${node.ref.id}/comment`}>
          <p class="field">
            <label for="comment">{texts.of('comment.new')}</label>
            <textarea id="comment" name="comment" maxlength={10_000} required dir="auto" />
          </p>
          <p class="actions">
            <button type="submit">{texts.of('comment.send')}</button>
          </p>
        </ActionForm>
      )}
    </section>
  );
};
