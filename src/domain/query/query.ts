import type { NodeId } from '../../base/ids.ts';

/**
 * How the words of a query match the words of a document. Both are folded first (`folding.ts`).
 *
 * - `exact`: the document has every word.
 * - `prefix`: the document has every word but the last, and a word that starts with the last.
 * - `stem`: for every word, the document has the word itself or one that has the same German or English stem.
 * - `without typos`: like `loose`, but no word with a typing error.
 * - `loose`: for every word, the document has the word itself, or a word that has the same German or English stem, or that
 *   starts with it. What follows a number is no digit, and at most two letters. From four letters on, a longer word that ends with it
 *   matches too, and from five letters on (unless it has digits) a word one typing error away.
 */
export type Match = 'exact' | 'prefix' | 'stem' | 'without typos' | 'loose';

/** The parts of a document that a query without a field searches. */
export const documentFields = ['name', 'title', 'description', 'keywords', 'text'] as const;

export type DocumentField = (typeof documentFields)[number];

/** All parts of a document except the text of its content. */
export const metadataFields: readonly DocumentField[] = documentFields.filter((field) => field !== 'text');

/** Whether a field is a part of a document. Otherwise it is the short name of a property, which always has a colon. */
export const isDocumentField = (field: string): field is DocumentField =>
  (documentFields as readonly string[]).includes(field);

/** Fields that every document has besides its properties, for queries of the kind `value`. */
export const builtInFields = ['TYPE', 'ASPECT', 'ID', 'PARENT', 'OWNER'] as const;

/** One step of a path, from a node to one below it. */
export interface PathStep {
  /** Whether the lower node may be at any depth below the upper one. */
  readonly deep: boolean;
  /** The exact name of the lower node; undefined for any name. */
  readonly name: string | undefined;
}

/**
 * A parsed query, independent of its syntax.
 *
 * If `field` may be undefined, it is a part of the document or a property by its short name, and undefined means all parts
 * (`documentFields`). Otherwise it is a property or one of `builtInFields`. Words and patterns are folded (`folding.ts`).
 * The index decides the scores of words. Ranges, values, `exists`, `below` and `path` score 1 for each match; `everything`
 * and `not` score 0. `all` and `any` add up the scores of their parts.
 */
export type Query =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'all'; readonly of: readonly Query[] }
  | { readonly kind: 'any'; readonly of: readonly Query[] }
  | { readonly kind: 'not'; readonly query: Query }
  /** Matches what `query` matches. Documents that match `preferred` too come first. */
  | { readonly kind: 'preferring'; readonly query: Query; readonly preferred: readonly Query[] }
  /** Matches what `query` matches, with its score times `factor`, which is finite and not negative. */
  | { readonly kind: 'boosted'; readonly query: Query; readonly factor: number }
  | BestMatch
  | {
      readonly kind: 'words';
      readonly field: string | undefined;
      /** One or more words, all of which must match. A text without a letter or digit matches nothing. */
      readonly text: string;
      readonly match: Match;
      /** Folded words that the only word of a loose text also matches. */
      readonly synonyms?: readonly string[];
    }
  /**
   * Adjacent words in one value or one part. In a word, `*` matches any letters and `?` one. Without words it matches
   * nothing.
   */
  | { readonly kind: 'phrase'; readonly field: string | undefined; readonly words: readonly string[] }
  /**
   * A word that matches the whole pattern: `*` matches any number of UTF-16 code units, `?` one. If the pattern, or one in a
   * phrase, matches more than `maxExpansions` terms that the caller sees, the search fails with `tooManyExpansions`.
   */
  | { readonly kind: 'wildcard'; readonly field: string | undefined; readonly pattern: string }
  /**
   * A word within this edit distance. An edit changes, removes or inserts a letter (UTF-16 code unit), or swaps two adjacent
   * letters. No letter is edited twice.
   */
  | { readonly kind: 'fuzzy'; readonly field: string | undefined; readonly word: string; readonly edits: 1 | 2 }
  | RangeQuery
  /** A whole value, exactly as it is stored. */
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  /** At least one value that is not empty. If the field is a part of the document, the part must have a word. */
  | { readonly kind: 'exists'; readonly field: string }
  /**
   * All documents below this node, at any depth, by `parent`. While the index catches up with the store, parents may form a
   * cycle; the walk ends where it started.
   */
  | { readonly kind: 'below'; readonly node: NodeId }
  /**
   * The nodes at the end of these steps. The first step leads to a node without a parent, or with `deep` to any node. The
   * name of an ancestor matches only if the caller sees that node. Without steps it matches nothing.
   */
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] };

/**
 * Any of the parts, for the words of a search box. A folder that the caller sees and whose metadata match a part (`isInheritable`)
 * matches it for everything below.
 *
 * The score is the sum over the parts that match, each with the better of the document's own score and `folderWeight` times the
 * best score of a folder above. It is multiplied by the share of the parts that match, each weighed by the idf of its words: a
 * document with all words comes before one that has only the common ones. Without parts it matches nothing.
 */
export interface BestMatch {
  readonly kind: 'bestMatch';
  readonly of: readonly Query[];
}

/**
 * A value between two bounds; a missing bound is open. `number` and `date` (milliseconds since 1970) read values with
 * `numberIn` and `dateIn`, and skip values that these cannot read. `text` compares whole values as `sortableText` converts
 * them, by code units. An empty value is in no range.
 */
export type RangeQuery = {
  readonly kind: 'range';
  readonly field: string;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
} & (
  | { readonly as: 'number' | 'date'; readonly from?: number; readonly to?: number }
  | { readonly as: 'text'; readonly from?: string; readonly to?: string }
);

export const everything: Query = { kind: 'everything' };
export const nothing: Query = { kind: 'nothing' };
export const negated = (query: Query): Query => ({ kind: 'not', query });

/** All of the queries, or any of them. A single query is returned unchanged. */
export function joinedQuery(kind: 'all' | 'any', of: readonly Query[]): Query {
  const [first] = of;
  return of.length === 1 && first !== undefined ? first : { kind, of };
}

/** The subqueries of a query; none if it is a leaf. */
export function partsOf(query: Query): readonly Query[] {
  switch (query.kind) {
    case 'all':
    case 'any':
    case 'bestMatch':
      return query.of;
    case 'not':
    case 'boosted':
      return [query.query];
    case 'preferring':
      return [query.query, ...query.preferred];
    default:
      return [];
  }
}

/** The query with each leaf replaced by the result of `change`. */
export function mapLeafQueries(query: Query, change: (query: Query) => Query): Query {
  const changed = (part: Query): Query => mapLeafQueries(part, change);
  switch (query.kind) {
    case 'all':
    case 'any':
    case 'bestMatch':
      return { ...query, of: query.of.map(changed) };
    case 'not':
    case 'boosted':
      return { ...query, query: changed(query.query) };
    case 'preferring':
      return { ...query, query: changed(query.query), preferred: query.preferred.map(changed) };
    default:
      return change(query);
  }
}

/**
 * How much the score of a folder counts for what is below it. Less than 1: a document with all words in its title comes before one
 * that has them from its folders. But not much less: what is in a folder comes before a text that only mentions its name.
 */
export const folderWeight = 0.875;

/**
 * Whether a folder that matches this part of a `bestMatch` matches it for everything below it. Not if the part excludes
 * something: most folders lack the excluded words, whatever is in them.
 */
export const isInheritable = (part: Query): boolean => part.kind !== 'not' && partsOf(part).every(isInheritable);

const leafSearchesText = (query: Query): boolean =>
  'field' in query && (query.field === undefined || query.field === 'text');

/** A word in the name, and the same in the title. */
export const inNameOrTitle = (text: string, match: Match): readonly Query[] =>
  ['name', 'title'].map((field) => ({ kind: 'words', field, text, match }));

/** Whether the hits depend on the texts of contents. */
export const searchesText = (query: Query): boolean => leafSearchesText(query) || partsOf(query).some(searchesText);

/**
 * Whether a document may match because its text lacks something. If not, a document that matches without its text also
 * matches with it.
 */
export const excludesText = (query: Query): boolean =>
  query.kind === 'not' ? searchesText(query.query) : partsOf(query).some(excludesText);

/**
 * The best match of a query, if it has several parts. With one part, every hit has all words. Undefined too if it is one of
 * several conditions of an alternative: what has all words may then be a hit for another reason.
 */
export function typedPart(query: Query, isAlternative = false): BestMatch | undefined {
  const first = (parts: readonly Query[], areAlternatives: boolean): BestMatch | undefined =>
    parts.map((part) => typedPart(part, areAlternatives)).find((part) => part !== undefined);
  switch (query.kind) {
    case 'bestMatch':
      return query.of.length > 1 ? query : undefined;
    case 'all':
      return isAlternative ? undefined : first(query.of, false);
    case 'any':
      return first(query.of, true);
    case 'boosted':
    case 'preferring':
      return typedPart(query.query, isAlternative);
    default:
      return undefined;
  }
}
