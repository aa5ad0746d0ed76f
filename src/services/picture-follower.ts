import { messageOf, RepositoryError } from '../base/errors.ts';
import { asNodeId, type CommitNumber, type ContentHash } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { type ChangeLogRow, ForgottenChanges } from '../ports/store.ts';
import type { PictureService } from './pictures.ts';

/** Makes the pictures of new contents behind the answers, and of all that came while nobody did. */
export interface PictureFollower {
  /** Goes on until it is stopped. */
  start(): void;
  /** How many changes and contents are still to be looked at; 0: every picture is there. */
  waiting(): Promise<number>;
  /** Ends after the present picture; to be called when the maker of pictures is stopped. */
  stop(): Promise<void>;
}

/** The key of how far it came. */
const name = 'pictures';

/** In milliseconds: the store must be quiet so long, for writing comes first. */
const quietTime = 400;
/** So many changes behind, it does not wait for quiet. */
const patience = 500;
/** Where something keeps it from going on, in milliseconds. */
const pauseAfterFailure = 60_000;
/** Nodes looked at in one go. */
const stepSize = 200;
/** How far it came is written down when so many more changes were looked at, and when it has made pictures. */
const farEnough = 5_000;

const contentsOf = (node: NodeRecord): ContentHash[] =>
  [node.ownPreview, node.content ?? undefined].flatMap((content) => (content === undefined ? [] : [content.hash]));

const nodesIn = (row: ChangeLogRow): string[] => row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? [key] : []));

const whereForgotten =
  (work: () => Promise<void>) =>
  (error: unknown): Promise<void> => {
    if (!(error instanceof ForgottenChanges)) throw error;
    return work();
  };

/** It will be so with the next content, too: nothing can be made or written now. */
const concernsAll = (error: unknown): boolean =>
  error instanceof RepositoryError && (error.code === 'Unavailable' || error.code === 'StorageFailed');

export function createPictureFollower(seams: Pick<Seams, 'store' | 'log'>, pictures: PictureService): PictureFollower {
  const { store, log } = seams;
  let position: CommitNumber | undefined;
  let written = 0;
  let made = 0;
  let inHand = 0;
  let seenCommit = -1;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;

  const load = async (): Promise<CommitNumber> => {
    const commit = (await store.followers.get(name))?.commit ?? 0;
    written = commit;
    // A store that had gone further: after a restored backup, for instance.
    return commit > store.lastCommit ? 0 : commit;
  };

  const current = async (): Promise<CommitNumber> => {
    position ??= await load();
    return position;
  };

  const save = async (commit: CommitNumber): Promise<void> => {
    if (made === 0 && commit - written < farEnough) return;
    await store.change(async (change) => change.followers.put(name, { commit }));
    written = commit;
    made = 0;
  };

  const contentsNamedBy = async (keys: Iterable<string>): Promise<Set<ContentHash>> => {
    const contents = new Set<ContentHash>();
    for (const key of keys) {
      try {
        const node = await store.nodes.get(asNodeId(key) ?? key);
        if (node !== undefined) for (const hash of contentsOf(node)) contents.add(hash);
      } catch (error) {
        // One damaged record must not keep all others without a picture.
        log.warn('No picture is made of a node that cannot be read.', { node: key, reason: messageOf(error) });
      }
    }
    return contents;
  };

  const makeOne = async (hash: ContentHash): Promise<void> => {
    try {
      if ((await pictures.known(hash)) !== undefined) return;
      if ((await pictures.make(hash, { urgent: false })) !== undefined) made += 1;
    } catch (error) {
      if (concernsAll(error)) throw error;
      // Nor must one content that cannot be read.
      log.warn('No picture is made of a content that cannot be read.', { content: hash, reason: messageOf(error) });
    }
  };

  const makeAll = async (keys: Iterable<string>): Promise<void> => {
    const contents = await contentsNamedBy(keys);
    inHand = contents.size;
    for (const hash of contents) {
      if (stopped) return;
      await makeOne(hash);
      inHand -= 1;
    }
    await nextTurn();
  };

  /** Looks at all nodes as they are. */
  const walk = async (): Promise<void> => {
    const target = store.lastCommit;
    let keys: string[] = [];
    for await (const key of store.nodes.keys()) {
      keys.push(key);
      if (keys.length < stepSize) continue;
      await makeAll(keys);
      if (stopped) return;
      keys = [];
    }
    await makeAll(keys);
    if (!stopped) position = target;
  };

  const followLog = async (from: CommitNumber): Promise<void> => {
    let keys = new Set<string>();
    let commit = from;
    for await (const row of store.changesSince(from)) {
      for (const key of nodesIn(row)) keys.add(key);
      commit = row.commit;
      if (keys.size < stepSize) continue;
      await makeAll(keys);
      if (stopped) return;
      position = commit;
      keys = new Set();
    }
    await makeAll(keys);
    if (!stopped) position = commit;
  };

  const follow = async (): Promise<void> => {
    const from = await current();
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    const lag = store.lastCommit - from;
    if (lag === 0 || !(quiet || lag > patience)) return;
    if (from === 0) await walk();
    else await followLog(from).catch(whereForgotten(walk));
    if (!stopped) await save(await current());
  };

  const tick = async (): Promise<void> => {
    let pause = quietTime;
    try {
      await follow();
    } catch (error) {
      pause = pauseAfterFailure;
      if (!stopped) log.warn('The pictures of new contents wait.', { reason: messageOf(error) });
    } finally {
      inHand = 0;
    }
    if (stopped) return;
    timer = setTimeout(start, pause);
    timer.unref();
  };

  const start = (): void => {
    ticking = tick();
  };

  return {
    start,
    async waiting() {
      return Math.max(0, store.lastCommit - (await current())) + inHand;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
