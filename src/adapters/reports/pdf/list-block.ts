import type { List, ListItem } from '../document/blocks.ts';
import { breakLines, type Line } from './break-lines.ts';
import type { Flowable } from './flowable.ts';
import type { StructureElement, TaggedDocument } from './tagged-document.ts';
import { flowLines, startHeightOf } from './text-flow.ts';
import type { TextMeasure } from './text-measure.ts';
import { area, areaWidth, listStyle, paragraphStyle } from './theme.ts';

interface MeasuredItem {
  readonly label: Line | undefined;
  readonly lines: readonly Line[];
  readonly lists: readonly ListBlock[];
}

/** Deeper lists are not indented further, so that a line has room for its text. */
const maxDepth = 6;

/** A list with the lists in its items. */
export class ListBlock implements Flowable {
  readonly before = 0;
  readonly after = paragraphStyle.after;
  readonly startHeight: number;
  readonly staysWithNext = false;
  readonly #items: readonly MeasuredItem[];
  readonly #x: number;

  constructor(list: List, measure: TextMeasure, depth = 0) {
    this.#x = area.left + Math.min(depth, maxDepth) * listStyle.indent;
    const width = areaWidth - (this.#x - area.left) - listStyle.indent;
    this.#items = list.items.map((item, index) =>
      this.#measured(item, list.isOrdered ? `${index + 1}.` : '•', { width, measure, depth }),
    );
    this.startHeight = startHeightOf(this.#items[0]?.lines ?? [], listStyle);
  }

  #measured(
    { runs, lists }: ListItem,
    label: string,
    { width, measure, depth }: { readonly width: number; readonly measure: TextMeasure; readonly depth: number },
  ): MeasuredItem {
    const [labelLine] = breakLines([{ text: label, isBold: false, isItalic: false }], width, listStyle.size, measure);
    return {
      label: labelLine,
      lines: breakLines(runs, width, listStyle.size, measure),
      lists: lists.map((list) => new ListBlock(list, measure, depth + 1)),
    };
  }

  draw(document: TaggedDocument, parent: StructureElement): void {
    const element = document.addElement(parent, 'L');
    this.#items.forEach((item, index) => {
      if (index > 0) document.y += listStyle.after;
      this.#drawItem(document, element, item);
    });
    element.end();
  }

  #drawItem(document: TaggedDocument, list: StructureElement, { label, lines, lists }: MeasuredItem): void {
    const height = Math.max(startHeightOf(lines, listStyle), listStyle.lineHeight);
    if (height > document.spaceLeft) document.addPage();
    const item = document.addElement(list, 'LI');
    const labelElement = document.addElement(item, 'Lbl');
    document.drawLines(
      labelElement,
      'Lbl',
      label === undefined ? [] : [label],
      { x: this.#x, y: document.y },
      listStyle,
    );
    const body = document.addElement(item, 'LBody');
    if (lines.length === 0 && lists.length === 0) document.y += listStyle.lineHeight;
    flowLines(document, body, { type: 'LBody', lines, x: this.#x + listStyle.indent, style: listStyle });
    for (const [index, inner] of lists.entries()) {
      if (index > 0 || lines.length > 0) document.y += listStyle.after;
      inner.draw(document, body);
    }
    item.end();
  }
}
