import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { type DraftNames, ignoredNames, unknownDraftNames } from '../../domain/content-model/model-validation.ts';
import type { RequestContext } from '../request-context.ts';

/** The aspects and properties that were stored although the content model does not have them. */
const unknownNamesHeader = 'x-edu-unknown-properties';

/** The properties that were ignored: the repository sets them itself, or a bulk import dropped them. */
const ignoredNamesHeader = 'x-edu-ignored-properties';

/** The maximum length of a header, in characters. Clients accept about 16,000 for all headers together. */
const maxLength = 4_000;

/** Percent-encodes (RFC 3986) characters that are not allowed in a header, and the comma, which separates the names. */
const headerName = (name: string): string => name.toWellFormed().replace(/[^\w:.~-]+/g, encodeURIComponent);

/** The names separated by `, `. If they do not fit, the last item is `+` and the number of the omitted names. */
export function namesForHeader(names: readonly string[]): string {
  let text = '';
  for (const [at, name] of names.entries()) {
    const longer = at === 0 ? headerName(name) : `${text}, ${headerName(name)}`;
    if (longer.length > maxLength) return `${at === 0 ? '' : `${text}, `}+${names.length - at}`;
    text = longer;
  }
  return text;
}

/**
 * Reports unknown and ignored names in headers of the response, and those of which an import dropped values. Call this after
 * the change was stored.
 */
export function unknownPropertyHeaders(
  contentModel: ContentModel,
  draft: Pick<DraftNames, 'aspects' | 'properties'>,
  { setHeader }: Pick<RequestContext, 'setHeader'>,
  dropped: readonly { readonly property: string }[] = [],
): void {
  const names = unknownDraftNames(contentModel, draft);
  if (names.length > 0) setHeader(unknownNamesHeader, namesForHeader(names));
  const ignored = [
    ...new Set([...ignoredNames(contentModel, draft.properties), ...dropped.map(({ property }) => property)]),
  ];
  if (ignored.length > 0) setHeader(ignoredNamesHeader, namesForHeader(ignored));
}
