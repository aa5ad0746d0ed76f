import { expect, test } from 'vitest';
import { valueAsStored } from '../../../src/cli/metadata/written-values.ts';
import { readJsonTable } from '../../../src/cli/tables/json-table.ts';
import { readWorkbook } from '../../../src/cli/tables/read-workbook.ts';
import { workbookOf } from '../../support/workbooks.ts';

test('a JSON list has at most 1,000 different names', () => {
  const listOf = (count: number): string =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ [`a${at}`]: at })));
  expect(readJsonTable(listOf(1_000)).rows[0]).toHaveLength(1_000);
  expect(() => readJsonTable(listOf(1_001))).toThrow('more than 1000 different names');
});

test('cells far to the right of a workbook take no more memory than a large table', async () => {
  const sheetOf = (rows: number): string =>
    `<worksheet><sheetData>${'<row><c r="ZZZ1"><v>1</v></c></row>'.repeat(rows)}</sheetData></worksheet>`;
  const [one] = await readWorkbook(workbookOf({ a: sheetOf(1) }));
  expect(one?.rows()[0]).toHaveLength(18_278);
  const [many] = await readWorkbook(workbookOf({ a: sheetOf(1_000) }));
  expect(() => many?.rows()).toThrow('more than 10000000 cells');
});

test.each([
  ['31.12.2025', 'date', '2025-12-31'],
  ['1. 2. 2026', 'date', '2026-02-01'],
  ['31.12.2025 14:30', 'date', '2025-12-31T14:30:00'],
  ['31.12.2025, 14:30:05 Uhr', 'date', '2025-12-31T14:30:05'],
  ['31.02.2025', 'date', '31.02.2025'],
  ['2025-12-31', 'date', '2025-12-31'],
  ['WAHR', 'boolean', 'true'],
  ['Nein', 'boolean', 'false'],
  ['true', 'boolean', 'true'],
  ['10,5', 'number', '10.5'],
  ['1.000,5', 'number', '1.000,5'],
  ['31.12.2025', 'text', '31.12.2025'],
  ['WAHR', undefined, 'WAHR'],
] as const)('%s of the type %s is stored as %s', (written, type, stored) => {
  expect(valueAsStored(written, type)).toBe(stored);
});
