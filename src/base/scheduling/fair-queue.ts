/** A queue of items by owner. Owners of equal rank are served round-robin, regardless of how many items they have. */
export interface FairQueue<T> {
  readonly size: number;
  /** Adds an item after the others of the same rank and owner. */
  add(item: T, slot: QueueSlot): void;
  /** Removes the next item: of the lowest rank, from the owner who has waited longest. Undefined if the queue is empty. */
  take(): T | undefined;
}

export interface QueueSlot {
  /** Lower ranks go first. */
  readonly rank: number;
  readonly owner: string;
}

/** The items of one rank by owner. The owner who is next is first in the map. */
type ItemsByOwner<T> = Map<string, T[]>;

function takeFrom<T>(owners: ItemsByOwner<T>): T | undefined {
  for (const [owner, items] of owners) {
    const item = items.shift();
    owners.delete(owner);
    if (items.length > 0) owners.set(owner, items);
    return item;
  }
  return undefined;
}

export function createFairQueue<T>(): FairQueue<T> {
  const ranks: ItemsByOwner<T>[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(item, { rank, owner }) {
      while (ranks.length <= rank) ranks.push(new Map());
      const owners = ranks[rank] ?? new Map<string, T[]>();
      const items = owners.get(owner);
      if (items === undefined) owners.set(owner, [item]);
      else items.push(item);
      size += 1;
    },
    take() {
      const owners = ranks.find((each) => each.size > 0);
      if (owners === undefined) return undefined;
      size -= 1;
      return takeFrom(owners);
    },
  };
}
