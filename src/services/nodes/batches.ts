import type { Readable } from 'node:stream';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { createWeightedSemaphore, type WeightedSemaphore } from '../../base/scheduling/weighted-semaphore.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { entryNodeId } from '../../domain/nodes/entry-node-id.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { type ContentUpload, storeUpload } from './content-upload.ts';
import { type CreationDependencies, checkedNode, type NodeDraft } from './new-nodes.ts';

/** A node to create, with an ID that the client chose for the entry. */
export interface BatchEntry {
  readonly id: string;
  readonly parent: NodeId;
  readonly draft: NodeDraft;
  /** The length of the entry without its content, in bytes. */
  readonly lineBytes: number;
  /** A stream is read to its end before the next entry is taken. */
  readonly content: ContentUpload | undefined;
}

/** An entry that could not be read or is not valid. */
export interface RefusedEntry {
  readonly id: string | null;
  readonly failure: RepositoryError;
}

/** The outcome of an entry: a node, or the reason why there is none. */
export type EntryOutcome =
  | { readonly id: string; readonly node: Pick<NodeRecord, 'id' | 'name'>; readonly repeated: boolean }
  | RefusedEntry;

/** Creates many nodes. */
export interface BatchService {
  /**
   * Stores entries as they arrive, several at a time. Resolves to the outcomes, in the order of the entries, when all of them
   * are on disk. Of entries with the same ID from the same person, only the first creates a node. Rejects with a failure that
   * concerns all entries, such as `StorageFailed`; those before it may be stored then.
   */
  create(caller: Caller, entries: AsyncIterable<BatchEntry | RefusedEntry>): Promise<readonly EntryOutcome[]>;
}

/** The maximum number of entries of one call that are in progress. */
const maxEntries = 256;

/** The memory for entries that are in progress, of all calls together, in bytes. */
const maxBytes = 16_000_000;

/** The memory that an entry takes besides its line and its content, in bytes. */
const entryBytes = 2_000;

/** The record itself may have half a megabyte of properties, and a call may have a thousand outcomes. */
const outcomeOf = (entry: string, { id, name }: NodeRecord, repeated: boolean): EntryOutcome => ({
  id: entry,
  node: { id, name },
  repeated,
});

const concernsAll = (error: unknown): boolean =>
  !(error instanceof RepositoryError) || error.code === 'StorageFailed' || error.code === 'Unavailable';

const noLongerThere = (entry: string, node: NodeId): RepositoryError =>
  new RepositoryError(
    'Conflict',
    `The entry ${entry} was stored before as node ${node}, which was deleted or which you may no longer read. Send it with another id.`,
  );

const isStream = (bytes: Readable | Uint8Array): bytes is Readable => !(bytes instanceof Uint8Array);

/** The node that an earlier entry with this ID created. Undefined if there was none. */
async function earlierNode(
  { store, rights }: CreationDependencies,
  caller: Caller,
  entry: string,
  id: NodeId,
): Promise<NodeRecord | undefined> {
  const node = await store.nodes.get(id);
  if (node !== undefined && !(await rights.mayRead(caller, node))) throw noLongerThere(entry, id);
  return node;
}

async function createOne(
  dependencies: CreationDependencies,
  caller: Caller,
  person: string,
  { id, parent, draft, content }: BatchEntry,
): Promise<EntryOutcome> {
  const nodeId = entryNodeId(person, id);
  const earlier = await earlierNode(dependencies, caller, id, nodeId);
  if (earlier !== undefined) return outcomeOf(id, earlier, true);
  const checked = await checkedNode(dependencies, caller, parent, draft);
  const stored = content && (await storeUpload(dependencies, checked.forContent(), content));
  // Reading a content can take an hour, so the right is checked again at its end.
  if (content !== undefined && isStream(content.bytes))
    await dependencies.rights.node(caller, parent, 'CreateChildren');
  return dependencies.store.change(async (change): Promise<EntryOutcome> => {
    const present = await change.nodes.get(nodeId);
    if (present !== undefined) return outcomeOf(id, present, true);
    return outcomeOf(id, await checked.create(change, nodeId, stored ?? null), false);
  });
}

/** The entries of one call. */
class BatchRun {
  readonly #outcomes: Promise<EntryOutcome>[] = [];
  readonly #room = createWeightedSemaphore(maxEntries);
  readonly #memory: WeightedSemaphore;
  readonly #create: (entry: BatchEntry) => Promise<EntryOutcome>;
  #hasFailed = false;

  constructor(memory: WeightedSemaphore, create: (entry: BatchEntry) => Promise<EntryOutcome>) {
    this.#memory = memory;
    this.#create = create;
  }

  /** Begins to store an entry when there is room for it. Resolves to whether to take another one. */
  async take(entry: BatchEntry | RefusedEntry): Promise<boolean> {
    if ('failure' in entry) {
      this.#outcomes.push(Promise.resolve(entry));
      return true;
    }
    const { bytes = noBytes } = entry.content ?? {};
    const weight = entryBytes + entry.lineBytes + (isStream(bytes) ? 0 : bytes.length);
    await this.#room.acquire(1);
    await this.#memory.acquire(weight);
    const outcome = this.#create(entry).finally(() => {
      this.#room.release(1);
      this.#memory.release(weight);
    });
    outcome.catch(() => {
      this.#hasFailed = true;
    });
    this.#outcomes.push(outcome);
    if (isStream(bytes)) await outcome;
    return !this.#hasFailed;
  }

  /** Resolves when all entries are stored or refused. */
  outcomes(): Promise<readonly EntryOutcome[]> {
    return Promise.all(this.#outcomes);
  }
}

export function createBatchService(dependencies: CreationDependencies): BatchService {
  const memory = createWeightedSemaphore(maxBytes);

  /** Rejects only with a failure that concerns all entries. */
  const createdBy = (caller: Caller, person: string) => async (entry: BatchEntry) => {
    try {
      return await createOne(dependencies, caller, person, entry);
    } catch (error) {
      if (concernsAll(error)) throw error;
      return { id: entry.id, failure: error as RepositoryError };
    }
  };

  return {
    async create(caller, entries) {
      // The guest has no record.
      const person = (await dependencies.store.people.get(caller.userName))?.id ?? caller.userName;
      const run = new BatchRun(memory, createdBy(caller, person));
      for await (const entry of entries) if (!(await run.take(entry))) break;
      return run.outcomes();
    },
  };
}

const noBytes = new Uint8Array();
