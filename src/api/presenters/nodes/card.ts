import { type Extent, extentFor, type RequestedSize } from '../../../domain/renditions/thumbnail.ts';
import { shapesOf } from './drawing.ts';
import { titleLines } from './title-lines.ts';

/** In pixels, where no other size is asked for. */
export const cardSize: Extent = { width: 400, height: 300 };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

const lineHeight = 30;

/** Each line reads in the direction of its own letters. */
const lineOf = (text: string, index: number): string =>
  `<text x="200" y="${200 + index * lineHeight}" font-family="sans-serif" font-size="22" text-anchor="middle" unicode-bidi="plaintext" fill="#263238">${escaped(text)}</text>`;

/**
 * Draws what stands for a node without a picture, as SVG: its kind (as `drawIcon` takes it), and what it is called where
 * that may be seen. All that matters lies in the middle, so that it can be cut to a square.
 */
export function drawCard(kind: string, title: string | undefined, wanted: RequestedSize): string {
  const { width, height } = extentFor(cardSize, wanted);
  const lines = title === undefined ? [] : titleLines(title);
  const place = lines.length === 0 ? 'translate(100 50)' : 'translate(120 8) scale(.8)';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${cardSize.width} ${cardSize.height}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${cardSize.width}" height="${cardSize.height}" fill="#f5f7f8"/><g transform="${place}">${shapesOf(kind)}</g>` +
    `${lines.map(lineOf).join('')}</svg>\n`
  );
}
