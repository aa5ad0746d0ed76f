import { foldedName } from '../../base/normalized.ts';
import { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { Store } from '../../ports/store.ts';

/**
 * The user names as they are stored, to find the stored spelling of a name that comes in. Names are equal if they differ only in
 * their Unicode normalization form and in upper and lower case. Earlier programs allowed several accounts with equal names: each
 * is found only by its exact spelling. The names are in memory only, so that no record depends on this rule.
 */
export class UserNames {
  /** The stored spellings by folded name. */
  readonly #spellings = new Map<string, readonly string[]>();
  /**
   * Runs the creation of one account of a name after the other, with any spelling. The store only recognizes exact spellings, so two
   * concurrent changes could both create one.
   */
  readonly #inTurn = createKeyedMutex();

  /** Reads all names. Call it once, before the first request. What damage hides is left out. */
  async load(store: Pick<Store, 'people' | 'damage'>): Promise<void> {
    try {
      for await (const name of store.people.keys()) this.add(name);
    } catch (error) {
      if (store.damage.length === 0) throw error;
    }
  }

  /** Call this after the commit that created the person. */
  add(name: string): void {
    const known = this.#known(name);
    if (!known.includes(name)) this.#spellings.set(foldedName(name), [...known, name]);
  }

  /** Call this after the commit that deleted the person. */
  remove(name: string): void {
    const rest = this.#known(name).filter((known) => known !== name);
    if (rest.length === 0) this.#spellings.delete(foldedName(name));
    else this.#spellings.set(foldedName(name), rest);
  }

  /** The stored spelling of the only person with this name. The name itself if there is none, or if several have equal names. */
  spelled(name: string): string {
    const known = this.#known(name);
    const [only] = known;
    return known.length === 1 && only !== undefined ? only : name;
  }

  /** A person whose name is equal to this one. */
  taken(name: string): string | undefined {
    const known = this.#known(name);
    return known.find((one) => one === name) ?? known[0];
  }

  /** Runs `work` when no other is running for an equal name. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(foldedName(name), work);
  }

  /** All names as they are stored. */
  *all(): Generator<string> {
    for (const names of this.#spellings.values()) yield* names;
  }

  /** The names of different people that are equal. */
  clashes(): (readonly string[])[] {
    return [...this.#spellings.values()].filter(({ length }) => length > 1);
  }

  #known(name: string): readonly string[] {
    return this.#spellings.get(foldedName(name)) ?? [];
  }
}
