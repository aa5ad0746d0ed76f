import type { ZipEntries } from '../sandbox/zip-entries.ts';
import type { Collector } from './collector.ts';
import { markupText } from './markup-text.ts';

/** Keys whose values are for programs, or are words of the player and of no exercise. */
const unread =
  /^(?:library|machineName|subContentId|path|mime|license|licenseVersion|licenseExtras|contentType|coreApi|mainLibrary|preloadedDependencies|editorDependencies|embedTypes|language|defaultLanguage|l10n|UI|behaviour|currikisettings|override|.*[cC]olor|align|format|codecs|a11y.*)$/;

/** Only in form like words: numbers, colours, measures and addresses of files are none. */
const isWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^[\w./#-]+\.[a-z0-9]{2,5}(?:#tmp)?$/i.test(text);

/** The words in a JSON value, without the markup in them, however deep they are. */
function collectWords(value: unknown, collector: Collector): void {
  // A list of what is still to be looked at, as a file may be nested deeper than calls can be. The next one is last.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && isWords(next)) collector.add(`${markupText(next, 'html')}\n`);
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.entries(next).filter(([key]) => Array.isArray(next) || !unread.test(key));
    for (const [, part] of parts.reverse()) waiting.push(part);
  }
}

async function collectFile(entries: ZipEntries, name: string, collector: Collector): Promise<void> {
  const bytes = await entries.read(name);
  if (bytes !== undefined) collectWords(JSON.parse(bytes.toString('utf8')), collector);
}

/** The text of an H5P file: its title, then what the exercise says. */
export async function collectExercise(entries: ZipEntries, collector: Collector): Promise<void> {
  await collectFile(entries, 'h5p.json', collector);
  await collectFile(entries, 'content/content.json', collector);
}
