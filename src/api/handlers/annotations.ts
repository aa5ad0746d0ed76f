import { WrittenJson } from '../../contract/written-json.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentComment, presentFeedback } from '../presenters/annotations.ts';
import { writeWhole } from '../presenters/paging.ts';
import { nodeAt } from '../request/node-address.ts';
import { noteEarlyEnd, writtenPage } from '../response/page-stream.ts';

type CommentHandlers = Pick<Handlers, 'listComments' | 'addComment' | 'editComment' | 'deleteComment'>;

type RatingHandlers = Pick<Handlers, 'rateNode' | 'deleteRating' | 'giveFeedback' | 'listFeedback'>;

export function annotationHandlers(parts: HandlerParts): CommentHandlers & RatingHandlers {
  return { ...commentHandlers(parts), ...ratingHandlers(parts) };
}

function commentHandlers({ services: { comments, systemFolders }, settings }: HandlerParts): CommentHandlers {
  const repository = settings.repository.id;
  return {
    async listComments({ params, query: { skipCount } }, context) {
      const { caller } = context;
      const list = await comments.list(caller, nodeAt(params.node, caller, systemFolders), skipCount);
      const written = await writtenPage(
        list.entries,
        context,
        (view) => view && JSON.stringify(presentComment(view, repository)),
      );
      return writeWhole('comments', { total: list.total, skip: skipCount }, written, context);
    },
    async addComment({ params, query, body }, { caller }) {
      const node = nodeAt(params.node, caller, systemFolders);
      return presentComment(await comments.add(caller, node, body, query.commentReference), repository);
    },
    async editComment({ params, body }, { caller }) {
      return presentComment(await comments.edit(caller, params.node, body), repository);
    },
    async deleteComment({ params }, { caller }) {
      await comments.remove(caller, params.node);
      return undefined;
    },
  };
}

function ratingHandlers({ services: { ratings, feedback, systemFolders } }: HandlerParts): RatingHandlers {
  return {
    async rateNode({ params, query, body }, { caller }) {
      await ratings.rate(caller, nodeAt(params.node, caller, systemFolders), query.rating, body);
      return undefined;
    },
    async deleteRating({ params }, { caller }) {
      await ratings.withdraw(caller, nodeAt(params.node, caller, systemFolders));
      return undefined;
    },
    async giveFeedback({ params, body }, { caller }) {
      const nodeId = nodeAt(params.node, caller, systemFolders);
      return { nodeId, wasUpdated: (await feedback.give(caller, nodeId, body)) === 'replaced' };
    },
    async listFeedback({ params, query: { skipCount } }, context) {
      const { caller } = context;
      const list = await feedback.list(caller, nodeAt(params.node, caller, systemFolders), skipCount);
      const { chunks, taken } = await writtenPage(
        list.entries,
        context,
        (view) => view && JSON.stringify(presentFeedback(view)),
      );
      noteEarlyEnd(context, { skip: skipCount, taken, requested: Math.max(0, list.total - skipCount) });
      return new WrittenJson('[', ...chunks, ']');
    },
  };
}
