/**
 * A text by language (BCP 47: `de`, `en`, `de-AT`), with all keys of i18n bundles resolved; `und` where the language is
 * not stated. A map, since languages are named by files.
 */
export type Captions = ReadonlyMap<string, string>;

/** The language of a text whose language nobody stated (BCP 47). */
export const anyLanguage = 'und';

/** Values to choose from: a vocabulary. */
export interface ValueList {
  /** As ids of sets. Fields refer to it. */
  readonly id: string;
  readonly name?: Captions | undefined;
  /** The address of the vocabulary that it was made of (SKOS: the concept scheme). */
  readonly source?: string | undefined;
  /** The property that it was made for, where the source says so. */
  readonly property?: string | undefined;
  /** In the order in which they are offered. A key stands once. */
  readonly entries: readonly ValueEntry[];
}

export interface ValueEntry {
  /** What is stored: a word, or the address of a concept. */
  readonly key: string;
  /** Undefined: the key is shown. */
  readonly caption?: Captions | undefined;
  readonly description?: Captions | undefined;
  /** The key of the entry above it, in the same list. */
  readonly parent?: string | undefined;
  readonly url?: string | undefined;
  readonly icon?: string | undefined;
  /** Other keys that mean the same (SKOS: notations, exact matches). */
  readonly alternatives?: readonly string[] | undefined;
  /** Other words for it that are found as well (SKOS: alternative and hidden labels), by language. */
  readonly synonyms?: ReadonlyMap<string, readonly string[]> | undefined;
}
