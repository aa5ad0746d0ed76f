// All lengths are in points.

/** A4. */
export const page = { width: 595.28, height: 841.89 };

/** The area of the text. */
export const area = { left: 62, right: page.width - 62, top: 66, bottom: page.height - 80 };

export const areaWidth = area.right - area.left;

export const colours = {
  text: '#1f2933',
  heading: '#14527a',
  link: '#14527a',
  muted: '#52606d',
  line: '#c3ccd5',
  head: '#e9eff4',
};

/** How a block of text looks. */
export interface TextStyle {
  readonly size: number;
  readonly lineHeight: number;
  readonly colour: string;
  readonly before: number;
  readonly after: number;
}

export const paragraphStyle: TextStyle = { size: 10, lineHeight: 14.5, colour: colours.text, before: 0, after: 7 };

export const headingStyles: Readonly<Record<1 | 2 | 3 | 4, TextStyle>> = {
  1: { size: 20, lineHeight: 26, colour: colours.heading, before: 0, after: 12 },
  2: { size: 13.5, lineHeight: 18, colour: colours.heading, before: 24, after: 8 },
  3: { size: 11, lineHeight: 15.5, colour: colours.text, before: 15, after: 4 },
  4: { size: 10, lineHeight: 14.5, colour: colours.text, before: 11, after: 2 },
};

export const listStyle = { ...paragraphStyle, after: 3, indent: 16 };

export const cellStyle = {
  size: 9,
  lineHeight: 12.8,
  colour: colours.text,
  paddingX: 6,
  paddingY: 4.5,
  before: 4,
  after: 12,
};

export const ruleStyle = { before: 8, after: 8 };

export const footer = { size: 8, y: page.height - 52, lineY: page.height - 60 };
