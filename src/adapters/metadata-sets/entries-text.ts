/** A piece of a file, and the line of the file that it begins with. */
export interface Piece {
  readonly text: string;
  readonly line: number;
}

/** The text of a value list, taken apart where its entries are a list with one entry after the other. */
export interface EntriesText {
  /** All but the entries, on the lines on which it stands. */
  readonly head: string;
  /** The entries, each with its `- `; undefined where the entries are written in another way. */
  readonly items: readonly Piece[] | undefined;
}

const beginOfEntries = /^["']?entries["']?[ \t]*:[ \t]*(?:#.*)?$/;
const isBlank = (line: string): boolean => /^[ \t]*(?:#.*)?$/.test(line);
const indentOf = (line: string): number => line.length - line.trimStart().length;
/** Anchors stand for what is elsewhere: such a file can only be read as a whole. */
const hasAnchors = /(?:^|[\s,[{:])[&*][^\s,[\]{}]/m;

/**
 * Takes the entries out of a text, so that they can be read one by one: a list of a hundred thousand takes seconds, and
 * others must have their turn. What YAML continues on further lines stands deeper than the `- ` that it belongs to, so
 * every `- ` at the depth of the first one begins an entry. The text begins on the line `firstLine` of its file.
 */
export function entriesOf(text: string, firstLine = 1): EntriesText {
  const lines = text.split(/\r?\n/);
  const begin = lines.findIndex((line) => beginOfEntries.test(line));
  if (begin < 0) return { head: text, items: undefined };
  const first = lines.findIndex((line, at) => at > begin && !isBlank(line));
  const depth = indentOf(lines[first] ?? '');
  const beginsItem = (line: string): boolean => indentOf(line) === depth && /^[ ]*-(?:[ \t]|$)/.test(line);
  if (first < 0 || !beginsItem(lines[first] ?? '')) return { head: text, items: undefined };
  let end = first;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (!isBlank(line) && indentOf(line) <= depth && !beginsItem(line)) break;
    end += 1;
  }
  // A comment, as empty lines would still belong to a text that ends right before.
  const instead = new Array<string>(end - begin).fill('#');
  const head = [...lines.slice(0, begin), ...instead, ...lines.slice(end)].join('\n');
  if (hasAnchors.test(head)) return { head: text, items: undefined };
  const items = itemsOf(lines, first, end, beginsItem);
  return { head, items: items.map((item) => ({ ...item, line: item.line + firstLine - 1 })) };
}

function itemsOf(lines: readonly string[], from: number, to: number, begins: (line: string) => boolean): Piece[] {
  const items: Piece[] = [];
  let start = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && !begins(lines[at] ?? '')) continue;
    items.push({ text: lines.slice(start, at).join('\n'), line: start + 1 });
    start = at;
  }
  return items;
}
