/**
 * The names that a template may use: `'text'` for a text, an object for a list, with the names that each of its entries
 * has.
 */
export interface PlaceholderNames {
  readonly [name: string]: 'text' | PlaceholderNames;
}

/** What a template with these names is filled with. */
export type PlaceholderValues<Names extends PlaceholderNames> = {
  readonly [Name in keyof Names]: Names[Name] extends PlaceholderNames
    ? readonly PlaceholderValues<Names[Name]>[]
    : string;
};
