/** The cells of a file as text. Empty rows are included, so that row numbers match the file. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** The detected format, as messages name it. */
  readonly understoodAs: string;
}
