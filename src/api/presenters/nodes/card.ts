import { escapeHtml } from '../../../base/escape-html.ts';
import { type Extent, extentFor, type RequestedSize } from '../../../domain/renditions/thumbnail.ts';
import { shapesOf } from './drawing.ts';
import { titleLines } from './title-lines.ts';

/** The default size, in pixels. */
export const cardSize: Extent = { width: 400, height: 300 };

const lineHeight = 30;

/** `plaintext`: each line has the direction of its own letters. */
const lineOf = (text: string, index: number): string =>
  `<text x="200" y="${200 + index * lineHeight}" font-family="sans-serif" font-size="22" text-anchor="middle" unicode-bidi="plaintext" fill="#263238">${escapeHtml(text)}</text>`;

/**
 * Draws the preview of a node without thumbnail as SVG: the icon of its kind (as for `drawIcon`), and its title unless that is
 * undefined. Icon and title are in the centre, so that the card can be cropped to a square.
 */
export function drawCard(kind: string, title: string | undefined, size: RequestedSize): string {
  const { width, height } = extentFor(cardSize, size);
  const lines = title === undefined ? [] : titleLines(title);
  const transform = lines.length === 0 ? 'translate(100 50)' : 'translate(120 8) scale(.8)';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${cardSize.width} ${cardSize.height}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${cardSize.width}" height="${cardSize.height}" fill="#f5f7f8"/><g transform="${transform}">${shapesOf(kind)}</g>` +
    `${lines.map(lineOf).join('')}</svg>\n`
  );
}
