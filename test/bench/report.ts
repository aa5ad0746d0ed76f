import { loadavg } from 'node:os';
import type { TwinLine } from './against.ts';
import type { Line } from './line.ts';

const number = (value: number | undefined): string => {
  if (value === undefined) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
};

const microseconds = (seconds: number | undefined): string =>
  seconds === undefined ? '' : `${(seconds * 1_000_000).toFixed(0)} µs`;

const symbols = { 'at least': '>=', 'at most': '<=', below: '<' } as const;

const wantedOf = ({ wanted }: Line): string =>
  wanted === undefined ? '' : `${symbols[wanted.comparison]} ${wanted.value}`;

const verdict = ({ met }: Line): string => (met === undefined ? '' : met ? 'ok' : 'MISSED');

const heading = ['what', 'unit', 'floor', 'subject', 'ratio', 'spread', 'wanted', '', 'CPU floor', 'CPU subject', ''];

const cells = (line: Line): string[] => [
  line.name,
  line.unit,
  number(line.floor),
  number(line.subject),
  number(line.ratio),
  line.spread?.toFixed(2) ?? '',
  wantedOf(line),
  verdict(line),
  microseconds(line.floorCpu),
  microseconds(line.subjectCpu),
  line.remark ?? '',
];

const leftAligned = new Set([0, 1, 7, 10]);

/** Rows as a plain table; the columns named are aligned on the left. */
function aligned(rows: readonly (readonly string[])[], left: ReadonlySet<number>): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = (row: readonly string[]): string =>
    row
      .map((cell, column) => (left.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return rows.map(text).join('\n');
}

/** The figures as a plain table; CPU is what the measured process used for one operation. */
export const table = (lines: readonly Line[]): string => aligned([heading, ...lines.map(cells)], leftAligned);

const twinHeading = ['what', 'unit', 'here', 'there', 'here / there', 'spread', 'here x floor', 'there x floor'];

const twinCells = ({ name, unit, here, there, ratio, spreads, hereToFloor, thereToFloor }: TwinLine): string[] => [
  name,
  unit,
  number(here),
  number(there),
  ratio.toFixed(3),
  spreads.map((one) => one.toFixed(2)).join(', '),
  number(hereToFloor),
  number(thereToFloor),
];

/** The figures of two builds side by side, medians of the rounds. */
export const twinTable = (lines: readonly TwinLine[]): string =>
  aligned([twinHeading, ...lines.map(twinCells)], new Set([0, 1]));

/** How busy the machine was lately: figures of a busy one say little. */
export const machineLoad = (): number => loadavg()[0] ?? Number.NaN;
