import { setTimeout as pauseFor } from 'node:timers/promises';
import { asNodeId, type CommitNumber, type NodeId } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { SearchIndex } from '../ports/search-index.ts';
import { type ChangeLogRow, DamagedRecord, ForgottenChanges } from '../ports/store.ts';
import { createDocumentOf } from './documents.ts';

/**
 * How the index goes on. `at once`: somebody waits for it; other work has its turns in between. `beside`: half of the time is left
 * to others. `later`: it leaves off, for another time.
 */
export type Pace = 'at once' | 'beside' | 'later';

/** Brings an index level with the store, in small steps between which other work gets its turn. */
export interface IndexFollower {
  /**
   * Takes in all that is committed. An empty index, and one that is so far behind that the change log does not tell what
   * it misses, is filled from the nodes as they are; else the change log is followed. `pace` is asked for after each step.
   */
  follow(index: SearchIndex, pace: () => Pace): Promise<void>;
  /** An empty index is being filled: it may not be saved, as it would pass for a whole one. */
  readonly building: boolean;
  /** Ends after the present step. */
  stop(): void;
}

/** Documents made at once: their texts are read side by side. */
const groupSize = 16;

/** In milliseconds: after so long other work gets its turn. */
const stepTime = 5;

const nodesIn = (row: ChangeLogRow): NodeId[] =>
  row.keys.flatMap(([kind, key]) => (kind === 'nodes' || kind === 'nodeTexts' ? (asNodeId(key) ?? []) : []));

// A reference would be a second find of the same thing, and be found by those who may not see it.
const isFound = (node: NodeRecord): boolean => node.archived === null && node.original === undefined;

export function createIndexFollower(seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'log'>): IndexFollower {
  const { store, log } = seams;
  const documentOf = createDocumentOf(seams);
  let building = false;
  let stopped = false;
  let stepEnd = 0;

  const tellDamaged = (error: unknown): void => {
    if (!(error instanceof DamagedRecord)) throw error;
    log.error('A node cannot be found any more.', { node: error.key, reason: error.message });
  };

  /** One damaged record must not keep all the others from being found. */
  const readNode = async (id: NodeId): Promise<NodeRecord | undefined> => {
    try {
      return await store.nodes.get(id);
    } catch (error) {
      tellDamaged(error);
      return undefined;
    }
  };

  /** All nodes, from the key behind `after` on, but for those that are damaged. */
  async function* readableNodes(after = ''): AsyncGenerator<NodeRecord> {
    for (let from: string | null = after; from !== null; ) {
      try {
        for await (const [, node] of store.nodes.entries({ after: from })) yield node;
        from = null;
      } catch (error) {
        tellDamaged(error);
        // `tellDamaged` throws all others.
        from = (error as DamagedRecord).key;
      }
    }
  }

  /** Resolves to whether to go on. */
  const step = async (pace: () => Pace): Promise<boolean> => {
    if (performance.now() < stepEnd) return !stopped;
    const wanted = pace();
    if (wanted === 'beside') await pauseFor(stepTime);
    else await nextTurn();
    stepEnd = performance.now() + stepTime;
    return !stopped && wanted !== 'later';
  };

  const takeIn = async (
    index: SearchIndex,
    { nodes, removals }: { readonly nodes: readonly NodeRecord[]; readonly removals: readonly NodeId[] },
    position: CommitNumber,
  ): Promise<void> => {
    const puts = await Promise.all(nodes.map(documentOf));
    index.apply({ puts, removals }, position);
  };

  const build = async (index: SearchIndex, pace: () => Pace): Promise<void> => {
    const target = store.lastCommit;
    let nodes: NodeRecord[] = [];
    for await (const node of readableNodes()) {
      if (isFound(node)) nodes.push(node);
      if (nodes.length < groupSize) continue;
      // The position stays at 0 until all is in.
      await takeIn(index, { nodes, removals: [] }, 0);
      nodes = [];
      // What is begun is not left for later: nothing can be found before its end.
      await step(() => (pace() === 'at once' ? 'at once' : 'beside'));
      if (stopped) return;
    }
    await takeIn(index, { nodes, removals: [] }, target);
  };

  const takeInChanged = async (index: SearchIndex, ids: Iterable<NodeId>, position: CommitNumber): Promise<void> => {
    const nodes: NodeRecord[] = [];
    const removals: NodeId[] = [];
    for (const id of ids) {
      const node = await readNode(id);
      if (node !== undefined && isFound(node)) nodes.push(node);
      else removals.push(id);
    }
    await takeIn(index, { nodes, removals }, position);
  };

  const followLog = async (index: SearchIndex, pace: () => Pace): Promise<void> => {
    let ids = new Set<NodeId>();
    let position = index.position;
    for await (const row of store.changesSince(position)) {
      for (const id of nodesIn(row)) ids.add(id);
      position = row.commit;
      if (ids.size < groupSize) continue;
      await takeInChanged(index, ids, position);
      ids = new Set();
      if (!(await step(pace))) return;
    }
    if (position > index.position) await takeInChanged(index, ids, position);
  };

  const buildAnew = async (index: SearchIndex, pace: () => Pace): Promise<void> => {
    building = true;
    index.clear();
    await build(index, pace);
    if (stopped) return;
    building = false;
  };

  return {
    get building() {
      return building;
    },
    async follow(index, pace) {
      stepEnd = performance.now() + stepTime;
      // An index from a store that had gone further: after a restored backup, for instance.
      const isOther = index.position > store.lastCommit;
      if (isOther || (index.position === 0 && store.lastCommit > 0)) await buildAnew(index, pace);
      if (stopped) return;
      try {
        await followLog(index, pace);
      } catch (error) {
        if (!(error instanceof ForgottenChanges)) throw error;
        await buildAnew(index, pace);
      }
    },
    stop() {
      stopped = true;
    },
  };
}
