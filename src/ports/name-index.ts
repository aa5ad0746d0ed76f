import type { AccessFilter } from './access-filter.ts';

/** The kinds of things that have names, in the order of equally good suggestions. */
export const nameKinds = ['file', 'folder', 'collection', 'person', 'group', 'value'] as const;

export type NameKind = (typeof nameKinds)[number];

/** A thing and what it is called. */
export interface NamedEntry {
  /** Unique in the index. */
  readonly key: string;
  readonly kind: NameKind;
  /** The ACL root that decides who sees it, as `searchAclRootOf` returns it. Null: every search that asks for its kind finds it. */
  readonly aclRoot: string | null;
  /** The user name of its owner; null if it has none. */
  readonly owner: string | null;
  /** Its titles and names. The first one is shown. */
  readonly labels: readonly string[];
  /** Words by which it is found after all that have them in their labels. */
  readonly keywords: readonly string[];
}

/** Finds entries by words that may be incomplete. */
export interface NameQuery {
  readonly text: string;
  readonly kinds: ReadonlySet<NameKind>;
  /** The maximum number of hits of each kind. */
  readonly limit: number;
  readonly accessFilter: AccessFilter;
}

export interface NameHit {
  readonly key: string;
  readonly kind: NameKind;
  /** How well it matches; higher is better. Comparable between indexes. */
  readonly score: number;
}

/** The number of words of a query that count. Further words are ignored. */
export const maxNameWords = 8;

/** An index of names in memory, for suggestions while a person types. */
export interface NameIndex {
  /** Adds an entry, or replaces the one with this key. Fast if nothing changed. */
  put(entry: NamedEntry): void;
  /** Does nothing if there is no such entry. */
  remove(key: string): void;
  clear(): void;
  /** The number of entries. */
  readonly size: number;
  /** The number of replaced and removed entries that still take memory. Only `clear` releases it. */
  readonly wasted: number;
  /**
   * The best visible entries, the best first. Each word of the text, as `wordsOf` folds it, must be the beginning of a word of
   * the entry. For each word, the best place in the entry counts: 3 points for the first word of a label, 2 for another word of
   * a label, 1 for a keyword, twice, and one more for the whole word. More points come first, then entries whose first label has
   * fewer words. Only if that finds nothing visible, words from five letters on may also have one
   * typing error as whole words, for no points. A text without words finds nothing. Yields to the event loop every few
   * milliseconds; may be called while the index changes.
   */
  find(query: NameQuery): Promise<readonly NameHit[]>;
}
