/** Items that wait, in lines of their owners: the owners of equal rank take turns, whatever the length of their lines. */
export interface FairQueue<T> {
  readonly size: number;
  /** Behind the other items of the same rank and owner. */
  add(item: T, place: QueueSlot): void;
  /** The next item: of the lowest rank, from the owner who has waited longest. Undefined where none waits. */
  take(): T | undefined;
}

export interface QueueSlot {
  /** 0 goes first. */
  readonly rank: number;
  readonly owner: string;
}

/** The lines of one rank. The owner who comes next is first in the map. */
type Lines<T> = Map<string, T[]>;

function takeFrom<T>(lines: Lines<T>): T | undefined {
  for (const [owner, line] of lines) {
    const item = line.shift();
    lines.delete(owner);
    if (line.length > 0) lines.set(owner, line);
    return item;
  }
  return undefined;
}

export function createFairQueue<T>(): FairQueue<T> {
  const ranks: Lines<T>[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(item, { rank, owner }) {
      while (ranks.length <= rank) ranks.push(new Map());
      const lines = ranks[rank] ?? new Map<string, T[]>();
      const line = lines.get(owner);
      if (line === undefined) lines.set(owner, [item]);
      else line.push(item);
      size += 1;
    },
    take() {
      const lines = ranks.find((each) => each.size > 0);
      if (lines === undefined) return undefined;
      size -= 1;
      return takeFrom(lines);
    },
  };
}
