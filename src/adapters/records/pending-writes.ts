import type { CommitNumber } from '../../base/ids.ts';

/** One write; null deletes the key. */
export type Write = readonly [key: string, value: Buffer | null];

/**
 * The writes of changes that are prepared but not yet synced. The next change builds on them; other readers do not see
 * them.
 */
export class PendingWrites {
  readonly #writes = new Map<string, { readonly value: Buffer | null; readonly commit: CommitNumber }>();

  /** The pending record under a key: undefined if no write is pending, null if a deletion is. */
  get(key: string): Buffer | null | undefined {
    return this.#writes.get(key)?.value;
  }

  *entries(): Generator<Write> {
    for (const [key, { value }] of this.#writes) yield [key, value];
  }

  add(writes: Iterable<Write>, commit: CommitNumber): void {
    for (const [key, value] of writes) this.#writes.set(key, { value, commit });
  }

  /** Removes these writes, except for keys that a change later than `upTo` has written. */
  settle(writes: Iterable<Write>, upTo: CommitNumber): void {
    for (const [key] of writes) {
      const write = this.#writes.get(key);
      if (write !== undefined && write.commit <= upTo) this.#writes.delete(key);
    }
  }

  clear(): void {
    this.#writes.clear();
  }
}
