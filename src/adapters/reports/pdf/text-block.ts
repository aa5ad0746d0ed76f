import type { Heading, Paragraph } from '../document/blocks.ts';
import { breakLines, type Line } from './break-lines.ts';
import type { Flowable } from './flowable.ts';
import type { StructureElement, TaggedDocument } from './tagged-document.ts';
import { flowLines, startHeightOf } from './text-flow.ts';
import type { TextMeasure } from './text-measure.ts';
import { area, areaWidth, headingStyles, paragraphStyle, type TextStyle } from './theme.ts';

/** A heading or a paragraph. */
export class TextBlock implements Flowable {
  readonly before: number;
  readonly after: number;
  readonly startHeight: number;
  readonly staysWithNext: boolean;
  readonly #type: string;
  readonly #style: TextStyle;
  readonly #lines: readonly Line[];

  constructor(block: Heading | Paragraph, measure: TextMeasure) {
    const isHeading = block.kind === 'heading';
    this.#type = isHeading ? `H${block.level}` : 'P';
    this.#style = isHeading ? headingStyles[block.level] : paragraphStyle;
    const runs = isHeading ? block.runs.map((run) => ({ ...run, isBold: true })) : block.runs;
    this.#lines = breakLines(runs, areaWidth, this.#style.size, measure);
    this.before = this.#style.before;
    this.after = this.#style.after;
    this.staysWithNext = isHeading;
    this.startHeight = isHeading
      ? this.#lines.length * this.#style.lineHeight
      : startHeightOf(this.#lines, this.#style);
  }

  draw(document: TaggedDocument, parent: StructureElement): void {
    const element = document.addElement(parent, this.#type);
    flowLines(document, element, { type: this.#type, lines: this.#lines, x: area.left, style: this.#style });
    element.end();
  }
}
