/** A document of the search lines, as `search-documents.mjs` makes it. */
export interface SearchDocument {
  /** From 0 on. */
  readonly number: number;
  readonly id: string;
  readonly folder: string;
  readonly title: string;
  readonly description: string;
  /** The number of its value in each of `facetFields`. */
  readonly facets: readonly number[];
}

export const facetFields: Readonly<Record<string, number>>;

export function documentBatches(count: number): Generator<SearchDocument[]>;

export function facetValue(field: string, value: number): string;

/** What people type: one word or two, rare ones rarely, in an order that is the same in every run. */
export function typedQueries(count: number): string[];
