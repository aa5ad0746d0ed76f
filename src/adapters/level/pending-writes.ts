import type { CommitNumber } from '../../base/ids.ts';
import type { Write } from './database.ts';

interface PendingWrite {
  readonly value: Buffer | null;
  readonly commit: CommitNumber;
}

/**
 * The writes of changes that are prepared but not yet synced. The next change builds on them; other readers do not see them.
 */
export interface PendingWrites {
  /** Undefined: no write is pending under this key. Null: a deletion is. */
  get(key: string): Buffer | null | undefined;
  entries(): Iterable<Write>;
  add(writes: Iterable<Write>, commit: CommitNumber): void;
  /** Forgets these writes, except for keys that a change later than `upTo` has written. */
  settle(writes: Iterable<Write>, upTo: CommitNumber): void;
  clear(): void;
}

export function createPendingWrites(): PendingWrites {
  const pending = new Map<string, PendingWrite>();
  return {
    get: (key) => pending.get(key)?.value,
    *entries() {
      for (const [key, { value }] of pending) yield [key, value] as const;
    },
    add(writes, commit) {
      for (const [key, value] of writes) pending.set(key, { value, commit });
    },
    settle(writes, upTo) {
      for (const [key] of writes) {
        const write = pending.get(key);
        if (write !== undefined && write.commit <= upTo) pending.delete(key);
      }
    },
    clear: () => pending.clear(),
  };
}
