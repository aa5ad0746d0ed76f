import { onOneLine } from '../print/printable.ts';

/** The errors of spreadsheet formulas, in English and German (ISO/IEC 29500-1, 18.17.3). */
const cellErrors =
  /^#(?:(?:N\/A|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NUM!|ZAHL!|NULL!|SPILL!|ÜBERLAUF!|CALC!|KALK!|FIELD!|FELD!|BLOCKED!|BLOCKIERT!|UNKNOWN!|UNBEKANNT!|CONNECT!|VERBINDEN!|BUSY!|PYTHON!|GETTING_DATA|ERROR!|#+)|#+)$/i;

/** What is wrong with a row whose cells do not fit the headers. */
export interface ShapeProblem {
  /** The header of the wrong cell; missing if the whole row is wrong. */
  readonly header?: string;
  readonly why: string;
}

const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Why the cells of a row cannot be used: more cells than headers, or an error of a formula in one of the columns. */
export function shapeProblem(
  cells: readonly string[],
  headers: readonly string[],
  columns: readonly number[],
): ShapeProblem | undefined {
  // A header may be empty: its column is not used.
  const [width, expected] = [lastFilled(cells), headers.length];
  if (width > expected) {
    const named = cells.slice(0, width).map((cell) => `"${onOneLine(cell)}"`);
    const why = `It has ${width} cells, and there are ${expected} headers: ${named.join(', ')}. Quote a text with a delimiter.`;
    return { why };
  }
  const at = columns.find((column) => cellErrors.test((cells[column] ?? '').trim()));
  if (at === undefined) return undefined;
  return {
    header: (headers[at] ?? '').trim(),
    why: `"${(cells[at] ?? '').trim()}" is an error of the spreadsheet, not a value. Correct the formula, or empty the cell.`,
  };
}
