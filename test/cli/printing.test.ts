import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { csvLine, spreadsheetLine } from '../../src/base/csv.ts';
import { createOutput } from '../../src/cli/print/output.ts';
import { columnsOf, joinedLines, onOneLine, printable } from '../../src/cli/print/printable.ts';
import { createPrinter } from '../../src/cli/print/printer.ts';
import { loadStyle, plainStyle, wantsColours } from '../../src/cli/print/style.ts';
import { formatBytes, formatDuration } from '../../src/cli/print/units.ts';
import type { ListView } from '../../src/cli/print/view.ts';
import type { OutputFormat } from '../../src/cli/program/global-options.ts';

interface Fruit {
  readonly name: string;
  readonly count: number;
}

const view: ListView<Fruit> = {
  columns: [
    { title: 'name', value: ({ name }) => name },
    { title: 'count', alignRight: true, value: ({ count }) => String(count) },
  ],
  id: ({ name }) => name,
  whole: (fruits) => ({ fruits }),
};

async function printed(format: OutputFormat, fruits: readonly Fruit[], shape = view): Promise<string> {
  const stdout = new PassThrough();
  await createPrinter(createOutput(stdout, new PassThrough()), { format, style: plainStyle, long: false }).list(
    fruits,
    shape,
  );
  return stdout.read()?.toString() ?? '';
}

const fruits: readonly Fruit[] = [
  { name: 'Äpfel', count: 12 },
  { name: '🍐, "reif"', count: 3 },
];

test('a text is put on one line, also one with a million blanks in it', () => {
  expect(onOneLine(' one \r\n\r\n  two \n \n three\u0007 ')).toBe('one two three\ufffd');
  expect(joinedLines('one\n two\n', ' ⏎ ')).toBe('one ⏎ two');
  const blanks = ' '.repeat(1_000_000);
  expect(onOneLine(`a${blanks}b\n${blanks}`)).toBe(`a${blanks}b`);
});

describe('a list is printed', () => {
  test('as a table whose columns fit, also with wide characters', async () => {
    expect(await printed('table', fruits)).toBe('NAME        COUNT\nÄpfel          12\n🍐, "reif"      3\n');
  });

  test('as JSON in the form of the API', async () => {
    expect(JSON.parse(await printed('json', fruits))).toEqual({ fruits });
  });

  test('as one JSON value on each line', async () => {
    const lines = (await printed('jsonl', fruits)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(fruits);
  });

  test('as CSV with quotes where they are needed', async () => {
    expect(await printed('csv', fruits)).toBe('name,count\nÄpfel,12\n"🍐, ""reif""",3\n');
  });

  test('as YAML', async () => {
    expect(await printed('yaml', [{ name: 'a', count: 1 }])).toBe('fruits:\n  - name: a\n    count: 1\n');
  });

  test('as ids', async () => {
    expect(await printed('id', fruits)).toBe('Äpfel\n🍐, "reif"\n');
  });

  test('as lines if the view defines them', async () => {
    expect(await printed('table', fruits, { ...view, line: ({ name }) => `* ${name}` })).toBe(
      '* Äpfel\n* 🍐, "reif"\n',
    );
  });

  test.each([
    ['table', ''],
    ['json', '{\n  "fruits": []\n}\n'],
    ['jsonl', ''],
    ['csv', 'name,count\n'],
    ['id', ''],
  ] as const)('as %s when it is empty', async (format, text) => {
    expect(await printed(format, [])).toBe(text);
  });
});

describe('text for a terminal', () => {
  test('shows control characters instead of sending them', () => {
    expect(printable('a\u001b[2Jb\u202ec')).toBe('a\ufffd[2Jb\ufffdc');
  });

  test.each([
    ['abc', 3],
    ['u\u0308', 1],
    ['漢字', 4],
    ['👩‍🏫', 2],
  ])('%s takes %i columns', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [15_630_000, '15.6 MB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test.each([
    [40, '0.0 s'],
    [9_940, '9.9 s'],
    [59_000, '59 s'],
    [119_700, '2 min'],
    [185_000, '3 min 5 s'],
  ])('%i ms are %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  test.each([
    [['a', 'b'], 'a,b'],
    [['a\nb', ''], '"a\nb",'],
  ])('%j in a line of CSV', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  test.each([
    [['=1+1', '+1', '-x', '@SUM(A1)', '\t=1'], "'=1+1,'+1,'-x,'@SUM(A1),'\t=1"],
    [['=HYPERLINK("x","y")', '\r=1'], '"\'=HYPERLINK(""x"",""y"")","\'\r=1"'],
    [['a=b', 'a-b', 'Ä', '', '12'], 'a=b,a-b,Ä,,12'],
  ])('%j in a line that a spreadsheet opens', (values, line) => {
    expect(spreadsheetLine(values)).toBe(line);
  });

  test('with ; between cells, a cell with ; is quoted, one with a comma is not', () => {
    expect(spreadsheetLine(['a;b', 'c,d', '=1'], ';')).toBe('"a;b";c,d;\'=1');
  });
});

describe('colours', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const pipe = new PassThrough();

  test.each([
    ['a terminal', terminal, true, {}, true],
    ['a pipe', pipe, true, {}, false],
    ['--no-color', terminal, false, {}, false],
    ['NO_COLOR', terminal, true, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', terminal, true, { NO_COLOR: '' }, true],
    ['CLICOLOR=0', terminal, true, { CLICOLOR: '0' }, false],
    ['TERM=dumb', terminal, true, { TERM: 'dumb' }, false],
    ['CLICOLOR_FORCE on a pipe', pipe, true, { CLICOLOR_FORCE: '1' }, true],
    ['NO_COLOR before CLICOLOR_FORCE', terminal, true, { NO_COLOR: '1', CLICOLOR_FORCE: '1' }, false],
  ])('with %s', async (_, stream, allowed, environment, expected) => {
    expect(wantsColours(stream, allowed, environment)).toBe(expected);
    const style = await loadStyle(stream, allowed, environment);
    expect(style.folder('a') !== 'a').toBe(expected);
  });
});
