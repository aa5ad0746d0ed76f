import type { ZipFile } from 'yazl';

/** Properties that the types of yazl do not declare. */
interface Entry {
  doFileDataPump: unknown;
}

/**
 * Keeps the list of a `ZipFile` short. yazl searches its list from the beginning before and after each entry, which takes minutes
 * for 100,000 entries, and the entries keep the bytes that were written.
 */
export class ZipEntryList {
  readonly #zip: { entries: Entry[] };
  readonly #written: Entry[] = [];

  constructor(zip: ZipFile) {
    this.#zip = zip as unknown as { entries: Entry[] };
  }

  /** Takes all entries but the last out of the list. They must be written; of the last one, only the source must be read. */
  setAside(): void {
    for (const entry of this.#zip.entries.splice(0, this.#zip.entries.length - 1)) {
      entry.doFileDataPump = undefined;
      this.#written.push(entry);
    }
  }

  /** Puts all entries back, because `ZipFile.end` writes the central directory from the list. */
  restore(): void {
    this.#zip.entries = this.#written.concat(this.#zip.entries);
  }
}
