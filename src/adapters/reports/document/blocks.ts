/** Text in one style. It may contain `lineBreak`. */
export interface Run {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** The address that it links to. */
  readonly link?: string;
}

/** Stands for a line break in a text. Line feeds are white space in HTML, this character is not. */
export const lineBreak = '\u2028';

export interface Heading {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4;
  readonly runs: readonly Run[];
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly runs: readonly Run[];
}

export interface ListItem {
  readonly runs: readonly Run[];
  readonly lists: readonly List[];
}

export interface List {
  readonly kind: 'list';
  readonly isOrdered: boolean;
  readonly items: readonly ListItem[];
}

export interface Cell {
  readonly isHeader: boolean;
  /** For a header: whether it describes the cells below it or beside it. */
  readonly scope: 'Column' | 'Row';
  /** The width of the column, in percent of the table. */
  readonly width?: number;
  readonly runs: readonly Run[];
}

export type Row = readonly Cell[];

export interface Table {
  readonly kind: 'table';
  /** Repeated on each page. */
  readonly head: readonly Row[];
  readonly body: readonly Row[];
}

interface Rule {
  readonly kind: 'rule';
}

interface PageBreak {
  readonly kind: 'page-break';
}

export type Block = Heading | Paragraph | List | Table | Rule | PageBreak;
