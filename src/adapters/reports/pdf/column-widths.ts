import type { Table } from '../document/blocks.ts';

/** The widths of the columns: as the first row says, and the rest in equal parts. Together they fill the table. */
export function columnWidths({ head, body }: Table, total: number): number[] {
  const rows = [...head, ...body];
  const count = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const set = Array.from({ length: count }, (_, index) => rows[0]?.[index]?.width);
  const sum = set.reduce<number>((all, width) => all + (width ?? 0), 0);
  const open = set.filter((width) => width === undefined).length;
  // A column without a width has at least half of an equal part.
  const rest = open === 0 ? 0 : Math.max((100 - sum) / open, 50 / count);
  const widths = set.map((width) => width ?? rest);
  const all = widths.reduce((together, width) => together + width, 0);
  return widths.map((width) => (width / all) * total);
}
