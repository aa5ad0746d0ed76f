import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { markupText } from './markup-text.ts';
import { exerciseStatements } from './statements.ts';

/** Keys whose values are for programs, or are texts of the player and not of the exercise. */
const skippedKeys =
  /^(?:library|machineName|subContentId|path|mime|license|licenseVersion|licenseExtras|contentType|coreApi|mainLibrary|preloadedDependencies|editorDependencies|embedTypes|language|defaultLanguage|l10n|UI|behaviour|currikisettings|override|.*[cC]olor|align|format|codecs|a11y.*)$/;

/** False for numbers, colors, measures and paths of files. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^[\w./#-]+\.[a-z0-9]{2,5}(?:#tmp)?$/i.test(text);

/** The texts in a JSON value at any depth, without their markup. */
function collectWords(value: unknown, collector: Collector): void {
  // A stack instead of recursion: a file may be nested deeper than the call stack. The next value to read is the last one.
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string' && isWords(next)) collector.add(`${markupText(next, 'html')}\n`);
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.entries(next).filter(([key]) => Array.isArray(next) || !skippedKeys.test(key));
    for (const [, part] of parts.reverse()) stack.push(part);
  }
}

async function jsonIn(entries: ZipEntries, name: string): Promise<unknown> {
  const bytes = await entries.read(name);
  return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
}

/** The text of an H5P file: its title, then its content. */
export async function collectExercise(entries: ZipEntries, collector: Collector): Promise<void> {
  const description = await jsonIn(entries, 'h5p.json');
  await collector.note(() => exerciseStatements(description));
  collectWords(description, collector);
  collectWords(await jsonIn(entries, 'content/content.json'), collector);
}
