import type { ZipFile } from 'yazl';
import { maxUnreadEntries } from './archive-messages.ts';

/** A property of `ZipFile` that its types do not declare. */
interface EntryList {
  entries: unknown[];
}

/** Entries that may be unfinished: those whose bytes were not read yet, and a few whose bytes were not written yet. */
const maxUnfinished = maxUnreadEntries * 2;

/** How many entries a `ZipFile` may list. A smaller number copies them more often. */
const maxListed = 1000;

/**
 * Keeps the list of a `ZipFile` short. It searches its list from the beginning before and after each entry, which takes minutes
 * for 100,000 entries.
 */
export class ZipEntries {
  readonly #list: EntryList;
  readonly #finished: unknown[] = [];

  constructor(zip: ZipFile) {
    // yazl creates the property in the constructor.
    this.#list = zip as unknown as EntryList;
  }

  /** Takes finished entries out of a long list. */
  shorten(): void {
    const { entries } = this.#list;
    if (entries.length > maxListed) this.#finished.push(...entries.splice(0, entries.length - maxUnfinished));
  }

  /** Puts all entries back, because `ZipFile.end` writes the central directory from the list. */
  restore(): void {
    this.#list.entries = this.#finished.concat(this.#list.entries);
  }
}
