import { setTimeout as pauseFor } from 'node:timers/promises';
import { asNodeId, type CommitNumber, type NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { IndexedDocument, SearchIndex } from '../../ports/search-index.ts';
import { type ChangeLogRow, DamagedRecord, ForgottenChanges } from '../../ports/store.ts';
import { createDocumentOf } from './indexed-documents.ts';

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

/** So much text (UTF-16 code units) is taken in at once, and one document at least, however long. */
const stepText = 16_384;

/**
 * In milliseconds: after so long other work gets its turn. What follows changes goes on beside those who make them; an empty index
 * is to be filled soon, and each turn takes time.
 */
const stepTimes = { following: 2, building: 5 } as const;

const nodesIn = (row: ChangeLogRow): NodeId[] =>
  row.keys.flatMap(([kind, key]) => (kind === 'nodes' || kind === 'nodeTexts' ? (asNodeId(key) ?? []) : []));

const textLength = ({ text, properties }: IndexedDocument): number =>
  Object.values(properties).reduce(
    (sum, values) => values.reduce((more, { length }) => more + length, sum),
    text.length,
  );

/** The documents in their order, as many together as may be taken in at once. */
function* inSteps(documents: readonly IndexedDocument[]): Generator<readonly IndexedDocument[]> {
  let together: IndexedDocument[] = [];
  let length = 0;
  for (const document of documents) {
    const more = textLength(document);
    if (together.length > 0 && length + more > stepText) {
      yield together;
      together = [];
      length = 0;
    }
    together.push(document);
    length += more;
  }
  if (together.length > 0) yield together;
}

/** What is begun is not left for later. */
const toItsEnd =
  (pace: () => Pace): (() => Pace) =>
  () =>
    pace() === 'at once' ? 'at once' : 'beside';

// A reference would be a second find of the same thing, and be found by those who may not see it.
const isFound = (node: NodeRecord): boolean => node.archived === null && node.original === undefined;

export function createIndexFollower(
  seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'metadataSets' | 'log'>,
): IndexFollower {
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

  const stepTime = (): number => (building ? stepTimes.building : stepTimes.following);

  const beginStep = (): void => {
    stepEnd = performance.now() + stepTime();
  };

  /** Resolves to whether to go on. */
  const step = async (pace: () => Pace): Promise<boolean> => {
    if (performance.now() < stepEnd) return !stopped;
    const wanted = pace();
    if (wanted === 'beside') await pauseFor(stepTime());
    else await yieldToEventLoop();
    beginStep();
    return !stopped && wanted !== 'later';
  };

  /** The index stays where it is, until somebody moves it on. Resolves to whether to go on. */
  const takeIn = async (index: SearchIndex, nodes: readonly NodeRecord[], pace: () => Pace): Promise<boolean> => {
    const documents = await Promise.all(nodes.map(documentOf));
    for (const puts of inSteps(documents)) {
      index.apply({ puts, removals: [] }, index.position);
      if (!(await step(toItsEnd(pace)))) return false;
    }
    return true;
  };

  const moveOn = (index: SearchIndex, position: CommitNumber): void =>
    index.apply({ puts: [], removals: [] }, position);

  /** The position stays at 0 until all is in: nothing can be found before. */
  const build = async (index: SearchIndex, pace: () => Pace): Promise<void> => {
    const target = store.lastCommit;
    let nodes: NodeRecord[] = [];
    for await (const node of readableNodes()) {
      if (isFound(node)) nodes.push(node);
      if (nodes.length < groupSize) continue;
      if (!(await takeIn(index, nodes, pace))) return;
      nodes = [];
    }
    if (await takeIn(index, nodes, pace)) moveOn(index, target);
  };

  const takeInGroup = async (index: SearchIndex, ids: readonly NodeId[], pace: () => Pace): Promise<boolean> => {
    const nodes: NodeRecord[] = [];
    const removals: NodeId[] = [];
    for (const id of ids) {
      const node = await readNode(id);
      if (node !== undefined && isFound(node)) nodes.push(node);
      else removals.push(id);
    }
    if (removals.length > 0) index.apply({ puts: [], removals }, index.position);
    return takeIn(index, nodes, pace);
  };

  /** Moves the index on with the last of them: one change may be of any number of nodes. Resolves to whether to go on. */
  const takeInChanged = async (
    index: SearchIndex,
    ids: ReadonlySet<NodeId>,
    position: CommitNumber,
    pace: () => Pace,
  ): Promise<boolean> => {
    const all = [...ids];
    for (let from = 0; from < all.length; from += groupSize)
      if (!(await takeInGroup(index, all.slice(from, from + groupSize), pace))) return false;
    moveOn(index, position);
    return true;
  };

  const followLog = async (index: SearchIndex, pace: () => Pace): Promise<void> => {
    let ids = new Set<NodeId>();
    let position = index.position;
    for await (const row of store.changesSince(position)) {
      for (const id of nodesIn(row)) ids.add(id);
      position = row.commit;
      if (ids.size < groupSize) continue;
      if (!(await takeInChanged(index, ids, position, pace))) return;
      ids = new Set();
      if (!(await step(pace))) return;
    }
    if (position > index.position) await takeInChanged(index, ids, position, pace);
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
      beginStep();
      // An index from a store that had gone further: after a restored backup, for instance.
      const isOther = index.position > store.lastCommit;
      if (isOther || (index.position === 0 && store.lastCommit > 0)) await buildAnew(index, pace);
      if (stopped) return;
      try {
        await followLog(index, pace);
      } catch (error) {
        // A row that cannot be read any more is as good as forgotten, and would be in the way for ever.
        if (!(error instanceof ForgottenChanges || error instanceof DamagedRecord)) throw error;
        if (error instanceof DamagedRecord) log.warn('The search index is built anew.', { reason: error.message });
        await buildAnew(index, pace);
      }
    },
    stop() {
      stopped = true;
    },
  };
}
