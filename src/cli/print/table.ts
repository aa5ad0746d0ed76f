import { columnsOf, onOneLine } from './printable.ts';
import type { Style } from './style.ts';

export interface Column<T> {
  readonly title: string;
  /** Aligns the cells to the right, as numbers are. */
  readonly alignRight?: boolean;
  value(item: T): string;
  /** Adds colours to a padded cell without changing its text. */
  decorate?(cell: string): string;
}

const padded = (text: string, width: number, alignRight: boolean): string => {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return alignRight ? space + text : text + space;
};

/** The lines of a table with aligned columns, starting with the titles. */
export function tableLines<T>(items: readonly T[], columns: readonly Column<T>[], style: Style): string[] {
  const titles = columns.map(({ title }) => title.toUpperCase());
  const rows = items.map((item) => columns.map((column) => onOneLine(column.value(item))));
  const widths = columns.map((_, index) =>
    [titles, ...rows].reduce((width, row) => Math.max(width, columnsOf(row[index] ?? '')), 0),
  );
  const paddedCells = (cells: readonly string[]): string[] =>
    cells.map((cell, index) => {
      const last = index === columns.length - 1;
      return last && columns[index]?.alignRight !== true
        ? cell
        : padded(cell, widths[index] ?? 0, columns[index]?.alignRight === true);
    });
  const lineOf = (cells: readonly string[]): string => cells.join('  ').trimEnd();
  const decorated = (cells: readonly string[]): string[] =>
    cells.map((cell, index) => columns[index]?.decorate?.(cell) ?? cell);
  return [style.heading(lineOf(paddedCells(titles))), ...rows.map((row) => lineOf(decorated(paddedCells(row))))];
}

/** The lines of a record, each with a label and a value. */
export function recordLines(fields: readonly (readonly [string, string])[], style: Style): string[] {
  const width = Math.max(0, ...fields.map(([label]) => columnsOf(label)));
  return fields.map(([label, value]) => `${style.heading(padded(label, width, false))}  ${onOneLine(value)}`.trimEnd());
}
