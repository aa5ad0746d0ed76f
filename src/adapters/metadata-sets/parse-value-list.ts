import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { ValueEntry, ValueList } from '../../domain/metadata/value-list.ts';
import { entriesOf, type TextSection } from './entries-text.ts';
import { emptyFile, mistakesOf, withId, withoutEmptyKeys } from './parse-set.ts';
import { ValueEntryForm, ValueListHead } from './value-list-schema.ts';
import { type Mistake, type ParseResult, readJsonText, readYamlText } from './yaml-text.ts';

/** Entries read before yielding to the event loop: about ten milliseconds for entries of several lines. */
const entriesPerYield = 100;

/** Maximum number of mistakes reported for one file. */
const maxMistakes = 20;

interface LocatedEntry {
  readonly content: unknown;
  locationOf(path: readonly PropertyKey[]): string;
}

/** Reads an entry as `mds export` writes it as JSON, which is much faster than YAML. */
function readItem({ text, line }: TextSection, file: string): ParseResult<LocatedEntry> {
  const json = /^[ ]*- (\{.*\})[ \t]*$/.exec(text)?.[1];
  if (json !== undefined) {
    try {
      return { value: { content: JSON.parse(json), locationOf: () => `${file}:${line}` } };
    } catch {
      // The text is YAML such as {key: a}, or has a mistake that the YAML parser reports.
    }
  }
  const read = readYamlText(text, file, line);
  if ('mistakes' in read) return read;
  const { content, locationOf } = read.value;
  const inList = (path: readonly PropertyKey[]) => locationOf([0, ...path]);
  return { value: { content: Array.isArray(content) ? content[0] : content, locationOf: inList } };
}

/** Checks entries one by one, and whether all keys are unique and all parents exist. */
function createEntryCheck(file: string) {
  const entries: ValueEntry[] = [];
  const mistakes: Mistake[] = [];
  const keys = new Set<string>();
  const parents = new Map<string, string>();
  let count = 0;

  return {
    entries,
    mistakes,
    add({ content, locationOf }: LocatedEntry) {
      const entry = typeof content === 'string' || typeof content === 'number' ? { key: content } : content;
      const parsed = ValueEntryForm.safeParse(withoutEmptyKeys(entry));
      count += 1;
      if (!parsed.success) {
        const inEntry = (path: readonly PropertyKey[]): string => locationOf(path.slice(2));
        mistakes.push(...mistakesOf(parsed.error, inEntry, ['entries', count - 1]));
        return;
      }
      const { key, parent } = parsed.data;
      if (keys.has(key)) mistakes.push({ place: locationOf([]), message: `the key ${key} is already in the list` });
      keys.add(key);
      if (parent !== undefined && !parents.has(parent)) parents.set(parent, locationOf(['parent']));
      entries.push(parsed.data);
    },
    /** Call this once, after the last entry. */
    finish() {
      for (const [parent, location] of parents) {
        if (!keys.has(parent))
          mistakes.push({ place: location, message: `the parent ${parent} is not a key of the list` });
      }
      if (mistakes.length === 0) return;
      const first = mistakes.slice(0, maxMistakes);
      const more = mistakes.length - first.length;
      mistakes.splice(0, mistakes.length, ...first);
      if (more > 0) mistakes.push({ place: file, message: `and ${more} more mistakes` });
    },
  };
}

type EntryCheck = ReturnType<typeof createEntryCheck>;

async function addItems(items: readonly TextSection[], file: string, check: EntryCheck): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % entriesPerYield === entriesPerYield - 1) await yieldToEventLoop();
    const read = readItem(item, file);
    if ('mistakes' in read) check.mistakes.push(...read.mistakes);
    else check.add(read.value);
    if (check.mistakes.length > maxMistakes) return;
  }
}

/** Adds the entries of a list that is not a block list. Resolves to the content without its entries. */
async function addWhole(
  content: unknown,
  locationOf: (path: readonly PropertyKey[]) => string,
  check: EntryCheck,
): Promise<unknown> {
  if (typeof content !== 'object' || content === null || !('entries' in content)) return content;
  const { entries, ...head } = content;
  if (Array.isArray(entries)) {
    for (const [at, entry] of entries.entries()) {
      if (at % entriesPerYield === entriesPerYield - 1) await yieldToEventLoop();
      check.add({ content: entry, locationOf: (path) => locationOf(['entries', at, ...path]) });
    }
  } else if (entries !== null) {
    check.mistakes.push({ place: locationOf(['entries']), message: 'entries must be a list' });
  }
  return head;
}

/**
 * Reads a value list in edu-repo's own format, YAML or JSON, yielding to the event loop regularly. `ownId` is its ID if the
 * text states none; `firstLine` is the line of the file in which the text begins.
 */
export async function parseValueListText(
  text: string,
  file: string,
  ownId?: string,
  firstLine = 1,
): Promise<ParseResult<ValueList>> {
  const { head, items } = entriesOf(text, firstLine);
  const read = readJsonText(head, file) ?? readYamlText(head, file, firstLine);
  if ('mistakes' in read) return read;
  const { content, locationOf } = read.value;
  // Also while an editor saves the file, or after the system lost what was written: an empty list would hide all captions.
  if (content === null && items === undefined) return { mistakes: [emptyFile(file, firstLine)] };
  const check = createEntryCheck(file);
  const rest = items === undefined ? await addWhole(content, locationOf, check) : content;
  const parsed = ValueListHead.safeParse(withId(withoutEmptyKeys(rest ?? {}), ownId));
  if (!parsed.success) check.mistakes.push(...mistakesOf(parsed.error, locationOf));
  await addItems(items ?? [], file, check);
  check.finish();
  if (!parsed.success || check.mistakes.length > 0) return { mistakes: check.mistakes };
  return { value: { ...parsed.data, entries: check.entries } };
}
