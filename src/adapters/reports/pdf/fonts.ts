import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontOfWoff } from './woff.ts';

/** The four styles of DejaVu Sans. */
export type FontName = 'regular' | 'bold' | 'italic' | 'bold-italic';

/** The files in the folder of the fonts (`fontFolder`). */
const files: Readonly<Record<FontName, string>> = {
  regular: 'dejavu-sans-latin-400-normal.woff',
  bold: 'dejavu-sans-latin-700-normal.woff',
  italic: 'dejavu-sans-latin-400-italic.woff',
  'bold-italic': 'dejavu-sans-latin-700-italic.woff',
};

/** The bytes of a font. "latin" is the name of the subset, but each file has all characters of DejaVu Sans. */
export const readFont = (folder: string, name: FontName): Buffer => fontOfWoff(readFileSync(join(folder, files[name])));

export const fontOf = ({ isBold, isItalic }: { readonly isBold: boolean; readonly isItalic: boolean }): FontName => {
  if (isBold) return isItalic ? 'bold-italic' : 'bold';
  return isItalic ? 'italic' : 'regular';
};
