import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { type DraftNames, ignoredNames, unknownDraftNames } from '../../domain/content-model/model-validation.ts';
import type { RequestContext } from '../request-context.ts';

/** Names the words of a request that were kept though the dictionary does not know them. */
const unknownWordsHeader = 'x-edu-unknown-properties';

/** Names the properties of a request that were left aside, as the repository itself says them. */
const leftAsideHeader = 'x-edu-ignored-properties';

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

/** Says in the answer which words the dictionary does not know, and which were left aside. To be called when the rest was kept. */
export function unknownPropertyHeaders(
  dictionary: ContentModel,
  words: Pick<DraftNames, 'aspects' | 'properties'>,
  { setHeader }: Pick<RequestContext, 'setHeader'>,
): void {
  const names = unknownDraftNames(dictionary, words);
  if (names.length > 0) setHeader(unknownWordsHeader, namesForHeader(names));
  const aside = ignoredNames(dictionary, words.properties);
  if (aside.length > 0) setHeader(leftAsideHeader, namesForHeader(aside));
}
