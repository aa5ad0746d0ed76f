/**
 * How a text is compared with the words of a document; both are folded first (`folding.ts`).
 *
 * - `exact`: every word of the text is there.
 * - `prefix`: the last word of the text begins a word that is there; the words before it are there as they stand.
 * - `loose`: every word is there, or begins a word that is there, or (from four letters on) is one typo away from one.
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

/** What is looked for, independent of the notation it came in. */
export type Query =
  | { readonly kind: 'everything' }
  | { readonly kind: 'all'; readonly of: readonly Query[] }
  | { readonly kind: 'any'; readonly of: readonly Query[] }
  | { readonly kind: 'not'; readonly query: Query }
  /** Finds what `query` finds; of that, what `preferred` finds too comes first. */
  | { readonly kind: 'preferring'; readonly query: Query; readonly preferred: readonly Query[] }
  | {
      readonly kind: 'words';
      /** A property's short name, or a part of the document; undefined: all parts (`documentFields`). */
      readonly field: string | undefined;
      /** One or several words, all of which must be there. A text without a letter or digit finds nothing. */
      readonly text: string;
      readonly match: Match;
    };

/** Whether the texts of contents have a say in what the query finds. */
export function asksForText(query: Query): boolean {
  switch (query.kind) {
    case 'everything':
      return false;
    case 'words':
      return query.field === undefined || query.field === 'text';
    case 'not':
      return asksForText(query.query);
    default:
      return partsOf(query).some(asksForText);
  }
}

/** Whether a document could be found for what is not in its text. Else it is found without its text only where it is found with it. */
export function excludesText(query: Query): boolean {
  switch (query.kind) {
    case 'everything':
    case 'words':
      return false;
    case 'not':
      return asksForText(query.query);
    default:
      return partsOf(query).some(excludesText);
  }
}

const partsOf = (query: Extract<Query, { readonly kind: 'all' | 'any' | 'preferring' }>): readonly Query[] =>
  query.kind === 'preferring' ? [query.query, ...query.preferred] : query.of;
