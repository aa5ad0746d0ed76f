import { localTime, relativeTime } from './local-time.ts';
import { columnsOf, lettersOf, onOneLine, shortened } from './printable.ts';
import type { Style } from './style.ts';

export interface Column<T> {
  readonly title: string;
  /** Aligns the cells to the right, as numbers are. */
  readonly alignRight?: boolean;
  /** Where a cell that is too wide for the terminal is cut off: by default at its end; with `never`, it stays whole. */
  readonly cutOff?: 'start' | 'end' | 'before the extension' | 'never';
  /**
   * How the cells of the last column are wrapped instead of cut off: between words, or, if a path does not fit, all paths in lines of
   * their own below the rows.
   */
  readonly wrap?: 'words' | 'path';
  /** Optional columns are left out before this column becomes narrower than this, in characters. Default: 24. */
  readonly readableWidth?: number;
  /** The maximum width on a terminal, in characters. */
  readonly maxWidth?: number;
  /** Whether the column is only in tables that `--long` asks for. */
  readonly long?: boolean;
  /** The column is left out if the others would become too narrow on the terminal, the highest number first. */
  readonly optional?: number;
  value(item: T): string;
  /** The value on a terminal, if it is another one there. */
  onTerminal?(item: T): string;
  /** Adds colours to a padded cell without changing its text. */
  decorate?(cell: string): string;
}

/** A label with its value, and the value on a terminal if it is another one there. */
export type Field = readonly [label: string, value: string, onTerminal?: string];

type Moment = Parameters<typeof localTime>[0];

/** A column of times: relative to now on a terminal, exact elsewhere. */
export const timeColumn = <T>(title: string, momentOf: (item: T) => Moment): Column<T> => ({
  title,
  value: (item) => localTime(momentOf(item)),
  onTerminal: (item) => relativeTime(momentOf(item)),
});

/** A field with a time: relative to now on a terminal, exact elsewhere. */
export const timeField = (label: string, moment: Moment, after = ''): Field => [
  label,
  `${localTime(moment)} ${after}`.trim(),
  `${relativeTime(moment)} ${after}`.trim(),
];

const padded = (text: string, width: number, alignRight: boolean): string => {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return alignRight ? space + text : text + space;
};

const gap = 2;
/** A cell is shortened to this width before a column is left out, in characters. */
const defaultReadableWidth = 24;
/** Folders (columns that are wrapped or cut off at the start) shrink to this width before other columns shrink, in characters. */
const minFolderWidth = 20;
/** A cell is never shortened further, in characters. */
const leastWidth = 6;

/** A column with its cells, the title first. */
interface Filled<T> {
  readonly column: Column<T>;
  readonly cells: readonly string[];
  width: number;
}

const sumOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width + gap, -gap);

const leastWidthOf = <T>({ column, width }: Filled<T>, least: number): number =>
  column.cutOff === 'never' ? width : Math.min(width, Math.max(least, column.title.length));

/** Makes the widest of some columns narrower until all columns fit, but none narrower than `least`. */
function narrow<T>(
  columns: readonly Filled<T>[],
  some: readonly Filled<T>[],
  terminalWidth: number,
  least: number,
): void {
  for (let excess = sumOf(columns) - terminalWidth; excess > 0; excess -= 1) {
    const [widest] = some
      .filter((each) => each.width > leastWidthOf(each, least))
      .toSorted((one, other) => other.width - one.width);
    if (widest === undefined) return;
    widest.width -= 1;
  }
}

/**
 * The columns that fit a terminal. Optional ones are left out while the others would not be readable. Then folders shrink, if
 * that is enough, or else the widest columns.
 */
function fitted<T>(columns: readonly Filled<T>[], terminalWidth: number): readonly Filled<T>[] {
  const rankOf = ({ column }: Filled<T>): number => column.optional ?? 0;
  const [next] = columns
    .filter(({ column }) => column.optional !== undefined)
    .toSorted((a, b) => rankOf(b) - rankOf(a));
  const readable = columns.map((each) => ({
    width:
      each.column.optional === undefined
        ? leastWidthOf(each, each.column.readableWidth ?? defaultReadableWidth)
        : each.width,
  }));
  if (sumOf(readable) > terminalWidth && next !== undefined) {
    return fitted(
      columns.filter((each) => each !== next),
      terminalWidth,
    );
  }
  const folders = columns.filter(({ column }) => column.cutOff === 'start' || column.wrap === 'path');
  const least = columns.map((each) => ({
    width: folders.includes(each) ? leastWidthOf(each, minFolderWidth) : each.width,
  }));
  if (sumOf(least) <= terminalWidth) narrow(columns, folders, terminalWidth, minFolderWidth);
  narrow(columns, columns, terminalWidth, leastWidth);
  return columns;
}

function filled<T>(items: readonly T[], column: Column<T>, onTerminal: boolean): Filled<T> {
  const cellOf = (item: T): string =>
    onOneLine((onTerminal ? column.onTerminal : undefined)?.(item) ?? column.value(item));
  const cells = [column.title.toUpperCase(), ...items.map(cellOf)];
  const width = cells.reduce((max, cell) => Math.max(max, columnsOf(cell)), 0);
  return { column, cells, width: onTerminal ? Math.min(width, column.maxWidth ?? width) : width };
}

/** What is before a line below a row. */
export const indent = '    ';

/** Whether the columns that must be there fit a terminal as wide as they are, or as they are readable. */
const fits = <T>(columns: readonly Filled<T>[], terminalWidth: number): boolean =>
  sumOf(
    columns
      .filter(({ column }) => column.optional === undefined)
      .map((each) => ({
        width:
          each.column.wrap === 'path'
            ? each.width
            : leastWidthOf(each, each.column.readableWidth ?? defaultReadableWidth),
      })),
  ) <= terminalWidth;

/**
 * The lines of a table with aligned columns, starting with the titles. On a terminal of `terminalWidth` characters, columns that
 * do not fit are left out or cut off, and rows have the lines `below` them; elsewhere it is undefined.
 */
export function tableLines<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  style: Style,
  terminalWidth?: number,
  below?: (item: T, terminalWidth: number) => readonly string[],
): string[] {
  const all = columns.map((column) => filled(items, column, terminalWidth !== undefined));
  const paths = all.at(-1);
  if (terminalWidth !== undefined && all.length > 1 && paths?.column.wrap === 'path' && !fits(all, terminalWidth)) {
    const pathOf = new Map(items.map((item, at) => [item, paths.cells[at + 1] ?? '']));
    return tableLines(items, columns.slice(0, -1), style, terminalWidth, (item, width) => [
      ...wrappedPath(pathOf.get(item) ?? '', width - indent.length).map((line) =>
        style.aside((indent + line).trimEnd()),
      ),
      ...(below?.(item, width) ?? []),
    ]);
  }
  const chosen = terminalWidth === undefined ? all : fitted(all, terminalWidth);
  const linesAt = (row: number): string[] => {
    const shown = chosen.map(({ column, cells, width }, index) => {
      const { alignRight = false, cutOff = 'end', wrap, decorate } = column;
      const whole = cells[row] ?? '';
      const cell = wrap !== undefined ? whole : shortened(whole, width, cutOff === 'never' ? 'end' : cutOff);
      const text = index === chosen.length - 1 && !alignRight ? cell : padded(cell, width, alignRight);
      return row === 0 ? text : (decorate?.(text) ?? text);
    });
    const last = chosen.at(-1);
    if (last?.column.wrap === undefined || terminalWidth === undefined) return [shown.join('  ').trimEnd()];
    const before = sumOf(chosen.slice(0, -1)) + gap;
    const wrap = last.column.wrap === 'path' ? wrappedPath : wrapped;
    return wrap(shown.pop() ?? '', last.width).map((line, index) =>
      `${index === 0 ? shown.map((each) => `${each}  `).join('') : ' '.repeat(before)}${line}`.trimEnd(),
    );
  };
  const rows = items.flatMap((item, at) => [
    ...linesAt(at + 1),
    ...(terminalWidth === undefined ? [] : (below?.(item, terminalWidth) ?? [])),
  ]);
  return [style.heading(linesAt(0).join('\n')), ...rows];
}

/** The lines of a text that is wrapped between words. A word that is wider than a line gets a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Pieces of a name that fit a line: as it is, or broken after its separators, or else anywhere. */
function brokenName(name: string, width: number): string[] {
  const isTooWide = (piece: string): boolean => columnsOf(piece.trimEnd()) > width;
  if (!isTooWide(name)) return [name];
  return name.split(/(?<=[_.-])/).flatMap((piece) => (isTooWide(piece) ? lettersOf(piece) : [piece]));
}

/** The lines of a path that is wrapped after slashes and spaces. A name that is wider than a line is broken. */
function wrappedPath(path: string, width: number): string[] {
  const lines = [''];
  const pieces = path.split(/(?<=[/ ])/);
  for (const piece of pieces.flatMap((name) => brokenName(name, width))) {
    const longer = `${lines.at(-1)}${piece}`;
    if (columnsOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** The lines of a record, each with a label and a value. On a terminal of `terminalWidth` characters, values are wrapped. */
export function recordLines(fields: readonly Field[], style: Style, terminalWidth?: number): string[] {
  const width = Math.max(0, ...fields.map(([label]) => columnsOf(label)));
  const room = Math.max(20, (terminalWidth ?? Number.POSITIVE_INFINITY) - width - gap);
  return fields.flatMap(([label, value, onTerminal = value]) =>
    wrapped(onOneLine(terminalWidth === undefined ? value : onTerminal), room).map((line, index) =>
      index === 0
        ? `${style.heading(padded(label, width, false))}  ${line}`.trimEnd()
        : `${' '.repeat(width + gap)}${line}`,
    ),
  );
}
