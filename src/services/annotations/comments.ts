import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { type Reading, readingOf } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import type { CommentRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { annotationPrefix, commentKey, deleteComment, putComment } from '../records/annotation-records.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';

/** A comment with whoever made it; undefined where they are gone, and where somebody else has their name now. */
export interface CommentView {
  readonly comment: CommentRecord;
  readonly creator: PersonRecord | undefined;
}

/**
 * What people say about nodes for each other. Reading and adding both need the right `Comment`: whoever may know of a node
 * without taking part in it does not read who says what about it. What is said about a reference is said about its original.
 */
export interface CommentService {
  /** Oldest first, but for the first `skip`. */
  list(caller: Caller, node: NodeId, skip: number): Promise<Reading<CommentView>>;
  /** `replyTo` must be on the same node (`BadRequest`). */
  add(caller: Caller, node: NodeId, text: string, replyTo: string | undefined): Promise<CommentView>;
  /** Only who made it: nobody else puts words into their mouth. */
  edit(caller: Caller, comment: string, text: string): Promise<CommentView>;
  /** Who made it, and whoever may write the node. What answered it stays, and answers nothing then. */
  remove(caller: Caller, comment: string): Promise<void>;
}

/** On one node: all of them come in one answer. */
const mostComments = 1_000;

const missing = (id: string): RepositoryError => notFound('Comment', id.slice(0, 100));

/** Adds to the number of comments that the node shows. Nothing of what its folder or its versions tell changes by it. */
function count(change: Change, { commentCount = 0, ...node }: NodeRecord, more: 1 | -1): void {
  const now = commentCount + more;
  change.nodes.put(node.id, now > 0 ? { ...node, commentCount: now } : node);
}

async function commentsOn(store: Pick<Collections, 'comments'>, node: NodeId): Promise<CommentRecord[]> {
  const all: CommentRecord[] = [];
  for await (const [, comment] of store.comments.entries({ prefix: annotationPrefix(node) })) all.push(comment);
  return all;
}

const oldestFirst = (a: Pick<CommentRecord, 'id' | 'at'>, b: Pick<CommentRecord, 'id' | 'at'>): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1;

export function createCommentService(
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): CommentService {
  const { store, clock, randomness } = seams;

  const viewOf = async (comment: CommentRecord): Promise<CommentView> => {
    const person = await store.people.get(comment.creator);
    return { comment, creator: person?.id === comment.by ? person : undefined };
  };

  /**
   * The comment and its node, as far as the caller may know of them: on a node that they may not see it is missing like one
   * that never was. A refusal does not tell on which node it is.
   */
  const commentAt = async (caller: Caller, text: string): Promise<{ comment: CommentRecord; node: NodeRecord }> => {
    const id = asNodeId(text);
    const place = id === undefined ? undefined : await store.commentNodes.get(id);
    if (id === undefined || place === undefined) throw missing(text);
    const node = await store.nodes.get(place.node);
    const comment = await store.comments.get(commentKey({ node: place.node, id }));
    if (node === undefined || comment === undefined || !(await rights.mayRead(caller, node))) throw missing(text);
    return { comment, node };
  };

  const isTheirs = async (caller: Caller, comment: CommentRecord): Promise<boolean> =>
    (await store.people.get(caller.userName))?.id === comment.by;

  const forbidden = (caller: Caller, comment: CommentRecord, why: string): RepositoryError =>
    new RepositoryError('Forbidden', `${caller.userName} may not do this with comment ${comment.id}: ${why}`);

  return {
    async list(caller, given, skip) {
      const { id: node } = await references.original(caller, given, 'Comment');
      const found: Pick<CommentRecord, 'id' | 'at'>[] = [];
      for await (const [, { id, at }] of store.comments.entries({ prefix: annotationPrefix(node) }))
        found.push({ id, at });
      return readingOf(found.sort(oldestFirst), skip, async ({ id }) => {
        const comment = await store.comments.get(commentKey({ node, id }));
        return comment && viewOf(comment);
      });
    },

    async add(caller, given, text, replyTo) {
      const { id } = await references.original(caller, given, 'Comment');
      const at = clock.now().toISOString();
      const made = await store.change(async (change) => {
        const node = await presentNode(change, id);
        if ((node.commentCount ?? 0) >= mostComments) {
          throw badRequest(`Node ${id} has ${mostComments} comments, and more are not taken.`);
        }
        const comment: CommentRecord = {
          id: randomness.nodeId(),
          node: id,
          by: (await callersPerson(change, caller)).id,
          creator: caller.userName,
          at,
          text,
          replyTo: await repliedTo(change, id, replyTo),
        };
        putComment(change, comment);
        count(change, node, 1);
        return comment;
      });
      return viewOf(made);
    },

    async edit(caller, given, text) {
      const { comment: seen, node } = await commentAt(caller, given);
      const may = includes(await rights.of(caller, node), rightOf('Comment'));
      if (!may || !(await isTheirs(caller, seen))) {
        throw forbidden(caller, seen, 'only who made it changes it, as long as they may comment there.');
      }
      const edited = await store.change(async (change) => {
        const comment = await change.comments.get(commentKey(seen));
        if (comment === undefined) throw missing(given);
        const after = { ...comment, text };
        putComment(change, after);
        return after;
      });
      return viewOf(edited);
    },

    async remove(caller, given) {
      const { comment: seen, node } = await commentAt(caller, given);
      const have = await rights.of(caller, node);
      const may =
        includes(have, rightOf('WriteProperties')) ||
        (includes(have, rightOf('ReadProperties')) && (await isTheirs(caller, seen)));
      if (!may) throw forbidden(caller, seen, 'only who made it deletes it, or who may write the node.');
      await store.change(async (change) => {
        const comment = await change.comments.get(commentKey(seen));
        const node = await change.nodes.get(seen.node);
        if (comment === undefined || node === undefined) throw missing(given);
        deleteComment(change, comment);
        for (const other of await commentsOn(change, node.id)) {
          if (other.replyTo === comment.id) putComment(change, { ...other, replyTo: null });
        }
        count(change, node, -1);
      });
    },
  };
}

async function repliedTo(change: Change, node: NodeId, given: string | undefined): Promise<NodeId | null> {
  if (given === undefined || given === '') return null;
  const id = asNodeId(given);
  if (id !== undefined && (await change.comments.has(commentKey({ node, id })))) return id;
  throw badRequest(`There is no comment ${given.slice(0, 100)} on this node to reply to.`);
}
