import type { Line } from './break-lines.ts';
import type { StructureElement, TaggedDocument } from './tagged-document.ts';
import type { TextStyle } from './theme.ts';

/** A page does not begin or end with a single line of a text. */
const together = 2;

/** The height of the lines that stay together at the beginning of a text. */
export const startHeightOf = (lines: readonly Line[], { lineHeight }: TextStyle): number =>
  // Of three lines, neither the first nor the last stays alone.
  lineHeight * (lines.length <= together + 1 ? lines.length : together);

/** How many of the lines are drawn on this page. */
function fittingLines(left: number, space: number, lineHeight: number): number {
  const fitting = Math.floor(space / lineHeight + 0.001);
  if (fitting >= left) return left;
  // One less, so that the next page has two.
  const count = left - fitting < together ? fitting - 1 : fitting;
  return count < together ? 0 : count;
}

/** Draws the lines of a text from `document.y`, on as many pages as they need. */
export function flowLines(
  document: TaggedDocument,
  element: StructureElement,
  {
    type,
    lines,
    x,
    style,
  }: { readonly type: string; readonly lines: readonly Line[]; readonly x: number; readonly style: TextStyle },
): void {
  for (let done = 0; done < lines.length; ) {
    const count = fittingLines(lines.length - done, document.spaceLeft, style.lineHeight);
    if (count === 0) {
      document.addPage();
      continue;
    }
    document.drawLines(element, type, lines.slice(done, done + count), { x, y: document.y }, style);
    document.y += count * style.lineHeight;
    done += count;
  }
}
