import type { Cell, Row, Table } from '../document/blocks.ts';
import { breakLines, type Line } from './break-lines.ts';
import { columnWidths } from './column-widths.ts';
import type { Flowable } from './flowable.ts';
import type { StructureElement, TaggedDocument } from './tagged-document.ts';
import type { TextMeasure } from './text-measure.ts';
import { area, areaWidth, cellStyle, colours } from './theme.ts';

interface MeasuredCell {
  readonly cell: Cell;
  readonly lines: readonly Line[];
  readonly x: number;
}

interface MeasuredRow {
  readonly cells: readonly MeasuredCell[];
  /** The number of lines of its highest cell. */
  readonly lineCount: number;
}

interface RowStructure {
  readonly row: StructureElement;
  readonly cells: readonly StructureElement[];
}

const heightOf = (lineCount: number): number => lineCount * cellStyle.lineHeight + 2 * cellStyle.paddingY;

/** A row that is higher than a page begins with at least this many lines, and goes on with at least as many. */
const minPartLines = 5;

/** A head that is higher is not repeated: there would be little space for rows. */
const maxHeadHeight = (area.bottom - area.top) / 3;

/** A table that repeats its head on each page. A row that is higher than a page continues on the next one. */
export class TableBlock implements Flowable {
  readonly before = cellStyle.before;
  readonly after = cellStyle.after;
  readonly staysWithNext = false;
  readonly startHeight: number;
  readonly #measure: TextMeasure;
  readonly #rows: readonly Row[];
  readonly #head: readonly MeasuredRow[];
  readonly #headHeight: number;
  readonly #widths: readonly number[];

  constructor(table: Table, measure: TextMeasure) {
    this.#measure = measure;
    this.#widths = columnWidths(table, areaWidth);
    const head = table.head.map((row) => this.#measured(row, true));
    const height = head.reduce((sum, { lineCount }) => sum + heightOf(lineCount), 0);
    const isRepeated = height <= maxHeadHeight;
    this.#head = isRepeated ? head : [];
    this.#headHeight = isRepeated ? height : 0;
    this.#rows = isRepeated ? table.body : [...table.head, ...table.body];
    const first = this.#measured(this.#rows[0] ?? [], false);
    this.startHeight = this.#headHeight + heightOf(this.#isLong(first) ? minPartLines : first.lineCount);
  }

  #measured(row: Row, isHead: boolean): MeasuredRow {
    let x = area.left;
    const cells = this.#widths.map((width, index): MeasuredCell => {
      const cell: Cell = row[index] ?? { isHeader: false, scope: 'Column', runs: [] };
      const runs = cell.isHeader || isHead ? cell.runs.map((run) => ({ ...run, isBold: true })) : cell.runs;
      const lines = breakLines(runs, width - 2 * cellStyle.paddingX, cellStyle.size, this.#measure);
      const measured = { cell, lines, x };
      x += width;
      return measured;
    });
    return { cells, lineCount: Math.max(1, ...cells.map(({ lines }) => lines.length)) };
  }

  /** Whether a row does not fit on a page of its own. */
  #isLong({ lineCount }: MeasuredRow): boolean {
    return heightOf(lineCount) > area.bottom - area.top - this.#headHeight;
  }

  draw(document: TaggedDocument, parent: StructureElement): void {
    const table = document.addElement(parent, 'Table');
    if (this.#head.length > 0) {
      const head = document.addElement(table, 'THead');
      for (const row of this.#head) this.#drawHeadRow(document, row, head);
      head.end();
    }
    const body = document.addElement(table, 'TBody');
    for (const row of this.#rows) this.#drawBodyRow(document, body, this.#measured(row, false));
    table.end();
  }

  #drawBodyRow(document: TaggedDocument, body: StructureElement, row: MeasuredRow): void {
    const structure = this.#rowStructure(document, body, row);
    if (!this.#isLong(row) && heightOf(row.lineCount) > document.spaceLeft) this.#continueOnNextPage(document);
    for (let done = 0; done < row.lineCount; ) {
      const left = row.lineCount - done;
      const fitting = Math.floor((document.spaceLeft - 2 * cellStyle.paddingY) / cellStyle.lineHeight + 0.001);
      if (fitting < Math.min(left, minPartLines)) {
        this.#continueOnNextPage(document);
        continue;
      }
      this.#drawPart(document, row, structure, done, done + Math.min(left, fitting));
      done += fitting;
    }
    structure.row.end();
  }

  #rowStructure(document: TaggedDocument, parent: StructureElement, { cells }: MeasuredRow): RowStructure {
    const row = document.addElement(parent, 'TR');
    return {
      row,
      cells: cells.map(({ cell: { isHeader, scope } }) =>
        isHeader ? document.addElement(row, 'TH', { scope }) : document.addElement(row, 'TD'),
      ),
    };
  }

  #drawHeadRow(document: TaggedDocument, row: MeasuredRow, head: StructureElement): void {
    const structure = this.#rowStructure(document, head, row);
    this.#drawBackground(document, row);
    this.#drawPart(document, row, structure, 0, row.lineCount);
    structure.row.end();
  }

  #drawBackground(document: TaggedDocument, { lineCount }: MeasuredRow): void {
    document.drawArtifact((pdf) => {
      pdf.rect(area.left, document.y, areaWidth, heightOf(lineCount)).fill(colours.head);
    });
  }

  /** The repeated head is not part of the structure: a reader would hear it in the middle of the table. */
  #continueOnNextPage(document: TaggedDocument): void {
    document.addPage();
    for (const row of this.#head) {
      this.#drawBackground(document, row);
      document.drawArtifact(() => {
        for (const { lines, x } of row.cells) {
          document.printLines(lines, { x: x + cellStyle.paddingX, y: document.y + cellStyle.paddingY }, cellStyle);
        }
      }, 'Pagination');
      this.#endRow(document, row.lineCount);
    }
  }

  /** Draws some lines of each cell. */
  #drawPart(document: TaggedDocument, row: MeasuredRow, { cells }: RowStructure, from: number, to: number): void {
    row.cells.forEach(({ cell, lines, x }, index) => {
      const element = cells[index];
      if (element === undefined) return;
      const at = { x: x + cellStyle.paddingX, y: document.y + cellStyle.paddingY };
      document.drawLines(element, cell.isHeader ? 'TH' : 'TD', lines.slice(from, to), at, cellStyle);
    });
    this.#endRow(document, to - from);
  }

  #endRow(document: TaggedDocument, lineCount: number): void {
    document.y += heightOf(lineCount);
    document.drawArtifact((pdf) => {
      pdf.moveTo(area.left, document.y).lineTo(area.right, document.y).lineWidth(0.5).stroke(colours.line);
    });
  }
}
