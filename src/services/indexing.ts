import { buffer } from 'node:stream/consumers';
import { messageOf } from '../base/errors.ts';
import { asNodeId, type NodeId } from '../base/ids.ts';
import { hasPlainText, plainTextOf } from '../domain/plain-text.ts';
import { descriptionOf, keywordsOf, titleOf } from '../domain/properties.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { IndexedDocument, SearchIndex } from '../ports/search-index.ts';
import { anchorOf } from './rights.ts';

/** Keeps the search index level with the store, from the change log. */
export interface IndexingService {
  /** The index with everything in it that was committed before the call. */
  current(): Promise<SearchIndex>;
  /** Takes in behind the answers what is committed from now on. */
  start(): void;
  /** Stops, and saves what the index knows, where it was opened at all. */
  stop(): Promise<void>;
  readonly state: 'ready' | 'building';
}

/** Documents taken in before other work gets its turn. */
const stepSize = 20;
/** How long the store must be quiet before the index follows by itself, in milliseconds. */
const quietTime = 150;
/** So many changes behind, the index follows without waiting for quiet. */
const maximalLag = 5_000;
const maximalTextBytes = 1_048_576;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createIndexingService(seams: Pick<Seams, 'store' | 'content' | 'openIndex' | 'log'>): IndexingService {
  const { store, content, log } = seams;
  let opened: Promise<SearchIndex> | undefined;
  let following: Promise<void> | undefined;
  let building = false;
  let timer: NodeJS.Timeout | undefined;
  let seenCommit = 0;
  let stopped = false;

  const textOf = async (node: NodeRecord): Promise<string> => {
    if (node.content === null || !hasPlainText(node.content.mimeType)) return '';
    const end = Math.min(node.content.size, maximalTextBytes) - 1;
    if (end < 0) return '';
    const bytes = await content.read(node.content.hash, { start: 0, end });
    if (bytes === undefined) return '';
    return plainTextOf(node.content.mimeType, await buffer(bytes)) ?? '';
  };

  const documentOf = async (node: NodeRecord): Promise<IndexedDocument> => ({
    id: node.id,
    anchor: anchorOf(node),
    owner: node.owner,
    name: node.name,
    title: titleOf(node.properties) ?? '',
    description: descriptionOf(node.properties) ?? '',
    keywords: keywordsOf(node.properties).join(' '),
    text: await textOf(node).catch((error: unknown) => {
      log.warn('The text of a node could not be read for the index.', { node: node.id, reason: messageOf(error) });
      return '';
    }),
    properties: { ...node.properties, 'cm:name': [node.name] },
  });

  const takeIn = async (index: SearchIndex, ids: readonly NodeId[], position: number): Promise<void> => {
    const nodes = await store.nodes.getMany(ids);
    const puts: IndexedDocument[] = [];
    const removals: NodeId[] = [];
    for (const [at, id] of ids.entries()) {
      const node = nodes[at];
      if (node === undefined || node.archived !== null) removals.push(id);
      else puts.push(await documentOf(node));
    }
    index.apply({ puts, removals }, position);
  };

  /** An empty index is filled from the nodes as they are; the change log leads on from there. */
  const build = async (index: SearchIndex): Promise<void> => {
    const target = store.lastCommit;
    building = true;
    let ids: NodeId[] = [];
    for await (const key of store.nodes.keys()) {
      const id = asNodeId(key);
      if (id !== undefined) ids.push(id);
      if (ids.length < stepSize) continue;
      // The position moves on only at the end: an index that was saved half-way starts anew.
      await takeIn(index, ids, 0);
      ids = [];
      await nextTurn();
      if (stopped) return;
    }
    await takeIn(index, ids, target);
    building = false;
    await index.save();
  };

  const follow = async (): Promise<void> => {
    const index = await open();
    if (index.position > store.lastCommit) index.clear();
    if (index.position === 0 && store.lastCommit > 0) await build(index);
    let ids = new Set<NodeId>();
    let position = index.position;
    for await (const row of store.changesSince(position)) {
      for (const [kind, key] of row.keys) {
        const id = kind === 'nodes' ? asNodeId(key) : undefined;
        if (id !== undefined) ids.add(id);
      }
      position = row.commit;
      if (ids.size < stepSize) continue;
      await takeIn(index, [...ids], position);
      ids = new Set();
      await nextTurn();
      if (stopped) return;
    }
    if (position > index.position) await takeIn(index, [...ids], position);
  };

  const open = (): Promise<SearchIndex> => {
    opened ??= seams.openIndex();
    return opened;
  };

  /** One run at a time; whoever comes while one is running waits for it. */
  const followOnce = (): Promise<void> => {
    following ??= follow().finally(() => {
      following = undefined;
    });
    return following;
  };

  const current = async (): Promise<SearchIndex> => {
    const wanted = store.lastCommit;
    const index = await open();
    while (index.position < wanted && !stopped) await followOnce();
    return index;
  };

  /** Writing comes first: the index follows when the store is quiet for a moment, or when it falls far behind. */
  const followQuietly = async (): Promise<void> => {
    const index = await open();
    const quiet = store.lastCommit === seenCommit;
    seenCommit = store.lastCommit;
    if (index.position < store.lastCommit && (quiet || store.lastCommit - index.position > maximalLag)) {
      await followOnce();
    }
  };

  const tick = (): void => {
    if (stopped) return;
    followQuietly()
      .catch((error: unknown) => log.error('The search index could not follow.', { reason: messageOf(error) }))
      .finally(() => {
        if (stopped) return;
        timer = setTimeout(tick, quietTime);
        timer.unref();
      });
  };

  return {
    current,
    start: tick,
    get state() {
      return building || opened === undefined ? 'building' : 'ready';
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await following?.catch(() => undefined);
      if (opened !== undefined && !building) await (await opened).save();
    },
  };
}
