/** The cells of a file as text. Empty rows are included, so that row numbers match the file. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Whether a cell holds a list of the file, whose values are not separated any further. Only JSON has lists. */
  readonly isList?: (row: number, column: number) => boolean;
  /** The detected format, as messages name it. */
  readonly understoodAs: string;
}
