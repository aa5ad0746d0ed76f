/**
 * A text by language (BCP 47: `de`, `en`, `de-AT`; in the spelling of `languageTag`; `und` if the language is not stated), with all keys of i18n bundles
 * resolved. A map, since the languages come from files and may be any text.
 */
export type Captions = ReadonlyMap<string, string>;

/** The language code for a text without a stated language (BCP 47). */
export const anyLanguage = 'und';

/** A list of values to choose from: a vocabulary. */
export interface ValueList {
  /** Follows the rules for IDs of sets. Fields refer to the list by this ID. */
  readonly id: string;
  readonly name?: Captions | undefined;
  /** The URL of the vocabulary that it was created from (SKOS: the concept scheme). */
  readonly source?: string | undefined;
  /** The property that the list is for, if the source states it. */
  readonly property?: string | undefined;
  /** In display order. Keys are unique. */
  readonly entries: readonly ValueEntry[];
}

export interface ValueEntry {
  /** The stored value: a word, or the URL of a concept. */
  readonly key: string;
  /** If not stated, clients show the key. */
  readonly caption?: Captions | undefined;
  readonly description?: Captions | undefined;
  /** The key of the parent entry in the same list. */
  readonly parent?: string | undefined;
  readonly url?: string | undefined;
  readonly icon?: string | undefined;
  /** Other keys with the same meaning (SKOS: notations, exact matches). */
  readonly alternatives?: readonly string[] | undefined;
  /** Synonyms by language, for searches (SKOS: alternative and hidden labels). */
  readonly synonyms?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** The captions and synonyms of an entry in all languages. */
export const namesOf = ({ caption, synonyms }: ValueEntry): string[] => [
  ...(caption?.values() ?? []),
  ...[...(synonyms?.values() ?? [])].flat(),
];
