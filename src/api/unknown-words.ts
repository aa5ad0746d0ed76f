import { type DraftWords, unknownWords } from '../domain/checked-words.ts';
import type { Dictionary } from '../domain/dictionary.ts';
import type { RequestContext } from './handlers.ts';

/** Names the words of a request that were kept though the dictionary does not know them. */
export const unknownWordsHeader = 'x-edu-unknown-properties';

/** In letters. Clients take some 16,000 for all headers together. */
const longest = 4_000;

/** Whatever no header can carry, and the comma that parts the names, as UTF-8 in percent (RFC 3986). */
const headerName = (name: string): string => name.toWellFormed().replace(/[^\w:.~-]+/g, encodeURIComponent);

/** The names with `, ` between them; where there is no room for more, the last one is `+` and their number. */
export function namesForHeader(names: readonly string[]): string {
  let text = '';
  for (const [at, name] of names.entries()) {
    const longer = at === 0 ? headerName(name) : `${text}, ${headerName(name)}`;
    if (longer.length > longest) return `${at === 0 ? '' : `${text}, `}+${names.length - at}`;
    text = longer;
  }
  return text;
}

/** Says in the answer which words the dictionary does not know. To be called when they were kept. */
export function tellUnknownWords(
  dictionary: Dictionary,
  words: Pick<DraftWords, 'aspects' | 'properties'>,
  { setHeader }: Pick<RequestContext, 'setHeader'>,
): void {
  const names = unknownWords(dictionary, words);
  if (names.length > 0) setHeader(unknownWordsHeader, namesForHeader(names));
}
