/** What a `style` attribute can set. */
export interface Style {
  /** Whether the block begins on a new page. */
  readonly startsPage: boolean;
  /** The width of a column, in percent of the table. */
  readonly width?: number;
}

const cells = new Set(['th', 'td']);

const known = 'A block may have "break-before: page", and a cell in the first row of a table "width: 30%".';

function applied(style: Style, property: string, value: string, element: string): Style | undefined {
  const isCell = cells.has(element);
  if (!isCell && property === 'break-before' && value === 'page') return { ...style, startsPage: true };
  const [, percent] = /^(\d{1,2}(?:\.\d+)?)%$/.exec(value) ?? [];
  if (isCell && property === 'width' && percent !== undefined && Number(percent) > 0) {
    return { ...style, width: Number(percent) };
  }
  return undefined;
}

/** Reads a `style` attribute. `mistake` says what is not supported in it. */
export function readStyle(text: string, element: string): { readonly style: Style; readonly mistake?: string } {
  let style: Style = { startsPage: false };
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue;
    const [property = '', value = ''] = declaration.split(':').map((part) => part.trim().toLowerCase());
    const next = applied(style, property, value, element);
    if (next === undefined) return { style, mistake: `The style "${declaration.trim()}" is not supported. ${known}` };
    style = next;
  }
  return { style };
}
