import { maxUnreadBytes, maxUnreadEntries } from './archive-messages.ts';

/** Limits the entries that were sent to the thread and that it has not read yet. */
export class UnreadEntries {
  /** The bytes of each entry that were sent with it, oldest first. */
  readonly #sizes: number[] = [];
  #bytes = 0;
  #wake: (() => void)[] = [];

  /** An entry with more bytes than the limit has room only alone. */
  hasRoom(bytes: number): boolean {
    if (this.#sizes.length === 0) return true;
    return this.#sizes.length < maxUnreadEntries && this.#bytes + bytes <= maxUnreadBytes;
  }

  /** Resolves when the thread has read an entry, or when `wakeAll` is called. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve));
  }

  add(bytes: number): void {
    this.#sizes.push(bytes);
    this.#bytes += bytes;
  }

  /** The thread has read the oldest entry. */
  removeOldest(): void {
    this.#bytes -= this.#sizes.shift() ?? 0;
    this.wakeAll();
  }

  wakeAll(): void {
    const wake = this.#wake;
    this.#wake = [];
    for (const resume of wake) resume();
  }
}
