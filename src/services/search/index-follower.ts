import { setTimeout as pauseFor } from 'node:timers/promises';
import { asNodeId, type CommitNumber, type NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { isSearched } from '../../domain/nodes/searched-texts.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import type { IndexedDocument, SearchIndex } from '../../ports/search-index.ts';
import { type ChangeLogRow, DamagedRecord, type Store, TrimmedChanges } from '../../ports/store.ts';
import { readableEntries, unlessDamaged } from '../records/damaged-records.ts';
import { createDocumentOf, type DocumentOf } from './indexed-documents.ts';

/**
 * How fast the follower indexes. `full`: without pauses. `half`: it pauses for as long as it works. `stop`: it ends and
 * continues in a later call. In each case it yields to the event loop after a few milliseconds.
 */
export type Pace = 'full' | 'half' | 'stop';

/** Brings a search index up to date with the store, in small steps. */
export interface IndexFollower {
  /**
   * Indexes everything that is committed. Reads the change log. If the index is empty, or the log does not reach back to
   * the index's position, indexes all nodes. `pace` is called after each step.
   */
  follow(index: SearchIndex, pace: () => Pace): Promise<void>;
  /** Whether an empty index is being filled. Do not save it then: the next start would treat it as complete. */
  readonly building: boolean;
  /** Ends after the current step. */
  stop(): void;
}

/** The number of documents whose texts are read concurrently. */
const groupSize = 16;

/** The maximum length of the text indexed in one step, in UTF-16 code units. A longer document takes one step, too. */
const maxStepText = 16_384;

/** Milliseconds of work before the follower yields to the event loop. Pauses cost time, so an empty index gets longer steps. */
const stepTimes = { following: 2, building: 5 } as const;

const nodesIn = (row: ChangeLogRow): NodeId[] =>
  row.keys.flatMap(([kind, key]) => (kind === 'nodes' || kind === 'nodeTexts' ? (asNodeId(key) ?? []) : []));

const textLength = ({ text, properties }: IndexedDocument): number =>
  Object.values(properties).reduce(
    (sum, values) => values.reduce((more, { length }) => more + length, sum),
    text.length,
  );

/** Splits documents into batches that fit in one step, in their order. */
function* stepsOf(documents: readonly IndexedDocument[]): Generator<readonly IndexedDocument[]> {
  let batch: IndexedDocument[] = [];
  let length = 0;
  for (const document of documents) {
    const more = textLength(document);
    if (batch.length > 0 && length + more > maxStepText) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(document);
    length += more;
  }
  if (batch.length > 0) yield batch;
}

/** Replaces `stop` by `half`, so that the follower finishes a group of documents that it began. */
const withoutStop =
  (pace: () => Pace): (() => Pace) =>
  () =>
    pace() === 'full' ? 'full' : 'half';

const moveTo = (index: SearchIndex, position: CommitNumber): void => index.apply({ puts: [], removals: [] }, position);

/** Reads nodes and skips damaged records, so that the other nodes can be indexed. */
class ReadableNodes {
  readonly #store: Store;
  readonly #log: Log;

  constructor({ store, log }: Pick<Seams, 'store' | 'log'>) {
    this.#store = store;
    this.#log = log;
  }

  get(id: NodeId): Promise<NodeRecord | undefined> {
    return unlessDamaged(this.#store.nodes.get(id), (error) => this.#report(error));
  }

  all(): AsyncGenerator<readonly [string, NodeRecord]> {
    return readableEntries(this.#store.nodes, (error) => this.#report(error));
  }

  #report({ key, message }: DamagedRecord): void {
    this.#log.error('A damaged node was not indexed. Searches do not find it.', { node: key, reason: message });
  }
}

type IndexFollowerSeams = Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'metadataSets' | 'log'>;

/** The arguments of one call of `follow`. Methods that resolve to a boolean resolve to false if the run has to end. */
interface Run {
  readonly index: SearchIndex;
  readonly pace: () => Pace;
}

class StoreIndexFollower implements IndexFollower {
  readonly #store: Store;
  readonly #log: Log;
  readonly #nodes: ReadableNodes;
  readonly #documentOf: DocumentOf;
  #building = false;
  #stopped = false;
  #stepEnd = 0;

  constructor(seams: IndexFollowerSeams) {
    this.#store = seams.store;
    this.#log = seams.log;
    this.#nodes = new ReadableNodes(seams);
    this.#documentOf = createDocumentOf(seams);
  }

  get building(): boolean {
    return this.#building;
  }

  stop(): void {
    this.#stopped = true;
  }

  async follow(index: SearchIndex, pace: () => Pace): Promise<void> {
    const run = { index, pace };
    this.#beginStep();
    // After a backup was restored, the index can be ahead of the store.
    const isAhead = index.position > this.#store.lastCommit;
    if (isAhead || (index.position === 0 && this.#store.lastCommit > 0)) await this.#rebuild(run);
    if (this.#stopped) return;
    try {
      await this.#followLog(run);
    } catch (error) {
      // A damaged row of the change log would block the index forever, so it is treated like a missing one.
      if (!(error instanceof TrimmedChanges || error instanceof DamagedRecord)) throw error;
      if (error instanceof DamagedRecord)
        this.#log.warn('The change log is damaged. The search index is rebuilt.', { reason: error.message });
      await this.#rebuild(run);
    }
  }

  async #rebuild(run: Run): Promise<void> {
    this.#building = true;
    run.index.clear();
    await this.#indexAll(run);
    if (this.#stopped) return;
    this.#building = false;
  }

  /** The position stays at 0 until all nodes are indexed. */
  async #indexAll(run: Run): Promise<void> {
    const target = this.#store.lastCommit;
    let nodes: NodeRecord[] = [];
    for await (const [, node] of this.#nodes.all()) {
      if (isSearched(node)) nodes.push(node);
      if (nodes.length < groupSize) continue;
      if (!(await this.#put(run, nodes))) return;
      nodes = [];
    }
    if (await this.#put(run, nodes)) moveTo(run.index, target);
  }

  async #followLog(run: Run): Promise<void> {
    let ids = new Set<NodeId>();
    let position = run.index.position;
    for await (const row of this.#store.changesSince(position)) {
      for (const id of nodesIn(row)) ids.add(id);
      position = row.commit;
      if (ids.size < groupSize) continue;
      if (!(await this.#update(run, ids, position))) return;
      ids = new Set();
      if (!(await this.#pause(run.pace))) return;
    }
    if (position > run.index.position) await this.#update(run, ids, position);
  }

  /** Indexes changed nodes in batches, because one commit can change many, then moves the position of the index. */
  async #update(run: Run, ids: ReadonlySet<NodeId>, position: CommitNumber): Promise<boolean> {
    const all = [...ids];
    for (let from = 0; from < all.length; from += groupSize) {
      if (!(await this.#updateGroup(run, all.slice(from, from + groupSize)))) return false;
    }
    moveTo(run.index, position);
    return true;
  }

  async #updateGroup(run: Run, ids: readonly NodeId[]): Promise<boolean> {
    const nodes: NodeRecord[] = [];
    const removals: NodeId[] = [];
    for (const id of ids) {
      const node = await this.#nodes.get(id);
      if (node !== undefined && isSearched(node)) nodes.push(node);
      else removals.push(id);
    }
    if (removals.length > 0) run.index.apply({ puts: [], removals }, run.index.position);
    return this.#put(run, nodes);
  }

  /** Indexes a group of nodes without moving the position. */
  async #put({ index, pace }: Run, nodes: readonly NodeRecord[]): Promise<boolean> {
    const documents = await Promise.all(nodes.map(this.#documentOf));
    for (const puts of stepsOf(documents)) {
      index.apply({ puts, removals: [] }, index.position);
      if (!(await this.#pause(withoutStop(pace)))) return false;
    }
    return true;
  }

  /** Yields to the event loop at the end of a step. Resolves to whether to continue. */
  async #pause(paceOf: () => Pace): Promise<boolean> {
    if (performance.now() < this.#stepEnd) return !this.#stopped;
    const pace = paceOf();
    if (pace === 'half') await pauseFor(this.#stepTime());
    else await yieldToEventLoop();
    this.#beginStep();
    return !this.#stopped && pace !== 'stop';
  }

  #beginStep(): void {
    this.#stepEnd = performance.now() + this.#stepTime();
  }

  #stepTime(): number {
    return this.#building ? stepTimes.building : stepTimes.following;
  }
}

export const createIndexFollower = (seams: IndexFollowerSeams): IndexFollower => new StoreIndexFollower(seams);
