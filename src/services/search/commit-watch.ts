/** The store counts as quiet after this many milliseconds without a new commit. */
const quietTime = 100;

/** Notices new commits of a store. `now` returns milliseconds. */
export class CommitWatch {
  readonly #store: { readonly lastCommit: number };
  readonly #now: () => number;
  #seen = 0;
  /** When the last new commit was first seen. */
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(store: { readonly lastCommit: number }, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#now = now;
  }

  /** The last commit that was seen: the newest one after a call of `isQuiet`. */
  get seen(): number {
    return this.#seen;
  }

  /** Whether there was no new commit for a while. */
  isQuiet(): boolean {
    const { lastCommit } = this.#store;
    if (lastCommit !== this.#seen) {
      this.#seen = lastCommit;
      this.#seenAt = this.#now();
    }
    return this.#now() - this.#seenAt >= quietTime;
  }
}
