import { cacheLast } from '../../base/caching/cache-last.ts';
import type { NodeId } from '../../base/ids.ts';
import { type Edits, edited, type Order, sortCooperatively } from '../../base/scheduling/cooperative-sort.ts';
import { createYielder, yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import {
  isListed,
  type ListedChild,
  needsRecords,
  type SortKeys,
  type SortOrder,
  sortKeysOf,
} from '../../domain/listing/child-order.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { DamagedRecord } from '../../ports/store.ts';
import { childKey, childrenPrefix, nameInKey } from '../records/node-changes.ts';
import { orderOfChildren } from './child-order.ts';

/** The children of a folder in one arrangement, as they were at one moment. */
export interface SortedChildren {
  readonly rows: readonly ListedChild[];
  /** How many children of the folder have a list of rights of their own. */
  readonly ownLists: number;
}

/** One folder's children in memory. */
export interface ListingCache {
  /** With all that was told before the call. */
  arranged(arrangement: SortOrder): SortedChildren | Promise<SortedChildren>;
  /** To be told of every commit to the entry of a child. False: so much changed that reading anew takes less time. */
  changed(name: string): boolean;
  /** About how many bytes it takes. */
  readonly weight: number;
}

/** An arrangement that is kept in order while children change. */
interface Kept {
  readonly arrangement: SortOrder;
  /** Of the children that are listed; stays empty where no record is needed. */
  readonly keys: Map<ListedChild, SortKeys>;
  readonly order: Order<ListedChild>;
  rows: readonly ListedChild[];
  /** What the keys take. */
  keyBytes: number;
}

const mostArrangements = 8;
/** Records read before other work gets its turn: a few milliseconds. */
const stepSize = 500;
/** Changes of which it is not asked whether they are many. */
const fewChanges = 1_000;

const bytesPerFolder = 2_000;
const bytesPerChild = 250;
const bytesPerRow = 8;
const bytesPerKeys = 120;
const bytesPerValue = 24;
const bytesPerLetter = 2;

const weightOfKeys = (keys: SortKeys): number =>
  keys.reduce<number>(
    (sum, key) => sum + bytesPerValue + (typeof key === 'string' ? key.length * bytesPerLetter : 0),
    bytesPerKeys,
  );

/** A text that holds no longer one in memory, of which it is a part. */
const apart = (text: string): string => Buffer.from(text).toString();

function* piecesOf<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += stepSize) yield values.slice(from, from + stepSize);
}

/**
 * Starts with nothing: what lies in the folder is read when it is asked for, and then kept; above `mostBytes` without
 * further arrangements than the last one.
 */
export function createListingCache({ store }: Pick<Seams, 'store'>, folder: NodeId, mostBytes: number): ListingCache {
  const turns = createMutex();
  const children = new Map<string, ListedChild>();
  /** Names whose entries changed since they were read, each with when it was told last. */
  const stale = new Map<string, number>();
  const kept = new Map<string, Kept>();
  let loaded = false;
  let told = 0;
  let ownLists = 0;

  const putChild = (name: string, child: ListedChild | undefined): void => {
    ownLists += Number(child?.ownAcl === true) - Number(children.get(name)?.ownAcl === true);
    if (child === undefined) children.delete(name);
    else children.set(name, child);
  };

  const childOf = (name: string, { id, folder, owner, ownAcl }: ChildEntry): ListedChild => ({
    id,
    name,
    folder,
    owner,
    ownAcl,
  });

  const load = async (): Promise<void> => {
    children.clear();
    ownLists = 0;
    for await (const [key, entry] of store.children.entries({ prefix: childrenPrefix(folder) })) {
      const name = apart(nameInKey(key));
      putChild(name, childOf(name, entry));
    }
    loaded = true;
  };

  /** One damaged record must not keep the others from being listed; whoever asks for that very node is told. */
  const readOrNothing = async (id: NodeId): Promise<NodeRecord | undefined> => {
    try {
      return await store.nodes.get(id);
    } catch (error) {
      if (error instanceof DamagedRecord) return undefined;
      throw error;
    }
  };

  /** Makes something of each child and its record, of which there is one in memory at a time: they may be large. */
  const withRecords = async (
    all: readonly ListedChild[],
    take: (child: ListedChild, node: NodeRecord | undefined) => void,
  ): Promise<void> => {
    const takeTurn = createYielder();
    for (const child of all) {
      take(child, await readOrNothing(child.id));
      await takeTurn();
    }
  };

  /** Takes a child in where it is to be listed. */
  const takeIn = (into: Kept, child: ListedChild, node: NodeRecord | undefined): boolean => {
    const { filters, order } = into.arrangement;
    if (!isListed(filters, child, node)) return false;
    if (order.by.length > 0) {
      const keys = sortKeysOf(order, node);
      into.keys.set(child, keys);
      into.keyBytes += weightOfKeys(keys);
    }
    return true;
  };

  const takeOut = (of: Kept, child: ListedChild): void => {
    const keys = of.keys.get(child);
    if (keys === undefined) return;
    of.keys.delete(child);
    of.keyBytes -= weightOfKeys(keys);
  };

  const newKept = (arrangement: SortOrder): Kept => {
    const keys: Kept['keys'] = new Map();
    const order = orderOfChildren<ListedChild>(arrangement.order, (child) => keys.get(child));
    return { arrangement, keys, order, rows: [], keyBytes: 0 };
  };

  const arrange = async (arrangement: SortOrder): Promise<Kept> => {
    const made = newKept(arrangement);
    const listed: ListedChild[] = [];
    const take = (child: ListedChild, node: NodeRecord | undefined): void => {
      if (takeIn(made, child, node)) listed.push(child);
    };
    const all = [...children.values()];
    if (needsRecords(arrangement)) await withRecords(all, take);
    else for (const child of all) take(child, undefined);
    made.rows = await sortCooperatively(listed, made.order);
    return made;
  };

  const apply = ({ leaving, coming }: Edits<ListedChild>, listed: ReadonlyMap<Kept, readonly ListedChild[]>): void => {
    for (const each of kept.values()) {
      each.rows = edited(each.rows, { leaving, coming: listed.get(each) ?? [] }, each.order);
      for (const child of leaving) takeOut(each, child);
    }
    for (const { name } of leaving) putChild(name, undefined);
    for (const child of coming) putChild(child.name, child);
  };

  /** Reads what changed since it was read, and puts it in its places. */
  const catchUp = async (): Promise<void> => {
    const due = [...stale];
    const leaving: ListedChild[] = [];
    const coming: ListedChild[] = [];
    for (const piece of piecesOf(due)) {
      const entries = await store.children.getMany(piece.map(([name]) => childKey(folder, name)));
      for (const [at, [name]] of piece.entries()) {
        const [before, entry] = [children.get(name), entries[at]];
        if (before !== undefined) leaving.push(before);
        if (entry !== undefined) coming.push(childOf(name, entry));
      }
      if (piece.length === stepSize) await yieldToEventLoop();
    }
    const listed = new Map([...kept.values()].map((each): [Kept, ListedChild[]] => [each, []]));
    const take = (child: ListedChild, node: NodeRecord | undefined): void => {
      for (const [each, list] of listed) if (takeIn(each, child, node)) list.push(child);
    };
    if ([...kept.values()].some(({ arrangement }) => needsRecords(arrangement))) await withRecords(coming, take);
    else for (const child of coming) take(child, undefined);
    apply({ leaving, coming }, listed);
    // What was told again meanwhile may have been read too early.
    for (const [name, at] of due) if (stale.get(name) === at) stale.delete(name);
  };

  const weight = (): number => {
    const arranged = [...kept.values()].map(({ rows, keyBytes }) => rows.length * bytesPerRow + keyBytes);
    return arranged.reduce((sum, bytes) => sum + bytes, bytesPerFolder + children.size * bytesPerChild);
  };

  /** Forgets the arrangements that were not asked for lately; the one that was asked for at last stays. */
  const lighten = (): void => {
    for (const key of [...kept.keys()].slice(0, -1)) {
      if (weight() <= mostBytes) return;
      kept.delete(key);
    }
  };

  const shown = ({ rows }: Kept): SortedChildren => ({ rows, ownLists });

  const arrangedInTurn = async (key: string, arrangement: SortOrder): Promise<SortedChildren> => {
    if (!loaded) await load();
    if (stale.size > 0) await catchUp();
    const found = kept.get(key) ?? (await arrange(arrangement));
    cacheLast(kept, key, found, mostArrangements);
    lighten();
    return shown(found);
  };

  return {
    arranged(arrangement) {
      const key = JSON.stringify(arrangement);
      const found = stale.size === 0 ? kept.get(key) : undefined;
      return found === undefined ? turns.take(() => arrangedInTurn(key, arrangement)) : shown(found);
    },
    changed(name) {
      told += 1;
      stale.set(name, told);
      return stale.size <= fewChanges + children.size / 2;
    },
    get weight() {
      return weight();
    },
  };
}
