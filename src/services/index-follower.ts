import { asNodeId, type CommitNumber, type NodeId } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { IndexedDocument, SearchIndex } from '../ports/search-index.ts';
import { type ChangeLogRow, DamagedRecord } from '../ports/store.ts';
import { createDocumentOf } from './documents.ts';

/** Brings an index level with the store, in small steps between which other work gets its turn. */
export interface IndexFollower {
  /**
   * Takes in all that is committed. An empty index is filled from the nodes as they are, else the change log is
   * followed. `idly`: leaves off as soon as something is written, for another time.
   */
  follow(index: SearchIndex, how: { readonly idly: boolean }): Promise<void>;
  /** An empty index is being filled: it may not be saved, as it would pass for a whole one. */
  readonly building: boolean;
  /** Ends after the present step. */
  stop(): void;
}

/** Documents taken in before other work gets its turn. */
const stepSize = 8;

const nodesIn = (row: ChangeLogRow): NodeId[] =>
  row.keys.flatMap(([kind, key]) => (kind === 'nodes' ? (asNodeId(key) ?? []) : []));

export function createIndexFollower(seams: Pick<Seams, 'store' | 'content' | 'log'>): IndexFollower {
  const { store, log } = seams;
  const documentOf = createDocumentOf(seams);
  let building = false;
  let stopped = false;

  /** One damaged record must not keep all the others from being found. */
  const readNode = async (id: NodeId): Promise<NodeRecord | undefined> => {
    try {
      return await store.nodes.get(id);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      log.error('A node cannot be found any more.', { node: id, reason: error.message });
      return undefined;
    }
  };

  const takeIn = async (index: SearchIndex, ids: readonly NodeId[], position: CommitNumber): Promise<void> => {
    const puts: IndexedDocument[] = [];
    for (const id of ids) {
      const node = await readNode(id);
      // A reference would be a second find of the same thing, and be found by those who may not see it.
      if (node !== undefined && node.archived === null && node.original === undefined)
        puts.push(await documentOf(node));
    }
    const found = new Set(puts.map(({ id }) => id));
    index.apply({ puts, removals: ids.filter((id) => !found.has(id)) }, position);
  };

  const build = async (index: SearchIndex): Promise<void> => {
    const target = store.lastCommit;
    let ids: NodeId[] = [];
    for await (const key of store.nodes.keys()) {
      ids.push(...[asNodeId(key) ?? []].flat());
      if (ids.length < stepSize) continue;
      // The position stays at 0 until all is in.
      await takeIn(index, ids, 0);
      ids = [];
      await nextTurn();
      if (stopped) return;
    }
    await takeIn(index, ids, target);
  };

  const followLog = async (index: SearchIndex, idly: boolean): Promise<void> => {
    const target = store.lastCommit;
    let ids = new Set<NodeId>();
    let position = index.position;
    for await (const row of store.changesSince(position)) {
      for (const id of nodesIn(row)) ids.add(id);
      position = row.commit;
      if (ids.size < stepSize) continue;
      await takeIn(index, [...ids], position);
      ids = new Set();
      await nextTurn();
      if (stopped || (idly && store.lastCommit !== target)) return;
    }
    if (position > index.position) await takeIn(index, [...ids], position);
  };

  return {
    get building() {
      return building;
    },
    async follow(index, { idly }) {
      // An index from a store that had gone further: after a restored backup, for instance.
      if (index.position > store.lastCommit) index.clear();
      if (index.position === 0 && store.lastCommit > 0) {
        building = true;
        await build(index);
        if (stopped) return;
        building = false;
        await index.save();
      }
      await followLog(index, idly);
    },
    stop() {
      stopped = true;
    },
  };
}
