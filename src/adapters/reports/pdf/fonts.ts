import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageFolder, runsFromSources } from '../../../base/package-files.ts';
import { fontOfWoff } from './woff.ts';

/** The four styles of DejaVu Sans. */
export type FontName = 'regular' | 'bold' | 'italic' | 'bold-italic';

/** The files in the package, and in `dist/fonts`, where the build brings them. */
const files: Readonly<Record<FontName, string>> = {
  regular: 'dejavu-sans-latin-400-normal.woff',
  bold: 'dejavu-sans-latin-700-normal.woff',
  italic: 'dejavu-sans-latin-400-italic.woff',
  'bold-italic': 'dejavu-sans-latin-700-italic.woff',
};

/** The bytes of a font. "latin" is the name of the subset, but each file has all characters of DejaVu Sans. */
export const readFont = (name: FontName): Buffer => fontOfWoff(readFileSync(pathOf(files[name])));

const pathOf = (file: string): string | URL =>
  runsFromSources
    ? createRequire(import.meta.url).resolve(`@fontsource/dejavu-sans/files/${file}`)
    : new URL(`dist/fonts/${file}`, packageFolder);

export const fontOf = ({ isBold, isItalic }: { readonly isBold: boolean; readonly isItalic: boolean }): FontName => {
  if (isBold) return isItalic ? 'bold-italic' : 'bold';
  return isItalic ? 'italic' : 'regular';
};
