import { posix } from 'node:path';
import { excelDate, isDateFormat } from './excel-dates.ts';
import { unzipXml, visitXml, type ZippedXml } from './zipped-xml.ts';

/** A sheet of a workbook (XLSX, ISO/IEC 29500-1). */
export interface Sheet {
  readonly name: string;
  /** Whether people do not see it. */
  readonly hidden: boolean;
  /** Empty rows are included. A cell with an error has the text of the error. */
  rows(): readonly (readonly string[])[];
}

interface Workbook {
  readonly files: ZippedXml;
  readonly texts: readonly string[];
  /** Whether each style of cells shows dates. */
  readonly dates: readonly boolean[];
  readonly countsFrom: 1900 | 1904;
}

type Relations = ReadonlyMap<string, { readonly type: string; readonly path: string }>;

/** A line break that XML cannot hold is written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function relationsOf(files: ZippedXml, path: string): Relations {
  const { dir, base } = posix.parse(path);
  const xml = files.get(posix.join(dir, '_rels', `${base}.rels`));
  const relations = new Map<string, { type: string; path: string }>();
  if (xml === undefined) return relations;
  visitXml(xml, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path: target });
    },
  });
  return relations;
}

const fileOfType = (files: ZippedXml, relations: Relations, type: string): Buffer | undefined =>
  files.get([...relations.values()].find((relation) => relation.type === type)?.path ?? '');

/** The shared texts. How a text is pronounced (`rPh`) is no part of it. */
function textsOf(xml: Buffer | undefined): string[] {
  const texts: string[] = [];
  let [inText, pronounced] = [false, false];
  if (xml === undefined) return texts;
  visitXml(xml, {
    open(name) {
      if (name === 'si') texts.push('');
      if (name === 'rPh') pronounced = true;
      inText = name === 't';
    },
    text(text) {
      if (inText && !pronounced) texts[texts.length - 1] += text;
    },
    close(name) {
      if (name === 'rPh') pronounced = false;
      inText = false;
    },
  });
  return texts.map(unescaped);
}

function datesOf(xml: Buffer | undefined): boolean[] {
  const codes = new Map<number, string>();
  const dates: boolean[] = [];
  let inCells = false;
  if (xml === undefined) return dates;
  visitXml(xml, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') codes.set(id, formatCode);
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) dates.push(isDateFormat(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return dates;
}

/** The column of an address such as `AB12`, from 0; undefined if it has none. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface Cell {
  readonly type: string;
  readonly style: number;
  value: string;
}

/** Numbers stay as they are written, so that leading zeros remain. */
function textOf({ type, style, value }: Cell, { texts, dates, countsFrom }: Workbook): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return value.startsWith('#') ? value : '#ERROR!';
  if (type !== 'n') return unescaped(value);
  return dates[style] === true && value !== '' && Number.isFinite(Number(value))
    ? excelDate(Number(value), countsFrom)
    : value;
}

const maxRows = 1_048_576;

/** Empty cells before another one count too. */
const maxCells = 10_000_000;

/** Addresses of rows and cells are optional: without one, a row or cell follows the one before it. */
function rowsOf(xml: Buffer, workbook: Workbook): string[][] {
  const rows: string[][] = [];
  let count = 0;
  let [at, column, taken, pronounced] = [-1, -1, false, false];
  let cell: Cell | undefined;
  visitXml(xml, {
    open(name, { r, t = 'n', s = '0' }) {
      if (name === 'row') {
        at = r === undefined ? at + 1 : Number(r) - 1;
        if (!(at >= 0 && at < maxRows)) throw new Error(`It has no row ${r}.`);
        while (rows.length <= at) rows.push([]);
        column = -1;
      }
      if (name === 'c') {
        column = columnOf(r) ?? column + 1;
        cell = { type: t, style: Number(s), value: '' };
      }
      if (name === 'rPh') pronounced = true;
      taken = (name === 'v' || name === 't') && !pronounced;
    },
    text(text) {
      if (taken && cell !== undefined) cell.value += text;
    },
    close(name) {
      taken = false;
      if (name === 'rPh') pronounced = false;
      if (name !== 'c' || cell === undefined) return;
      const cells = rows[at] ?? [];
      count += Math.max(1, column + 1 - cells.length);
      if (count > maxCells) throw new Error(`It has more than ${maxCells} cells.`);
      while (cells.length < column) cells.push('');
      cells[column] = textOf(cell, workbook);
      cell = undefined;
    },
  });
  return rows;
}

/** Opens a workbook. Rejects with an error of the ZIP or XML reader if it is damaged. */
export async function readWorkbook(bytes: Buffer): Promise<Sheet[]> {
  const files = await unzipXml(bytes);
  const main = [...relationsOf(files, '').values()].find(({ type }) => type === 'officeDocument')?.path;
  const xml = files.get(main ?? 'xl/workbook.xml');
  if (xml === undefined) throw new Error('It has no workbook.');
  const relations = relationsOf(files, main ?? 'xl/workbook.xml');
  let countsFrom: Workbook['countsFrom'] = 1900;
  const listed: { readonly name: string; readonly hidden: boolean; readonly path: string }[] = [];
  visitXml(xml, {
    open(element, { name = '', state, id = '', date1904 }) {
      if (element === 'workbookPr' && /^(?:1|true)$/.test(date1904 ?? '')) countsFrom = 1904;
      if (element !== 'sheet') return;
      listed.push({ name, hidden: /hidden/i.test(state ?? ''), path: relations.get(id)?.path ?? '' });
    },
  });
  const texts = textsOf(fileOfType(files, relations, 'sharedStrings'));
  const dates = datesOf(fileOfType(files, relations, 'styles'));
  const workbook: Workbook = { files, texts, dates, countsFrom };
  return listed.flatMap(({ name, hidden, path }) => {
    const sheet = files.get(path);
    return sheet === undefined ? [] : [{ name, hidden, rows: () => rowsOf(sheet, workbook) }];
  });
}
