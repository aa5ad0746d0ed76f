import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { ValueEntry, ValueList } from '../../domain/metadata/value-list.ts';
import { entriesOf, type Piece } from './entries-text.ts';
import { mistakesOf, withId, withoutEmptyKeys } from './read-set.ts';
import { ValueEntryForm, ValueListHead } from './value-list-schema.ts';
import { type Mistake, type Reading, readJsonText, readYamlText } from './yaml-text.ts';

/** Entries read before other work gets its turn: some ten milliseconds where each is written over several lines. */
const readAtOnce = 100;

/** Whoever has this many mistakes in a file has made one of them over and over. */
const mostMistakes = 20;

interface PlacedEntry {
  readonly content: unknown;
  placeOf(path: readonly PropertyKey[]): string;
}

/** An entry as `mds export` writes it is read as JSON, which is quicker by far than YAML. */
function readItem({ text, line }: Piece, file: string): Reading<PlacedEntry> {
  const json = /^[ ]*- (\{.*\})[ \t]*$/.exec(text)?.[1];
  if (json !== undefined) {
    try {
      return { value: { content: JSON.parse(json), placeOf: () => `${file}:${line}` } };
    } catch {
      // It is YAML then, such as {key: a}, or has a mistake that YAML finds as well.
    }
  }
  const read = readYamlText(text, file, line);
  if ('mistakes' in read) return read;
  const { content, placeOf } = read.value;
  const inList = (path: readonly PropertyKey[]) => placeOf([0, ...path]);
  return { value: { content: Array.isArray(content) ? content[0] : content, placeOf: inList } };
}

/** Checks one entry after the other; what is wrong with several (a key that stands twice) is told as well. */
function createEntryCheck(file: string) {
  const entries: ValueEntry[] = [];
  const mistakes: Mistake[] = [];
  const keys = new Set<string>();
  const parents = new Map<string, string>();
  let count = 0;

  return {
    entries,
    mistakes,
    add({ content, placeOf }: PlacedEntry) {
      const given = typeof content === 'string' || typeof content === 'number' ? { key: content } : content;
      const parsed = ValueEntryForm.safeParse(withoutEmptyKeys(given));
      count += 1;
      if (!parsed.success) {
        const inEntry = (path: readonly PropertyKey[]): string => placeOf(path.slice(2));
        mistakes.push(...mistakesOf(parsed.error, inEntry, ['entries', count - 1]));
        return;
      }
      const { key, parent } = parsed.data;
      if (keys.has(key)) mistakes.push({ place: placeOf([]), message: `the key ${key} stands in the list already` });
      keys.add(key);
      if (parent !== undefined && !parents.has(parent)) parents.set(parent, placeOf(['parent']));
      entries.push(parsed.data);
    },
    /** To be called once, after the last entry. */
    finish() {
      for (const [parent, place] of parents) {
        if (!keys.has(parent)) mistakes.push({ place, message: `the parent ${parent} is no key of the list` });
      }
      if (mistakes.length === 0) return;
      const first = mistakes.slice(0, mostMistakes);
      const more = mistakes.length - first.length;
      mistakes.splice(0, mistakes.length, ...first);
      if (more > 0) mistakes.push({ place: file, message: `and ${more} mistakes more` });
    },
  };
}

type EntryCheck = ReturnType<typeof createEntryCheck>;

async function addItems(items: readonly Piece[], file: string, check: EntryCheck): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at % readAtOnce === readAtOnce - 1) await yieldToEventLoop();
    const read = readItem(item, file);
    if ('mistakes' in read) check.mistakes.push(...read.mistakes);
    else check.add(read.value);
    if (check.mistakes.length > mostMistakes) return;
  }
}

/** Entries that are written in another way than one after the other. */
async function addWhole(
  content: unknown,
  placeOf: (path: readonly PropertyKey[]) => string,
  check: EntryCheck,
): Promise<unknown> {
  if (typeof content !== 'object' || content === null || !('entries' in content)) return content;
  const { entries, ...head } = content;
  if (Array.isArray(entries)) {
    for (const [at, entry] of entries.entries()) {
      if (at % readAtOnce === readAtOnce - 1) await yieldToEventLoop();
      check.add({ content: entry, placeOf: (path) => placeOf(['entries', at, ...path]) });
    }
  } else if (entries !== null) {
    check.mistakes.push({ place: placeOf(['entries']), message: 'entries expected a list' });
  }
  return head;
}

/**
 * Reads a value list in our own form, YAML or JSON; other work has its turn meanwhile. `ownId` is its id where the text
 * has none; its first line is the line `firstLine` of the file.
 */
export async function readValueListText(
  text: string,
  file: string,
  ownId?: string,
  firstLine = 1,
): Promise<Reading<ValueList>> {
  const { head, items } = entriesOf(text, firstLine);
  const read = readJsonText(head, file) ?? readYamlText(head, file, firstLine);
  if ('mistakes' in read) return read;
  const { content, placeOf } = read.value;
  const check = createEntryCheck(file);
  const rest = items === undefined ? await addWhole(content, placeOf, check) : content;
  const parsed = ValueListHead.safeParse(withId(withoutEmptyKeys(rest ?? {}), ownId));
  if (!parsed.success) check.mistakes.push(...mistakesOf(parsed.error, placeOf));
  await addItems(items ?? [], file, check);
  check.finish();
  if (!parsed.success || check.mistakes.length > 0) return { mistakes: check.mistakes };
  return { value: { ...parsed.data, entries: check.entries } };
}
