import type { CommitNumber } from '../../base/ids.ts';
import type { Store } from '../../ports/store.ts';

/** Saved when a walk over all nodes begins, so that a reset to 0 during the walk is noticed. */
const firstCommit = 1;

/** Commits between two saves if the follower changed nothing itself. */
const saveInterval = 5_000;

/** The commit up to which a follower is done, saved in the store. A reset to 0 there makes it visit all nodes again. */
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

  /** No position was ever saved. */
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

  /** Marks the position as not reset any more. */
  async clearReset(): Promise<void> {
    await this.#store.change(async (change) => change.followers.put(this.#name, { commit: firstCommit }));
    this.#saved = firstCommit;
  }

  /** Saves now and then: after own changes, after many commits, and the first time. Does nothing if it was reset. */
  async save(commit: CommitNumber): Promise<void> {
    const saved = this.#saved;
    if (commit === saved) return;
    // The first position is always saved, or a reset to 0 would not differ from it.
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
