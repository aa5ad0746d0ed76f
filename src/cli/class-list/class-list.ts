import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { type ShapeProblem, shapeProblem } from '../tables/row-problems.ts';
import { isMailAddress } from '../user/mail-address.ts';
import {
  ambiguity,
  type ColumnFlags,
  type ColumnMap,
  type Field,
  fields,
  identifiesPeople,
  mapColumns,
  missingHeaders,
} from './columns.ts';
import { groupNameProblem } from './group-names.ts';

/** A person in a class list. Missing values are empty. */
export interface ListedPerson {
  /** The row number in the spreadsheet, from 1. */
  readonly row: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly affiliation: string;
  readonly password: string;
  /** Group names without `GROUP_`. */
  readonly groups: readonly string[];
  /** The number of an earlier row with the same text in every cell. */
  readonly sameAs?: number;
}

/** A row that cannot be imported. */
export interface RowProblem {
  readonly row: number;
  /** The header of the wrong cell; empty if the problem concerns the whole row. */
  readonly column: string;
  readonly why: string;
}

export interface ClassList {
  /** The headers in the order of their columns. */
  readonly headers: readonly string[];
  readonly columns: ColumnMap;
  readonly people: readonly ListedPerson[];
  readonly problems: readonly RowProblem[];
}

/** The number of non-empty rows searched for headers. Titles and dates may precede the headers. */
const headersWithin = 20;

const noHeaders = (flags: ColumnFlags, first: readonly string[]): Failure => {
  const missing = missingHeaders(flags, first);
  const why =
    missing.length > 0
      ? `No column is called ${missing.map((header) => `"${header}"`).join(', ')}. The first row is: ${first.join(' | ')}.`
      : `The list needs a column for user names, or columns for first and last names. The first row is: ${first.join(' | ')}.`;
  return new Failure(exitCodes.error, {
    what: 'The list has no header row with the required columns.',
    why,
    next: `Name the columns: --columns 'firstName=…,lastName=…,group=…' (fields: ${fields.join(', ')})`,
  });
};

const emptyList = new Failure(exitCodes.error, {
  what: 'The list is empty.',
  why: 'It has no row with text: neither a header row nor people.',
  next: 'Check that this is the right file; in a workbook, choose another sheet: --sheet NAME',
});

const ambiguousColumn = (field: Field, headers: readonly string[]): Failure =>
  usageFailure(
    `Two columns match the field ${field}: ${headers.map((header) => `"${header}"`).join(' and ')}.`,
    'Only groups may have several columns.',
    `Choose one of them: --columns ${shellWord(`${field}=${headers[0] ?? ''}`)}`,
  );

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Whether cells can be the headers of a class list. */
export const isHeaderRow = (cells: readonly string[], flags: ColumnFlags): boolean =>
  missingHeaders(flags, cells).length === 0 && identifiesPeople(mapColumns(cells, flags));

function headerRow(table: readonly (readonly string[])[], flags: ColumnFlags): number {
  const filled = table.flatMap((cells, at) => (isEmpty(cells) ? [] : [at])).slice(0, headersWithin);
  const row = filled.find((at) => isHeaderRow(table[at] ?? [], flags));
  if (row !== undefined) return row;
  const [first] = filled;
  throw first === undefined ? emptyList : noHeaders(flags, table[first] ?? []);
}

/** Splits `Müller, Anna` or `Anna Lena Müller` into first and last name. */
export function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const comma = name.indexOf(',');
  if (comma >= 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() };
  const space = name.lastIndexOf(' ');
  return { firstName: name.slice(0, Math.max(0, space)).trim(), lastName: name.slice(space + 1).trim() };
}

/** The group names in a cell, separated by `|`, `;` or line breaks. */
export const splitGroups = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[|;\r\n]/)
      .map((name) => name.trim().replace(/^GROUP_/, ''))
      .filter((name) => name !== ''),
  ),
];

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function readPerson(cells: readonly string[], row: number, columns: ColumnMap): ListedPerson {
  const cell = (field: Field): string => squeezed(cells[columns[field][0] ?? -1] ?? '');
  const split = columns.name.length > 0 ? splitName(cell('name')) : undefined;
  return {
    row,
    userName: cell('user'),
    firstName: split?.firstName ?? cell('firstName'),
    lastName: split?.lastName ?? cell('lastName'),
    email: cell('email'),
    affiliation: cell('affiliation'),
    // Spaces are part of a password.
    password: cells[columns.password[0] ?? -1] ?? '',
    groups: [...new Set(columns.group.flatMap((column) => splitGroups(cells[column] ?? '')))],
  };
}

/** Detects formulas and values without letters, such as totals, in the name columns. */
function nameProblem(person: ListedPerson): { readonly field: Field; readonly why: string } | undefined {
  for (const field of ['firstName', 'lastName'] as const) {
    const name = person[field];
    if (name.startsWith('=')) return { field, why: `"${name}" is a formula, not a name.` };
    if (name !== '' && !/\p{L}/u.test(name)) return { field, why: `"${name}" is not a name: it has no letters.` };
  }
  return undefined;
}

function problemOf(person: ListedPerson): { readonly field: Field | undefined; readonly why: string } | undefined {
  if (person.userName === '' && (person.firstName === '' || person.lastName === '')) {
    const missing = person.firstName === '' ? 'firstName' : 'lastName';
    return { field: missing, why: 'A row without a user name needs a first and a last name.' };
  }
  if (/[/:\p{Cc}]/u.test(person.userName)) {
    return {
      field: 'user',
      why: `"${person.userName}" is not a valid user name: it contains /, : or a control character.`,
    };
  }
  if (person.email !== '' && !isMailAddress(person.email)) {
    return { field: 'email', why: `"${person.email}" is not an e-mail address.` };
  }
  const [group] = person.groups.flatMap((name) => groupNameProblem(name) ?? []);
  return group === undefined ? nameProblem(person) : { field: 'group', why: group };
}

function listedProblem(person: ListedPerson, columns: ColumnMap, headers: readonly string[]): ShapeProblem | undefined {
  const problem = problemOf(person);
  if (problem === undefined) return undefined;
  const [column] = problem.field === undefined ? [] : [...columns[problem.field], ...columns.name];
  return { header: (headers[column ?? -1] ?? '').trim(), why: problem.why };
}

/** Yields each person below the headers, and the problem with the row, if any. */
function* readRows(table: readonly (readonly string[])[], headersAt: number, columns: ColumnMap) {
  const used = Object.values(columns).flat();
  const rowOfCells = new Map<string, number>();
  for (const [offset, cells] of table.slice(headersAt + 1).entries()) {
    if (isEmpty(cells)) continue;
    const row = headersAt + offset + 2;
    const text = JSON.stringify(cells.map(squeezed));
    const sameAs = rowOfCells.get(text);
    const person: ListedPerson = { ...readPerson(cells, row, columns), ...(sameAs === undefined ? {} : { sameAs }) };
    if (sameAs === undefined) rowOfCells.set(text, row);
    yield [
      person,
      shapeProblem(cells, table[headersAt] ?? [], used) ?? listedProblem(person, columns, table[headersAt] ?? []),
    ] as const;
  }
}

/** Reads a class list from the cells of a table. Throws a failure if no header row has the required columns. */
export function readClassList(table: readonly (readonly string[])[], flags: ColumnFlags): ClassList {
  const at = headerRow(table, flags);
  const headers = table[at] ?? [];
  const columns = mapColumns(headers, flags);
  const conflict = ambiguity(columns, headers);
  if (conflict !== undefined) throw ambiguousColumn(conflict.field, conflict.headers);
  const people: ListedPerson[] = [];
  const problems: RowProblem[] = [];
  for (const [person, problem] of readRows(table, at, columns)) {
    if (problem === undefined) people.push(person);
    else problems.push({ row: person.row, column: problem.header ?? '', why: problem.why });
  }
  return { headers, columns, people, problems };
}
