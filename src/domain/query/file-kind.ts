import { foldedForms } from '../text/folding.ts';
import { haveSameStem } from '../text/stems.ts';
import type { Query } from './query.ts';

const formatIs = (value: string): Query => ({ kind: 'value', field: 'cclom:format', value });
const formatHas = (text: string): Query => ({ kind: 'words', field: 'cclom:format', text, match: 'exact' });
const packageIs = (format: string): Query => ({ kind: 'value', field: 'ccm:ccressourcetype', value: format });
const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

interface FileKind {
  /** What people call it, in German and English. The first is its name. */
  readonly names: readonly string[];
  /** Any of these. */
  readonly queries: readonly Query[];
}

/** The kinds of files by which people search. */
const fileKinds: readonly FileKind[] = [
  { names: ['pdf'], queries: [formatIs('application/pdf')] },
  {
    names: ['word', 'textdokument', 'document'],
    queries: [
      ...['application/msword', 'application/rtf', 'text/rtf'].map(formatIs),
      ...[`${office}.wordprocessingml.document`, `${openDocument}.text`].map(formatIs),
    ],
  },
  {
    names: ['excel', 'tabelle', 'spreadsheet'],
    queries: [
      ...['application/vnd.ms-excel', `${office}.spreadsheetml.sheet`, `${openDocument}.spreadsheet`],
      ...['text/csv', 'text/tab-separated-values'],
    ].map(formatIs),
  },
  {
    names: ['powerpoint', 'präsentation', 'folien', 'presentation', 'slides'],
    queries: [
      'application/vnd.ms-powerpoint',
      `${office}.presentationml.presentation`,
      `${openDocument}.presentation`,
    ].map(formatIs),
  },
  { names: ['video', 'film'], queries: [formatHas('video')] },
  { names: ['audio', 'ton', 'musik'], queries: [formatHas('audio')] },
  { names: ['image', 'bild', 'foto', 'picture', 'photo'], queries: [formatHas('image')] },
  { names: ['text', 'markdown'], queries: ['text/plain', 'text/markdown'].map(formatIs) },
  { names: ['h5p'], queries: [{ kind: 'words', field: 'name', text: 'h5p', match: 'exact' }, packageIs('h5p')] },
  { names: ['package', 'lernpaket', 'scorm'], queries: ['scorm', 'imscp', 'imscc'].map(packageIs) },
  { names: ['link', 'weblink'], queries: [{ kind: 'exists', field: 'ccm:wwwurl' }] },
  { names: ['folder', 'ordner'], queries: [{ kind: 'value', field: 'TYPE', value: 'ccm:map' }] },
];

/** The names by which kinds of files are asked for, in English. */
export const fileKindNames: readonly string[] = fileKinds.map(({ names }) => names[0] ?? '');

/** The query for files of a kind by one of its names in any form, such as `pdf` or `präsentationen`; undefined for any other word. */
export function queryOfFileKind(name: string): Query | undefined {
  const [folded = ''] = foldedForms(name);
  const isForm = (other = ''): boolean => other === folded || haveSameStem(other, folded);
  const kind = fileKinds.find(({ names }) => names.some((one) => isForm(foldedForms(one)[0])));
  return kind && { kind: 'any', of: kind.queries };
}
