import { escapeHtml } from '../../base/escape-html.ts';
import { areaTitles, type ExportArea } from './export-areas.ts';

/** A link to a file of the archive. */
export interface IndexLink {
  readonly label: string;
  /** In the archive. */
  readonly path: string;
}

/** An entry of an area: a node, a comment or a feedback. */
export interface IndexEntry {
  readonly name: string;
  /** Its folder in the archive. */
  readonly folder: string;
  readonly links: readonly IndexLink[];
}

/** A page of the index of an area. */
export interface AreaPage {
  readonly area: ExportArea;
  /** From 1. */
  readonly number: number;
  readonly hasNext: boolean;
  readonly entries: readonly IndexEntry[];
}

/** What the first page of the archive shows. */
export interface RootPage {
  readonly person: string;
  /** The date of the export, in German. */
  readonly date: string;
  /** The areas with entries. */
  readonly areas: readonly { readonly area: ExportArea; readonly count: number }[];
  /** The path of the report; undefined if there is none. */
  readonly report: string | undefined;
}

/** The path of a page of an area in the archive. */
export const areaPagePath = (area: ExportArea, number: number): string =>
  `index/${area.replace('/', '-')}-${number}.html`;

const href = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const link = (path: string, label: string): string => `<a href="${escapeHtml(path)}">${escapeHtml(label)}</a>`;

const style =
  'body{font-family:sans-serif;line-height:1.5;max-width:60rem;margin:2rem auto;padding:0 1rem}li{margin:.4rem 0}.path{color:#555}';

/** A page without scripts that loads nothing, so that it can be opened offline. */
const page = (title: string, body: readonly string[]): string =>
  [
    '<!doctype html>',
    '<html lang="de">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');

function entryItem({ name, folder, links }: IndexEntry): string {
  const files = links.map(({ label, path }) => link(`../${href(path)}`, label));
  return `<li><strong>${escapeHtml(name)}</strong> <span class="path">${escapeHtml(folder)}</span><br>${files.join(' · ')}</li>`;
}

/** The HTML of a page of an area. */
export function areaPage({ area, number, hasNext, entries }: AreaPage): string {
  const title = areaTitles[area];
  const fileOf = (other: number): string => areaPagePath(area, other).replace('index/', '');
  const ways = [
    link('../index.html', 'Übersicht'),
    ...(number > 1 ? [link(fileOf(number - 1), 'Vorige Seite')] : []),
    ...(hasNext ? [link(fileOf(number + 1), 'Nächste Seite')] : []),
  ];
  const way = `<p>${ways.join(' · ')}</p>`;
  return page(title, [`<h1>${escapeHtml(title)}</h1>`, way, '<ul>', ...entries.map(entryItem), '</ul>', way]);
}

/** The HTML of the first page, `index.html`. */
export function rootPage({ person, date, areas, report }: RootPage): string {
  const title = 'Auskunft über gespeicherte Daten';
  const items = areas.map(({ area, count }) => {
    const entries = count === 1 ? '1 Eintrag' : `${count} Einträge`;
    return `<li>${link(areaPagePath(area, 1), areaTitles[area])} (${entries})</li>`;
  });
  return page(title, [
    `<h1>${title}</h1>`,
    `<p>${escapeHtml(person)}, ${escapeHtml(date)}</p>`,
    ...(report === undefined ? [] : [`<p>${link(href(report), 'Bericht (PDF)')}</p>`]),
    ...(items.length === 0 ? ['<p>Es sind keine weiteren Daten gespeichert.</p>'] : ['<ul>', ...items, '</ul>']),
  ]);
}
