/** The size of a drawn icon, in pixels. */
export const iconSize = { width: 200, height: 200 } as const;

const colours: Readonly<Record<string, string>> = {
  folder: '#d9a441',
  link: '#3b7dd8',
  pdf: '#c0392b',
  image: '#2e8b57',
  video: '#7d3c98',
  audio: '#a04000',
  word: '#2b579a',
  odt: '#2b579a',
  excel: '#217346',
  ods: '#217346',
  powerpoint: '#c43e1c',
  odp: '#c43e1c',
  licence: '#37474f',
};

const neutral = '#607d8b';

const folderShape = (colour: string): string =>
  `<path d="M20 60a10 10 0 0 1 10-10h45l15 18h80a10 10 0 0 1 10 10v72a10 10 0 0 1-10 10H30a10 10 0 0 1-10-10z" fill="${colour}"/>` +
  '<path d="M20 82h160" stroke="#fff" stroke-opacity=".5" stroke-width="4"/>';

const sheetShape = (colour: string): string =>
  '<path d="M50 20h70l35 35v125H50z" fill="#fff" stroke="#b0bec5" stroke-width="4"/>' +
  '<path d="M120 20v35h35" fill="#eceff1" stroke="#b0bec5" stroke-width="4"/>' +
  `<rect x="35" y="105" width="130" height="44" rx="6" fill="${colour}"/>`;

const label = (text: string, y: number): string =>
  `<text x="100" y="${y}" font-family="sans-serif" font-size="${text.length > 8 ? 18 : 26}" font-weight="bold" text-anchor="middle" fill="#fff">${text}</text>`;

/** The shapes of an icon, as SVG elements in a square of 200 units. `kind` as for `drawIcon`. */
export function shapesOf(kind: string): string {
  const [family = '', ...rest] = kind.split('-');
  const name = rest.join('-');
  const colour = colours[name] ?? colours[family] ?? neutral;
  const word = (name === '' ? family : name).replaceAll('_', ' ').toUpperCase();
  return kind === 'folder' ? folderShape(colour) : sheetShape(colour) + label(word, 136);
}

/**
 * Draws the icon of a kind such as `folder`, `file-pdf` or `licence-cc_by` as SVG, in `iconSize`. The kind consists of letters,
 * digits, `-` and `_`, so it cannot contain markup.
 */
export function drawIcon(kind: string): string {
  const { width, height } = iconSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 200 200">${shapesOf(kind)}</svg>\n`;
}
