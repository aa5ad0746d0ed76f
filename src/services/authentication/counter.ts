/** Counts by key. A key with a count of 0 takes no memory. */
export class Counter {
  readonly #counts = new Map<string, number>();

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, difference: 1 | -1): void {
    const count = this.get(key) + difference;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
