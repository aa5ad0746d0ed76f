import type { CommitNumber } from '../../base/ids.ts';
import type { Store } from '../../ports/store.ts';

/** The position that is saved when a walk over all nodes begins, so that a reset to 0 during the walk can be detected. */
const firstCommit = 1;

/** The number of commits between two saves if the follower itself changed nothing. */
const saveInterval = 5_000;

/** The commit up to which a follower is done, saved in the store. If it is set to 0 there, all nodes are visited again. */
export class FollowerPosition {
  readonly #store: Store;
  readonly #name: string;
  #saved: CommitNumber = 0;
  #ownChanges = 0;

  constructor(store: Store, name: string) {
    this.#store = store;
    this.#name = name;
  }

  async load(): Promise<CommitNumber> {
    this.#saved = await this.#stored();
    return this.#saved;
  }

  /** Whether no position was ever saved. */
  get isUnsaved(): boolean {
    return this.#saved === 0;
  }

  async isReset(): Promise<boolean> {
    return (await this.#stored()) < this.#saved;
  }

  /** Call this for every change that the follower itself made to the store. */
  noteOwnChange(): void {
    this.#ownChanges += 1;
  }

  /** Acknowledges a reset. */
  async clearReset(): Promise<void> {
    await this.#store.change(async (change) => change.followers.put(this.#name, { commit: firstCommit }));
    this.#saved = firstCommit;
  }

  /** Saves after own changes, after `saveInterval` commits, and the first time. Does not overwrite a reset. */
  async save(commit: CommitNumber): Promise<void> {
    const saved = this.#saved;
    if (commit === saved) return;
    // The first position is always saved. Without it, a reset to 0 could not be detected.
    if (this.#ownChanges === 0 && saved > 0 && commit - saved < saveInterval) return;
    await this.#store.change(async (change) => {
      if (((await change.followers.get(this.#name))?.commit ?? 0) < saved) return;
      change.followers.put(this.#name, { commit });
    });
    this.#saved = commit;
    this.#ownChanges = 0;
  }

  async #stored(): Promise<CommitNumber> {
    return (await this.#store.followers.get(this.#name))?.commit ?? 0;
  }
}
