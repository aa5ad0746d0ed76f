import type { Style } from './style.ts';
import type { Column, Field } from './table.ts';

export interface ListView<T> {
  readonly columns: readonly Column<T>[];
  /** Columns for `csv` if programs need other values than people. */
  readonly plainColumns?: readonly Column<T>[];
  /** Prints one line per item instead of a table, for simple lists. */
  readonly line?: (item: T, style: Style) => string;
  /** The lines below the row of an item in a table on a terminal of this width, in characters. */
  readonly below?: (item: T, terminalWidth: number) => readonly string[];
  id(item: T): string;
  /** The list as the API returns it. */
  whole(items: readonly T[]): unknown;
  /** An item of the list for `jsonl`, if it is not the item itself. */
  readonly each?: (item: T) => unknown;
  /** Called with the first item. Throws if the view does not fit it. */
  readonly check?: (item: T) => void;
}

export interface RecordView<T> {
  fields(value: T): readonly Field[];
  /** Fields for `csv` if programs need other values than people. */
  plainFields?(value: T): readonly Field[];
  id(value: T): string;
  /** The object as the API returns it, if it is not the value itself. */
  whole?(value: T): unknown;
  /** Throws if the view does not fit the value. */
  check?(value: T): void;
}
