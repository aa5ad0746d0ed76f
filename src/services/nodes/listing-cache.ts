import { cacheLast } from '../../base/caching/cache-last.ts';
import type { NodeId } from '../../base/ids.ts';
import { createYielder, yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { ListedChild, SortOrder } from '../../domain/listing/child-order.ts';
import type { ChildEntry, NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { unlessDamaged } from '../records/damaged-records.ts';
import { childKey, childrenPrefix, nameInKey } from '../records/node-changes.ts';
import { SortedRows } from './sorted-rows.ts';

/** A snapshot of the children of a folder in one sort order. */
export interface SortedChildren {
  readonly rows: readonly ListedChild[];
  /** How many children of the folder have an ACL of their own. */
  readonly ownAclCount: number;
}

/** The children of one folder in memory. */
export interface ListingCache {
  /** Includes every change that was reported before the call. */
  sorted(sortOrder: SortOrder): MaybePromise<SortedChildren>;
  /** Call this for each commit that changes the entry of a child. Returns false if a new cache would be faster. */
  markChanged(name: string): boolean;
  /** Estimated memory use in bytes. */
  readonly weight: number;
}

const maxSortOrders = 8;
/** The number of entries read between two pauses. Takes a few milliseconds. */
const stepSize = 500;
/** A cache with up to this many unread changes is never replaced. */
const fewChanges = 1_000;

const bytesPerFolder = 2_000;
const bytesPerChild = 250;

/** Copies a slice of a key, because the slice would keep the whole key in memory. */
const detached = (text: string): string => Buffer.from(text).toString();

function* batchesOf<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += stepSize) yield values.slice(from, from + stepSize);
}

const childOf = (name: string, { id, folder, owner, ownAcl }: ChildEntry): ListedChild => ({
  id,
  name,
  folder,
  owner,
  ownAcl,
});

/**
 * Visits each child with its record; undefined if the record is damaged, so that the other children can be listed. Records
 * may be large, so only one is in memory at a time.
 */
async function withRecords(
  store: Store,
  children: readonly ListedChild[],
  visit: (child: ListedChild, node: NodeRecord | undefined) => void,
): Promise<void> {
  const pause = createYielder();
  for (const child of children) {
    visit(child, await unlessDamaged(store.nodes.get(child.id)));
    await pause();
  }
}

class FolderListing implements ListingCache {
  readonly #store: Store;
  readonly #folder: NodeId;
  readonly #maxBytes: number;
  readonly #mutex = createMutex();
  readonly #children = new Map<string, ListedChild>();
  /** Names whose entries changed since they were read, each with the number of its last change. */
  readonly #stale = new Map<string, number>();
  /** Sorted rows by sort order, the last one requested at the end. */
  readonly #sorted = new Map<string, SortedRows>();
  #loaded = false;
  #changeCount = 0;
  #ownAclCount = 0;

  constructor(store: Store, folder: NodeId, maxBytes: number) {
    this.#store = store;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  get weight(): number {
    let bytes = bytesPerFolder + this.#children.size * bytesPerChild;
    for (const sorted of this.#sorted.values()) bytes += sorted.bytes;
    return bytes;
  }

  sorted(sortOrder: SortOrder): MaybePromise<SortedChildren> {
    const key = JSON.stringify(sortOrder);
    const cached = this.#stale.size === 0 ? this.#sorted.get(key) : undefined;
    return cached === undefined ? this.#mutex.take(() => this.#refreshed(key, sortOrder)) : this.#snapshot(cached);
  }

  markChanged(name: string): boolean {
    this.#changeCount += 1;
    this.#stale.set(name, this.#changeCount);
    return this.#stale.size <= fewChanges + this.#children.size / 2;
  }

  async #refreshed(key: string, sortOrder: SortOrder): Promise<SortedChildren> {
    if (!this.#loaded) await this.#load();
    if (this.#stale.size > 0) await this.#catchUp();
    const sorted = this.#sorted.get(key) ?? (await this.#sort(sortOrder));
    cacheLast(this.#sorted, key, sorted, maxSortOrders);
    this.#evict();
    return this.#snapshot(sorted);
  }

  #snapshot({ rows }: SortedRows): SortedChildren {
    return { rows, ownAclCount: this.#ownAclCount };
  }

  async #load(): Promise<void> {
    this.#children.clear();
    this.#ownAclCount = 0;
    for await (const [key, entry] of this.#store.children.entries({ prefix: childrenPrefix(this.#folder) })) {
      const name = detached(nameInKey(key));
      this.#putChild(name, childOf(name, entry));
    }
    this.#loaded = true;
  }

  #putChild(name: string, child: ListedChild | undefined): void {
    this.#ownAclCount += Number(child?.ownAcl === true) - Number(this.#children.get(name)?.ownAcl === true);
    if (child === undefined) this.#children.delete(name);
    else this.#children.set(name, child);
  }

  async #sort(sortOrder: SortOrder): Promise<SortedRows> {
    const sorted = new SortedRows(sortOrder);
    const listed = await this.#admit([...this.#children.values()], [sorted]);
    await sorted.fill(listed.get(sorted) ?? []);
    return sorted;
  }

  /** Resolves to the children that each sort order lists. */
  async #admit(
    children: readonly ListedChild[],
    all: readonly SortedRows[],
  ): Promise<ReadonlyMap<SortedRows, readonly ListedChild[]>> {
    const listed = new Map(all.map((each): [SortedRows, ListedChild[]] => [each, []]));
    const visit = (child: ListedChild, node: NodeRecord | undefined): void => {
      for (const [each, list] of listed) if (each.admit(child, node)) list.push(child);
    };
    if (all.some((each) => each.needsRecords)) await withRecords(this.#store, children, visit);
    else for (const child of children) visit(child, undefined);
    return listed;
  }

  /** Reads the stale entries and moves their rows. */
  async #catchUp(): Promise<void> {
    const due = [...this.#stale];
    const { removed, added } = await this.#readEntries(due);
    const listed = await this.#admit(added, [...this.#sorted.values()]);
    for (const [sorted, admitted] of listed) sorted.edit({ removed, added: admitted });
    for (const { name } of removed) this.#putChild(name, undefined);
    for (const child of added) this.#putChild(child.name, child);
    // An entry that changed in the meantime stays stale, because it may have been read before the change.
    for (const [name, change] of due) if (this.#stale.get(name) === change) this.#stale.delete(name);
  }

  async #readEntries(
    due: readonly (readonly [string, number])[],
  ): Promise<{ readonly removed: ListedChild[]; readonly added: ListedChild[] }> {
    const removed: ListedChild[] = [];
    const added: ListedChild[] = [];
    for (const batch of batchesOf(due)) {
      const entries = await this.#store.children.getMany(batch.map(([name]) => childKey(this.#folder, name)));
      for (const [index, [name]] of batch.entries()) {
        const [before, entry] = [this.#children.get(name), entries[index]];
        if (before !== undefined) removed.push(before);
        if (entry !== undefined) added.push(childOf(name, entry));
      }
      if (batch.length === stepSize) await yieldToEventLoop();
    }
    return { removed, added };
  }

  /** Drops the least recently requested sort orders. The last one stays, whatever its size. */
  #evict(): void {
    for (const key of [...this.#sorted.keys()].slice(0, -1)) {
      if (this.weight <= this.#maxBytes) return;
      this.#sorted.delete(key);
    }
  }
}

/**
 * The cache starts empty and reads the folder on the first request. If it takes more than `maxBytes`, it keeps only the
 * last sort order.
 */
export const createListingCache = ({ store }: Pick<Seams, 'store'>, folder: NodeId, maxBytes: number): ListingCache =>
  new FolderListing(store, folder, maxBytes);
