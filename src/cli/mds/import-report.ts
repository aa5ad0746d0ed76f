import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView } from '../print/view.ts';

export type ImportReport = Result<Operations['importMetadata']>;

type ImportedSet = ImportReport['sets'][number];
type ImportedList = ImportReport['valueLists'][number];

export type Imported =
  | ({ readonly kind: 'metadata set' } & ImportedSet)
  | ({ readonly kind: 'value list' } & ImportedList);

export const importedOf = ({ sets, valueLists }: ImportReport): Imported[] => [
  ...sets.map((set) => ({ kind: 'metadata set' as const, ...set })),
  ...valueLists.map((list) => ({ kind: 'value list' as const, ...list })),
];

const forms: Readonly<Record<Imported['form'], string>> = {
  xml: 'XML',
  'value-space': 'XML value space',
  skos: 'SKOS vocabulary',
  'edu-repo': 'YAML or JSON',
};

const counted = (count: number, what: string, plural = `${what}s`): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? what : plural}`];

const partsOfSet = (set: ImportedSet): string[] => [
  ...counted(set.types, 'type'),
  ...counted(set.fields, 'field'),
  ...counted(set.forms, 'form'),
  ...counted(set.views, 'view'),
  ...counted(set.groups, 'group'),
  ...counted(set.lists, 'list'),
  ...counted(set.sorts, 'sort'),
  ...counted(set.queries, 'query', 'queries'),
  ...counted(set.criteria, 'criterion', 'criteria'),
];

const partsOfList = ({ entries, below, languages }: ImportedList): string[] => [
  ...counted(entries, 'entry', 'entries'),
  ...(below === 0 ? [] : [`${below} nested`]),
  ...(languages.length === 0 ? [] : [`in ${languages.join(', ')}`]),
];

const contentOf = (imported: Imported): string =>
  (imported.kind === 'metadata set' ? partsOfSet(imported) : partsOfList(imported)).join(', ');

/** JSON output is the whole report. */
export const importedList = (report: ImportReport): ListView<Imported> => ({
  columns: [
    { title: 'what', value: ({ kind }) => kind },
    { title: 'id', value: ({ id }) => id },
    { title: 'replaces', value: ({ replaces }) => (replaces ? 'yes' : 'no') },
    { title: 'content', value: contentOf },
    { title: 'from', value: ({ file, form }) => (file === '' ? 'existing' : `${file} (${forms[form]})`) },
  ],
  id: ({ id }) => id,
  whole: () => report,
});

const kinds: Readonly<Record<ImportReport['notes'][number]['kind'], string>> = {
  'left-out': 'left out',
  unknown: 'unknown',
  changed: 'changed',
  unusable: 'not usable',
};

/** The maximum number of line numbers in one note. */
const maxLines = 8;

function locationOf({ file, lines }: ImportReport['notes'][number]): string {
  if (lines.length === 0) return file;
  const named = lines.slice(0, maxLines).join(', ');
  const more = lines.length > maxLines ? ` and ${lines.length - maxLines} more` : '';
  return `${file}, line${lines.length === 1 ? '' : 's'} ${named}${more}`;
}

/** One line per note, with file and line numbers. */
export function noteLines({ notes, moreNotes }: ImportReport): string[] {
  const lines = notes.map((note) => `${locationOf(note)}: ${kinds[note.kind]}: ${note.message}`);
  return moreNotes === 0 ? lines : [...lines, `… and ${moreNotes} more`];
}
