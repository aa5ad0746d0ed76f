import { onOneLine } from '../print/printable.ts';
import { type Failure, usageFailure } from '../program/failure.ts';
import { bare } from '../tables/folded.ts';

/** What a column can contain. */
export const fields = ['user', 'firstName', 'lastName', 'name', 'email', 'group', 'password', 'affiliation'] as const;
export type Field = (typeof fields)[number];

/** The German and English headers that are recognized, normalized by `bare`. */
const defaultHeaders: Readonly<Record<Field, readonly string[]>> = {
  user: [
    'benutzername',
    'benutzer',
    'benutzerkennung',
    'nutzername',
    'anmeldename',
    'loginname',
    'login',
    'kennung',
    'username',
    'user',
    'userid',
    'account',
    'accountname',
  ],
  firstName: ['vorname', 'vornamen', 'rufname', 'schuelervorname', 'firstname', 'givenname', 'forename'],
  lastName: ['nachname', 'familienname', 'zuname', 'schuelernachname', 'lastname', 'surname', 'familyname'],
  name: [
    'name',
    'namevorname',
    'nachnamevorname',
    'vornamename',
    'vornamenachname',
    'schuelername',
    'schueler',
    'schuelerin',
    'vollername',
    'anzeigename',
    'fullname',
    'displayname',
  ],
  email: ['email', 'emailadresse', 'mail', 'mailadresse', 'epost', 'emailaddress', 'mailaddress'],
  group: [
    'klasse',
    'klassen',
    'stammklasse',
    'gruppe',
    'gruppen',
    'kurs',
    'kurse',
    'lerngruppe',
    'class',
    'classes',
    'group',
    'groups',
    'course',
    'courses',
  ],
  password: ['passwort', 'kennwort', 'startpasswort', 'initialpasswort', 'erstpasswort', 'password'],
  affiliation: ['rolle', 'funktion', 'personengruppe', 'role', 'affiliation', 'primaryaffiliation'],
};

/** The columns of each field, numbered from 0. Only groups may have several columns. */
export type ColumnMap = Readonly<Record<Field, readonly number[]>>;

/** The headers that `--columns` assigns to a field. With an empty list, the field has no column. */
export type ColumnFlags = ReadonlyMap<Field, readonly string[]>;

const isField = (text: string): text is Field => fields.some((field) => field === text);

const notAMap = (text: string, why: string): Failure =>
  usageFailure(
    `"${text}" is not a valid column map.`,
    why,
    `For example: --columns 'user=Login,firstName=Vorname,group=Klasse'`,
  );

/** Parses `field=header,field=header`. Fields may be repeated. `field=` means that the field has no column. */
export function readColumns(text: string): ColumnFlags {
  const flags = new Map<Field, readonly string[]>();
  // A header may contain a comma, so only a comma before the next `field=` separates.
  for (const part of text.split(/,(?=\s*[A-Za-z]+\s*=)/)) {
    const equals = part.indexOf('=');
    const field = part.slice(0, Math.max(0, equals)).trim();
    const header = part.slice(equals + 1).trim();
    if (!isField(field)) throw notAMap(text, `The fields are: ${fields.join(', ')}.`);
    flags.set(field, header === '' ? [] : [...(flags.get(field) ?? []), header]);
  }
  return flags;
}

/** The columns with this header: exact matches, or else normalized matches, or else the column with this number, from 1. */
function columnsOf(header: string, headers: readonly string[]): number[] {
  const columnsWhere = (fits: (candidate: string) => boolean): number[] =>
    headers.flatMap((candidate, column) => (fits(candidate) ? [column] : []));
  const exact = columnsWhere((candidate) => candidate.trim() === header);
  if (exact.length > 0) return exact;
  const equivalent = columnsWhere((candidate) => bare(candidate) !== '' && bare(candidate) === bare(header));
  if (equivalent.length > 0) return equivalent;
  const number = /^\d{1,3}$/.test(header) ? Number(header) : 0;
  return number >= 1 && number <= headers.length ? [number - 1] : [];
}

function assignedColumns(flags: ColumnFlags, headers: readonly string[]): Map<Field, readonly number[]> {
  const assigned = new Map<Field, readonly number[]>();
  for (const [field, names] of flags)
    assigned.set(
      field,
      names.flatMap((header) => columnsOf(header, headers)),
    );
  return assigned;
}

/**
 * Assigns columns to fields, by `--columns` or else by the recognized headers. In a table with first names, `Name` is the
 * last name.
 */
export function mapColumns(headers: readonly string[], flags: ColumnFlags): ColumnMap {
  const assigned = assignedColumns(flags, headers);
  const taken = new Set([...assigned.values()].flat());
  const detected = (field: Field): number[] =>
    headers.flatMap((header, column) =>
      !taken.has(column) && defaultHeaders[field].includes(bare(header)) ? [column] : [],
    );
  const columns = (field: Field): readonly number[] => assigned.get(field) ?? detected(field);
  const all: Record<Field, readonly number[]> = {
    user: columns('user'),
    firstName: columns('firstName'),
    lastName: columns('lastName'),
    name: columns('name'),
    email: columns('email'),
    group: columns('group'),
    password: columns('password'),
    affiliation: columns('affiliation'),
  };
  if (all.firstName.length === 0 || flags.has('name')) return all;
  return all.lastName.length === 0 ? { ...all, lastName: all.name, name: [] } : { ...all, name: [] };
}

/** Whether the columns contain user names or full names. */
export const identifiesPeople = (columns: ColumnMap): boolean =>
  columns.user.length > 0 || columns.name.length > 0 || (columns.firstName.length > 0 && columns.lastName.length > 0);

/** The first field except groups that several columns match, with their headers; undefined if there is none. */
export function ambiguity(
  columns: ColumnMap,
  headers: readonly string[],
): { readonly field: Field; readonly headers: readonly string[] } | undefined {
  const field = fields.find((candidate) => candidate !== 'group' && columns[candidate].length > 1);
  return field === undefined ? undefined : { field, headers: columns[field].map((column) => headers[column] ?? '') };
}

/** The headers in `--columns` that the table does not have. */
export const missingHeaders = (flags: ColumnFlags, headers: readonly string[]): string[] =>
  [...flags.values()].flat().filter((header) => columnsOf(header, headers).length === 0);

/** The headers of columns that no field uses. */
export function unusedHeaders(columns: ColumnMap, headers: readonly string[]): string[] {
  const used = new Set(Object.values(columns).flat());
  const unused = headers.filter((header, column) => header.trim() !== '' && !used.has(column));
  return [...new Set(unused.map(onOneLine))];
}
