import { lineBreak, type Run } from '../document/blocks.ts';
import { type FontName, fontOf } from './fonts.ts';
import { isRightToLeft, visualOrder } from './right-to-left.ts';
import { charactersOf, type Piece, type TextMeasure, type Word } from './text-measure.ts';

/** Text in one font, at its place in the line, in points. */
interface Fragment {
  readonly text: string;
  readonly font: FontName;
  readonly link: string | undefined;
  readonly x: number;
  readonly width: number;
}

export type Line = readonly Fragment[];

/** Behind a space, and behind a hyphen or slash between letters. */
const breakable = /(?<= )|(?<=\u2028)|(?=\u2028)|(?<=\p{L}[-/])(?=\p{L})/u;

const endsWord = (text: string): boolean => / $|\p{L}[-/]$/u.test(text);

const widthOf = (pieces: Word): number => pieces.reduce((sum, { width }) => sum + width, 0);

/** A line break is a word without pieces. */
function wordsOf(runs: readonly Run[], measure: TextMeasure): Word[] {
  const words: Piece[][] = [];
  let isOpen = false;
  for (const run of runs) {
    const font = fontOf(run);
    for (const part of run.text.split(breakable)) {
      const pieces =
        part === lineBreak ? [] : measure.measure(part, font).map((piece) => ({ ...piece, link: run.link }));
      if (isOpen && part !== lineBreak) words.at(-1)?.push(...pieces);
      else words.push(pieces);
      isOpen = part !== lineBreak && !endsWord(part);
    }
  }
  return words;
}

/** The characters of a word that is too long for a line, each as a word. */
const characters = (word: Word, measure: TextMeasure): Word[] =>
  word.flatMap(({ text, font, link }) =>
    charactersOf(text).map((character) => measure.measure(character, font).map((piece) => ({ ...piece, link }))),
  );

/** Joins pieces in the same font. pdfkit cannot set several words from right to left, so these stay single. */
function lineOf(words: readonly Word[], size: number, measure: TextMeasure): Line {
  const fragments: (Fragment & { text: string; width: number })[] = [];
  let x = 0;
  for (const { text, font, link, width } of visualOrder(words, measure.spaceWidth)) {
    const last = fragments.at(-1);
    if (
      last !== undefined &&
      last.font === font &&
      last.link === link &&
      !isRightToLeft(last.text) &&
      !isRightToLeft(text)
    ) {
      last.text += text;
      last.width += width * size;
    } else {
      fragments.push({ text, font, link, x, width: width * size });
    }
    x += width * size;
  }
  return fragments;
}

/** The width of a word without the space behind it, at a font size of 1. */
function visibleWidth(word: Word, measure: TextMeasure): number {
  const last = word.at(-1);
  if (last === undefined || !last.text.endsWith(' ')) return widthOf(word);
  return widthOf(word) - measure.spaceWidth;
}

/** Breaks a text into lines of at most `width` points. */
export function breakLines(runs: readonly Run[], width: number, size: number, measure: TextMeasure): Line[] {
  const lines: Line[] = [];
  const available = width / size;
  let line: Word[] = [];
  let used = 0;
  const endLine = (): void => {
    lines.push(lineOf(line, size, measure));
    line = [];
    used = 0;
  };
  const add = (word: Word): void => {
    if (line.length > 0 && used + visibleWidth(word, measure) > available) endLine();
    line.push(word);
    used += widthOf(word);
  };
  for (const word of wordsOf(runs, measure)) {
    if (word.length === 0) endLine();
    else if (visibleWidth(word, measure) > available) characters(word, measure).forEach(add);
    else add(word);
  }
  if (line.length > 0) endLine();
  return lines;
}
