import { type FontName, readFont } from './fonts.ts';

type Document = PDFKit.PDFDocument;

/** What pdfkit does not export: the font in use, as its font library read it. */
interface FontInUse {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** A part of a word in one font. The width is that at a font size of 1. */
export interface MeasuredText {
  readonly text: string;
  readonly font: FontName;
  readonly width: number;
}

/** Part of a word. */
export interface Piece extends MeasuredText {
  /** The address that it links to. */
  readonly link: string | undefined;
}

/** What stays on one line: a word with the space behind it, in one or more fonts. */
export type Word = readonly Piece[];

/** Shown for a character that no font has. */
const replacement = '\ufffd';

const privateUse = /\p{Co}/u;

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

/** The single characters of a text, with their accents. */
export const charactersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Measures words, and chooses for each character a font that has it. */
export class TextMeasure {
  readonly #document: Document;
  readonly #fontFolder: string;
  readonly #registered = new Set<FontName>();
  /** By font, then by word. */
  readonly #words = new Map<FontName, Map<string, readonly MeasuredText[]>>();

  constructor(document: Document, fontFolder: string) {
    this.#document = document;
    this.#fontFolder = fontFolder;
  }

  /** Makes a font the current one. */
  use(font: FontName): void {
    if (!this.#registered.has(font)) {
      this.#document.registerFont(font, readFont(this.#fontFolder, font));
      this.#registered.add(font);
    }
    this.#document.font(font);
  }

  /** At a font size of 1. The same in all styles, nearly. */
  get spaceWidth(): number {
    return this.measure(' ', 'regular')[0]?.width ?? 0;
  }

  /** The parts of a word: one, unless the font lacks some of its characters. */
  measure(word: string, font: FontName): readonly MeasuredText[] {
    const words = this.#words.get(font) ?? new Map<string, readonly MeasuredText[]>();
    this.#words.set(font, words);
    let measured = words.get(word);
    if (measured === undefined) {
      measured = this.#measureNew(word, font);
      words.set(word, measured);
    }
    return measured;
  }

  #measureNew(word: string, font: FontName): MeasuredText[] {
    if (this.#has(font, word)) return [this.#measured(word, font)];
    const parts: { text: string; font: FontName }[] = [];
    for (const character of charactersOf(word)) {
      const part = this.#shownAs(character, font);
      const last = parts.at(-1);
      if (last?.font === part.font) last.text += part.text;
      else parts.push(part);
    }
    return parts.map((part) => this.#measured(part.text, part.font));
  }

  #shownAs(character: string, font: FontName): { text: string; font: FontName } {
    if (this.#has(font, character)) return { text: character, font };
    return this.#has('regular', character) ? { text: character, font: 'regular' } : { text: replacement, font };
  }

  /** PDF/A accepts no characters whose meaning is private. */
  #has(font: FontName, text: string): boolean {
    this.use(font);
    const { font: opened } = (this.#document as unknown as FontInUse)._font;
    return (
      !privateUse.test(text) &&
      Array.from(text).every((letter) => opened.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    );
  }

  #measured(text: string, font: FontName): MeasuredText {
    this.use(font);
    return { text, font, width: this.#document.fontSize(1).widthOfString(text) };
  }
}
