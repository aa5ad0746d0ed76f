import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { packageFolder, runsFromSources } from '../../../base/package-files.ts';

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
export function readFont(name: FontName): Buffer {
  const file = files[name];
  if (!runsFromSources) return readFileSync(new URL(`dist/fonts/${file}`, packageFolder));
  return readFileSync(createRequire(import.meta.url).resolve(`@fontsource/dejavu-sans/files/${file}`));
}

export const fontOf = ({ isBold, isItalic }: { readonly isBold: boolean; readonly isItalic: boolean }): FontName => {
  if (isBold) return isItalic ? 'bold-italic' : 'bold';
  return isItalic ? 'italic' : 'regular';
};
