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
