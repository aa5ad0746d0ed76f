/** A section of a file, and the line in which it begins. */
export interface TextSection {
  readonly text: string;
  readonly line: number;
}

/** The text of a value list, split into its entries if they are written as a block list. */
interface EntriesText {
  /** Everything but the entries, on unchanged lines. */
  readonly head: string;
  /** The entries, each with its `- `; undefined if the entries are written in another way. */
  readonly items: readonly TextSection[] | undefined;
}

const beginOfEntries = /^["']?entries["']?[ \t]*:[ \t]*(?:#.*)?$/;
const isBlank = (line: string): boolean => /^[ \t]*(?:#.*)?$/.test(line);
const indentOf = (line: string): number => line.length - line.trimStart().length;
/** A file with anchors can only be read as a whole, because anchors refer to other parts of it. */
const hasAnchors = /(?:^|[\s,[{:])[&*][^\s,[\]{}]/m;

/**
 * Splits a text so that its entries can be read one by one: parsing 100,000 entries at once would block the event loop for
 * seconds. In YAML, the further lines of an entry are indented more than its `- `, so every `- ` at the depth of
 * the first one begins an entry. `firstLine` is the line of the file in which the text begins.
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
  // Comments replace the entries: empty lines would become part of a block text that ends right before them.
  const placeholder = new Array<string>(end - begin).fill('#');
  const head = [...lines.slice(0, begin), ...placeholder, ...lines.slice(end)].join('\n');
  if (hasAnchors.test(head)) return { head: text, items: undefined };
  const items = itemsOf(lines, first, end, beginsItem);
  return { head, items: items.map((item) => ({ ...item, line: item.line + firstLine - 1 })) };
}

function itemsOf(lines: readonly string[], from: number, to: number, begins: (line: string) => boolean): TextSection[] {
  const items: TextSection[] = [];
  let start = from;
  for (let at = from + 1; at <= to; at += 1) {
    if (at < to && !begins(lines[at] ?? '')) continue;
    items.push({ text: lines.slice(start, at).join('\n'), line: start + 1 });
    start = at;
  }
  return items;
}
