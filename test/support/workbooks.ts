import { type Part, zip } from './archives.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const columnName = (column: number): string => String.fromCharCode(65 + column);

function sheetXml(rows: Rows): string {
  const cell = (value: string | number, at: string): string =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const lines = rows.map((cells, row) => {
    const written = cells.map((value, column) => cell(value, `${columnName(column)}${row + 1}`)).join('');
    return `<row r="${row + 1}">${written}</row>`;
  });
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

type Rows = readonly (readonly (string | number)[])[];

/** A workbook (XLSX, ISO/IEC 29500) of small sheets: rows of texts and numbers by the names of the sheets. */
export const workbook = (sheets: Readonly<Record<string, Rows>>): Buffer =>
  workbookOf(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheetXml(rows)])));

/** A workbook of sheets in XML by their names. */
export function workbookOf(sheets: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`);
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="r${at + 1}" Type="${officeDocument}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const xml = (name: string, text: string): Part => ({ name, content: Buffer.from(`<?xml version="1.0"?>${text}`) });
  return zip([
    xml(
      '[Content_Types].xml',
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    xml(
      '_rels/.rels',
      `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    xml(
      'xl/workbook.xml',
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeDocument}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    xml(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageRelations}">${relations.join('')}</Relationships>`,
    ),
    ...names.map((name, at) => xml(`xl/worksheets/sheet${at + 1}.xml`, sheets[name] ?? '')),
  ]);
}
