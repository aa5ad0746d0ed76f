import type { Report } from '../../../ports/report-writer.ts';
import type { Block } from '../document/blocks.ts';
import type { Flowable } from './flowable.ts';
import { ListBlock } from './list-block.ts';
import { ruleBlock } from './rule-block.ts';
import { TableBlock } from './table-block.ts';
import { TaggedDocument } from './tagged-document.ts';
import { TextBlock } from './text-block.ts';
import type { TextMeasure } from './text-measure.ts';
import { area, areaWidth, colours, footer } from './theme.ts';

function flowableOf(block: Block, measure: TextMeasure): Flowable | 'page-break' {
  switch (block.kind) {
    case 'list':
      return new ListBlock(block, measure);
    case 'table':
      return new TableBlock(block, measure);
    case 'rule':
      return ruleBlock;
    case 'page-break':
      return 'page-break';
    default:
      return new TextBlock(block, measure);
  }
}

/** Measures blocks when they are needed, and forgets them behind the place that is drawn. */
class Blocks {
  readonly #blocks: readonly Block[];
  readonly #measure: TextMeasure;
  readonly #measured = new Map<number, Flowable | 'page-break'>();

  constructor(blocks: readonly Block[], measure: TextMeasure) {
    this.#blocks = blocks;
    this.#measure = measure;
  }

  at(index: number): Flowable | 'page-break' | undefined {
    const block = this.#blocks[index];
    if (block === undefined) return undefined;
    const measured = this.#measured.get(index) ?? flowableOf(block, this.#measure);
    this.#measured.set(index, measured);
    return measured;
  }

  forget(index: number): void {
    this.#measured.delete(index);
  }

  /** The height of what stays together with the beginning of a block: for a heading, the beginning of the next block as well. */
  startHeight(index: number): number {
    const block = this.at(index);
    if (block === undefined || block === 'page-break') return 0;
    const next = this.at(index + 1);
    if (!block.staysWithNext || next === undefined || next === 'page-break') return block.startHeight;
    return block.startHeight + Math.max(block.after, next.before) + this.startHeight(index + 1);
  }
}

/** Leaves the space above a block, or begins a page if its beginning does not fit. */
function makeRoom(document: TaggedDocument, gap: number, height: number): void {
  if (document.isAtTop) return;
  document.y += gap;
  if (height > document.spaceLeft) document.addPage();
}

function drawBlocks(document: TaggedDocument, blocks: readonly Block[]): void {
  const measured = new Blocks(blocks, document.measure);
  let gap = 0;
  for (let index = 0; index < blocks.length; index++) {
    const block = measured.at(index);
    if (block === undefined) continue;
    if (block === 'page-break') {
      if (!document.isAtTop) document.addPage();
    } else {
      makeRoom(document, Math.max(gap, block.before), measured.startHeight(index));
      block.draw(document, document.root);
      gap = block.after;
    }
    measured.forget(index);
  }
}

function drawFooters(document: TaggedDocument, title: string): void {
  document.onEachPage((pdf, number, count) => {
    pdf.moveTo(area.left, footer.lineY).lineTo(area.right, footer.lineY).lineWidth(0.5).stroke(colours.line);
    document.measure.use('regular');
    pdf.fontSize(footer.size).fillColor(colours.muted);
    pdf.text(title, area.left, footer.y, { lineBreak: false });
    const text = `Seite ${number} von ${count}`;
    pdf.text(text, area.left + areaWidth - pdf.widthOfString(text), footer.y, { lineBreak: false });
  });
}

/** Sets the blocks of a report as a PDF: A4, tagged, PDF/A-2a. */
export async function writePdf(report: Report, blocks: readonly Block[], fontFolder: string): Promise<Uint8Array> {
  const document = new TaggedDocument(report, fontFolder);
  drawBlocks(document, blocks);
  drawFooters(document, report.title);
  return await document.finish();
}
