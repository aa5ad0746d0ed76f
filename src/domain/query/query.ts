import type { NodeId } from '../../base/ids.ts';

/**
 * How a text is compared with the words of a document; both are folded first (`folding.ts`).
 *
 * - `exact`: every word of the text is there.
 * - `prefix`: the last word of the text begins a word that is there; the words before it are there as they stand.
 * - `loose`: every word is there, or has the German or English stem of one that is there, or begins one, or (from four letters on)
 *   ends a longer one or is one typo away from one.
 */
export type Match = 'exact' | 'prefix' | 'loose';

/** The parts of a document that words are looked for in where no field is named. */
export const documentFields = ['name', 'title', 'description', 'keywords', 'text'] as const;

export type DocumentField = (typeof documentFields)[number];

/** Those of them that tell nothing of the content. */
export const metadataFields: readonly DocumentField[] = documentFields.filter((field) => field !== 'text');

/** Tells a part of a document from the short name of a property, which always has a colon. */
export const isDocumentField = (field: string): field is DocumentField =>
  (documentFields as readonly string[]).includes(field);

/** What every document has besides its properties, and is asked for by these names in a `value`. */
export const builtInFields = ['TYPE', 'ASPECT', 'ID', 'PARENT', 'OWNER'] as const;

/** One step of a path, from a node to one below it. */
export interface PathStep {
  /** Whether any number of nodes may lie between the two. */
  readonly deep: boolean;
  /** The name of the lower one, letter by letter; undefined: any. */
  readonly name: string | undefined;
}

/**
 * What is looked for, independent of the notation it came in.
 *
 * Where `field` may be undefined it names a part of the document, or a property by its short name; undefined: all parts
 * (`documentFields`). Where it may not, it is a property or one of `builtInFields`. Words and patterns of words are folded
 * (`folding.ts`). What compares words scores as the index sees fit; ranges, values, `exists`, `below` and `path` score 1 for
 * what they find; `everything` and `not` score 0. `all` and `any` add the scores up.
 */
export type Query =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'all'; readonly of: readonly Query[] }
  | { readonly kind: 'any'; readonly of: readonly Query[] }
  | { readonly kind: 'not'; readonly query: Query }
  /** Finds what `query` finds; of that, what `preferred` finds too comes first. */
  | { readonly kind: 'preferring'; readonly query: Query; readonly preferred: readonly Query[] }
  /** Finds what `query` finds, with `factor` times its score; the factor is finite and not negative. */
  | { readonly kind: 'boosted'; readonly query: Query; readonly factor: number }
  /**
   * Finds what fits all of them. Where the whole query finds nothing that the caller sees, each `most` in it is content with
   * one less, and so on, as long as one is left: the first number with which something is found decides. Of none: nothing. Scores like `any`.
   */
  | { readonly kind: 'minimumShouldMatch'; readonly of: readonly Query[] }
  | {
      readonly kind: 'words';
      readonly field: string | undefined;
      /** One or several words, all of which must be there. A text without a letter or digit finds nothing. */
      readonly text: string;
      readonly match: Match;
    }
  /** These words in a row, inside one value (or one part). In a word, `*` stands for any letters and `?` for one. None: nothing. */
  | { readonly kind: 'phrase'; readonly field: string | undefined; readonly words: readonly string[] }
  /**
   * A word that fits the pattern as a whole: `*` stands for any number of UTF-16 code units, `?` for one. Where more than
   * `mostExpansions` words that the caller sees fit it, or one in a phrase, the search is refused with `tooManyExpansions`.
   */
  | { readonly kind: 'wildcard'; readonly field: string | undefined; readonly pattern: string }
  /**
   * A word that is made of this one by so many edits at most: a letter (UTF-16 code unit) is changed, left out, put in, or two
   * neighbours are swapped; no letter is edited twice.
   */
  | { readonly kind: 'fuzzy'; readonly field: string | undefined; readonly word: string; readonly edits: 1 | 2 }
  | RangeQuery
  /** One whole value, letter by letter as it was put. */
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  /** At least one value that is not empty; of a part of a document (here it may be one, too), a word. */
  | { readonly kind: 'exists'; readonly field: string }
  /**
   * All that lies below this node, at any depth, by the `parent` of the documents. These may go in a circle while an index
   * follows the store: then the walk ends where it began.
   */
  | { readonly kind: 'below'; readonly node: NodeId }
  /**
   * What lies at the end of these steps; the first one leads to a node without a parent, or with `deep` to any. The name of a
   * node above counts only where the caller sees that node. No step: nothing.
   */
  | { readonly kind: 'path'; readonly steps: readonly PathStep[] };

/**
 * A value between two bounds; one that is missing is open. `number` and `date` (milliseconds since 1970) read the values as
 * `numberIn` and `dateIn` do and pass over what is neither; `text` compares whole values as `sortableText` makes them, by code
 * units. An empty value is in no range.
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

/** The queries that a query is made of; none for one that compares. */
export function partsOf(query: Query): readonly Query[] {
  switch (query.kind) {
    case 'all':
    case 'any':
    case 'minimumShouldMatch':
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

/** The same query, with other queries in the place of those that compare. */
export function mapLeafQueries(query: Query, change: (query: Query) => Query): Query {
  const changed = (part: Query): Query => mapLeafQueries(part, change);
  switch (query.kind) {
    case 'all':
    case 'any':
    case 'minimumShouldMatch':
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

const comparesText = (query: Query): boolean =>
  'field' in query && (query.field === undefined || query.field === 'text');

/** Whether the texts of contents have a say in what the query finds. */
export const searchesText = (query: Query): boolean => comparesText(query) || partsOf(query).some(searchesText);

/**
 * Whether a document could be found for what is not in its text. Else it is found without its text only where it is found with
 * it, whatever the number with which each `most` is content.
 */
export const excludesText = (query: Query): boolean =>
  query.kind === 'not' ? searchesText(query.query) : partsOf(query).some(excludesText);
