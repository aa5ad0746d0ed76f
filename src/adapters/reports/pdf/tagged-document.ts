import PDFDocument from 'pdfkit';
import type { Report } from '../../../ports/report-writer.ts';
import type { Line } from './break-lines.ts';
import { TextMeasure } from './text-measure.ts';
import { area, colours, type TextStyle } from './theme.ts';

/** An element of the structure of the document, which screen readers follow. */
export type StructureElement = PDFKit.PDFStructureElement;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What pdfkit also accepts, and its types do not mention. */
interface StructureOptions {
  readonly scope?: 'Column' | 'Row';
}

interface PdfkitMetadata {
  _addInfo(): void;
  info: PDFKit.DocumentInfo;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** pdfkit writes the title into the XML of the metadata as it is. It has already written it elsewhere then. */
function escapeTitleInMetadata(document: PdfkitMetadata): void {
  const addInfo = document._addInfo;
  document._addInfo = () => {
    document.info = { ...document.info, Title: escapeXml(document.info.Title ?? '') };
    addInfo.call(document);
  };
}

function openDocument({ title, language, createdAt }: Report): PDFKit.PDFDocument {
  const options = {
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'edu-repo', Producer: 'PDFKit', CreationDate: createdAt },
    // The number of pages is printed on each.
    bufferPages: true,
    autoFirstPage: false,
    // No font yet. The one that pdfkit would open is not embedded.
    font: null as unknown as string,
  } as const;
  const document = new PDFDocument(options);
  escapeTitleInMetadata(document as unknown as PdfkitMetadata);
  return document;
}

/** A PDF whose texts and structure are written together, from top to bottom. */
export class TaggedDocument {
  readonly measure: TextMeasure;
  readonly root: StructureElement;
  readonly #document: PDFKit.PDFDocument;
  readonly #bytes: Promise<Uint8Array>;

  constructor(report: Report, fontFolder: string) {
    this.#document = openDocument(report);
    this.#bytes = collected(this.#document);
    this.measure = new TextMeasure(this.#document, fontFolder);
    this.root = this.#document.struct('Document');
    this.#document.addStructure(this.root);
    this.#document.addPage();
  }

  /** The place of the next block, which moves down. */
  y = area.top;

  get isAtTop(): boolean {
    return this.y <= area.top;
  }

  get spaceLeft(): number {
    return area.bottom - this.y;
  }

  addPage(): void {
    this.#document.addPage();
    this.y = area.top;
  }

  /** Adds an element at the end of another one. The caller ends it. */
  addElement(parent: StructureElement, type: string, options: StructureOptions = {}): StructureElement {
    const element = this.#document.struct(type, options as object);
    parent.add(element);
    return element;
  }

  /** Draws what belongs to the layout only. */
  drawArtifact(draw: (document: PDFKit.PDFDocument) => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#document.markContent('Artifact', { type });
    draw(this.#document);
    this.#document.endMarkedContent();
  }

  /** Draws the lines of an element of this type. It may already have lines on earlier pages. */
  drawLines(element: StructureElement, type: string, lines: readonly Line[], at: Point, style: TextStyle): void {
    lines.forEach((line, index) => {
      this.#drawLine(element, type, line, { x: at.x, y: at.y + index * style.lineHeight }, style);
    });
  }

  /** Prints lines without structure, for an artifact. */
  printLines(lines: readonly Line[], at: Point, style: TextStyle): void {
    lines.forEach((line, index) => {
      this.#printLine(line, { x: at.x, y: at.y + index * style.lineHeight }, style);
    });
  }

  #drawLine(element: StructureElement, type: string, line: Line, { x, y }: Point, style: TextStyle): void {
    for (let index = 0; index < line.length; ) {
      const link = line[index]?.link;
      const end = line.findIndex((fragment, position) => position > index && fragment.link !== link);
      const part = line.slice(index, end < 0 ? line.length : end);
      if (link === undefined) this.#drawMarked(element, type, part, { x, y }, style);
      else this.#drawLink(element, link, part, { x, y }, style);
      index += part.length;
    }
  }

  #drawMarked(element: StructureElement, type: string, line: Line, at: Point, style: TextStyle): void {
    element.add(this.#document.markStructureContent(type));
    this.#printLine(line, at, style);
    this.#document.endMarkedContent();
  }

  #printLine(line: Line, { x, y }: Point, style: TextStyle): void {
    for (const { text, font, link, x: offset } of line) {
      this.measure.use(font);
      this.#document.fillColor(link === undefined ? style.colour : colours.link);
      this.#document.fontSize(style.size).text(text, x + offset, y, { lineBreak: false });
    }
  }

  #drawLink(parent: StructureElement, address: string, line: Line, { x, y }: Point, style: TextStyle): void {
    const element = this.addElement(parent, 'Link');
    this.#drawMarked(element, 'Link', line, { x, y }, style);
    const left = x + (line[0]?.x ?? 0);
    const width = line.reduce((sum, fragment) => sum + fragment.width, 0);
    const options = { structParent: element, Contents: new String(address) };
    this.#document.link(left, y, width, style.lineHeight, address, options as object);
    // pdfkit takes the page of the link from the page at the end of its element.
    element.end();
  }

  /** Calls `draw` for each page, with its number from 1 and the number of pages. */
  onEachPage(draw: (document: PDFKit.PDFDocument, number: number, count: number) => void): void {
    const { start, count } = this.#document.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#document.switchToPage(start + index);
      this.drawArtifact((document) => draw(document, index + 1, count), 'Pagination');
    }
  }

  /** The bytes of the file. Nothing can be added afterwards. */
  async finish(): Promise<Uint8Array> {
    this.root.end();
    this.#document.end();
    return await this.#bytes;
  }
}

async function collected(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
