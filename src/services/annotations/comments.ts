import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { type LazyList, lazyListOf } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import type { CommentRecord } from '../../domain/annotations/annotation-records.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections, Store } from '../../ports/store.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { annotationPrefix, commentKey, deleteComment, putComment } from '../records/annotation-records.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';

export interface CommentView {
  readonly comment: CommentRecord;
  /** The author; undefined if the account was deleted, even if a new person has the same name. */
  readonly creator: PersonRecord | undefined;
}

/**
 * Comments on nodes. Reading and adding both need the right `Comment`. A comment on a reference belongs to its
 * original.
 */
export interface CommentService {
  /** The comments on a node, oldest first, without the first `skip`. */
  list(caller: Caller, node: NodeId, skip: number): Promise<LazyList<CommentView>>;
  /** Adds a comment. Rejects with `BadRequest` if `replyTo` is not a comment on the same node. */
  add(caller: Caller, node: NodeId, text: string, replyTo: string | undefined): Promise<CommentView>;
  /** Changes the text of a comment. Allowed for the author, with the right `Comment`. */
  edit(caller: Caller, comment: string, text: string): Promise<CommentView>;
  /**
   * Deletes a comment. Allowed for the author and for callers who may edit the node. Replies to the comment stay,
   * without `replyTo`.
   */
  remove(caller: Caller, comment: string): Promise<void>;
}

interface CommentParts extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly rights: RightsService;
  readonly references: Pick<ReferenceService, 'original'>;
}

interface LocatedComment {
  readonly comment: CommentRecord;
  readonly node: NodeRecord;
}

/** The maximum number of comments on a node, because one response lists all of them. */
const maxComments = 1_000;

const missing = (id: string): RepositoryError => notFound('Comment', id.slice(0, 100));

const forbidden = ({ userName }: Caller, action: 'edit' | 'delete', { id }: CommentRecord, why: string) =>
  new RepositoryError('Forbidden', `${userName} may not ${action} comment ${id}: ${why}`);

/** Changes the number of comments in the record of a node. Folder listings and versions do not contain it. */
function addToCount(change: Change, { commentCount = 0, ...node }: NodeRecord, difference: 1 | -1): void {
  const count = commentCount + difference;
  change.nodes.put(node.id, count > 0 ? { ...node, commentCount: count } : node);
}

async function commentsOn(store: Pick<Collections, 'comments'>, node: NodeId): Promise<CommentRecord[]> {
  const all: CommentRecord[] = [];
  for await (const [, comment] of store.comments.entries({ prefix: annotationPrefix(node) })) all.push(comment);
  return all;
}

const oldestFirst = (a: Pick<CommentRecord, 'id' | 'at'>, b: Pick<CommentRecord, 'id' | 'at'>): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1;

async function viewOf(store: Store, comment: CommentRecord): Promise<CommentView> {
  const person = await store.people.get(comment.creator);
  return { comment, creator: person?.id === comment.by ? person : undefined };
}

/** Rejects with the same error for an unknown comment and for one on a node that the caller may not read. */
async function requireComment({ store, rights }: CommentParts, caller: Caller, text: string): Promise<LocatedComment> {
  const id = asNodeId(text);
  const location = id === undefined ? undefined : await store.commentNodes.get(id);
  if (id === undefined || location === undefined) throw missing(text);
  const node = await store.nodes.get(location.node);
  const comment = await store.comments.get(commentKey({ node: location.node, id }));
  if (node === undefined || comment === undefined || !(await rights.mayRead(caller, node))) throw missing(text);
  return { comment, node };
}

async function isAuthor(store: Store, caller: Caller, comment: CommentRecord): Promise<boolean> {
  return (await store.people.get(caller.userName))?.id === comment.by;
}

async function listComments(
  { store, references }: CommentParts,
  caller: Caller,
  nodeId: NodeId,
  skip: number,
): Promise<LazyList<CommentView>> {
  const { id: node } = await references.original(caller, nodeId, 'Comment');
  const ids: Pick<CommentRecord, 'id' | 'at'>[] = [];
  for await (const [, { id, at }] of store.comments.entries({ prefix: annotationPrefix(node) })) ids.push({ id, at });
  return lazyListOf(ids.sort(oldestFirst), skip, async ({ id }) => {
    const comment = await store.comments.get(commentKey({ node, id }));
    return comment && viewOf(store, comment);
  });
}

async function repliedTo(change: Change, node: NodeId, text: string | undefined): Promise<NodeId | null> {
  if (text === undefined || text === '') return null;
  const id = asNodeId(text);
  if (id !== undefined && (await change.comments.has(commentKey({ node, id })))) return id;
  throw badRequest(`Node ${node} has no comment ${text.slice(0, 100)}. Reply to a comment on the same node.`);
}

/**
 * The time of a new comment: `now`, or the next millisecond that no other comment on the node has. Comments are sorted by
 * time, so those of the same millisecond would lose their order.
 */
async function nextFreeTime(change: Change, node: NodeId, now: Date): Promise<string> {
  const taken = new Set<string>();
  for await (const [, { at }] of change.comments.entries({ prefix: annotationPrefix(node) })) taken.add(at);
  let time = now;
  while (taken.has(time.toISOString())) time = new Date(time.getTime() + 1);
  return time.toISOString();
}

async function addComment(
  { store, clock, randomness, references }: CommentParts,
  caller: Caller,
  nodeId: NodeId,
  { text, replyTo }: { readonly text: string; readonly replyTo: string | undefined },
): Promise<CommentRecord> {
  const { id } = await references.original(caller, nodeId, 'Comment');
  return store.change(async (change) => {
    const node = await presentNode(change, id);
    if ((node.commentCount ?? 0) >= maxComments) {
      throw badRequest(`Node ${id} has ${maxComments} comments, the maximum. Delete one before you add another.`);
    }
    const comment: CommentRecord = {
      id: randomness.nodeId(),
      node: id,
      by: (await callersPerson(change, caller)).id,
      creator: caller.userName,
      at: await nextFreeTime(change, id, clock.now()),
      text,
      replyTo: await repliedTo(change, id, replyTo),
    };
    putComment(change, comment);
    addToCount(change, node, 1);
    return comment;
  });
}

async function editComment(parts: CommentParts, caller: Caller, id: string, text: string): Promise<CommentRecord> {
  const { store, rights } = parts;
  const { comment: seen, node } = await requireComment(parts, caller, id);
  if (!(await isAuthor(store, caller, seen)))
    throw forbidden(caller, 'edit', seen, 'only its author may edit it. Add a comment of your own instead.');
  if (!includes(await rights.of(caller, node), rightOf('Comment'))) {
    throw forbidden(caller, 'edit', seen, 'this requires the right Comment on the node. Ask its owner for access.');
  }
  return store.change(async (change) => {
    const comment = await change.comments.get(commentKey(seen));
    if (comment === undefined) throw missing(id);
    const after = { ...comment, text };
    putComment(change, after);
    return after;
  });
}

async function removeComment(parts: CommentParts, caller: Caller, id: string): Promise<void> {
  const { store, rights } = parts;
  const { comment: seen, node: seenNode } = await requireComment(parts, caller, id);
  const held = await rights.of(caller, seenNode);
  const may =
    includes(held, rightOf('WriteProperties')) ||
    (includes(held, rightOf('ReadProperties')) && (await isAuthor(store, caller, seen)));
  if (!may)
    throw forbidden(
      caller,
      'delete',
      seen,
      'only its author and people who may edit the node may delete it. Ask one of them.',
    );
  await store.change(async (change) => {
    const comment = await change.comments.get(commentKey(seen));
    const node = await change.nodes.get(seen.node);
    if (comment === undefined || node === undefined) throw missing(id);
    deleteComment(change, comment);
    for (const other of await commentsOn(change, node.id)) {
      if (other.replyTo === comment.id) putComment(change, { ...other, replyTo: null });
    }
    addToCount(change, node, -1);
  });
}

export function createCommentService(
  { store, clock, randomness }: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): CommentService {
  const parts: CommentParts = { store, clock, randomness, rights, references };
  return {
    list: (caller, node, skip) => listComments(parts, caller, node, skip),
    add: async (caller, node, text, replyTo) => viewOf(store, await addComment(parts, caller, node, { text, replyTo })),
    edit: async (caller, comment, text) => viewOf(store, await editComment(parts, caller, comment, text)),
    remove: (caller, comment) => removeComment(parts, caller, comment),
  };
}
