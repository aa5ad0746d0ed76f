import { licenceFields, textField } from '../fields.ts';
import type { ItemField } from '../item.ts';
import { webAddress } from '../web-address.ts';
import { elementsAt, lineOf, linesOf, type XmlElement } from '../xml/elements.ts';
import { contributorFields } from './contributors.ts';

/** What a Dublin Core record says. */
export interface DublinCore {
  /** The first identifier of the described work. */
  readonly identifier: string | undefined;
  readonly fields: readonly ItemField[];
}

/** The address of a work: one that a browser can open, or that of its DOI. */
function linkOf(identifiers: readonly string[]): string | undefined {
  const [address] = identifiers.flatMap((text) => webAddress(text) ?? []);
  const [doi] = identifiers.flatMap((text) => /^(?:doi:)?(10\.\d{4,9}\/\S+)$/i.exec(text)?.[1] ?? []);
  return address ?? (doi && `https://doi.org/${doi}`);
}

/** A code of a language, and the code with two letters: `ger` and `deu` are `de`. */
function languageSpellings(code: string): string[] {
  try {
    return [...new Set([code, ...Intl.getCanonicalLocales(code)])];
  } catch {
    return [code];
  }
}

/** Reads the element `dc` of a record (OAI-PMH, section 5). */
export function dublinCore(dc: XmlElement): DublinCore {
  const all = (name: string): string[] =>
    elementsAt(dc, name)
      .map(lineOf)
      .filter((text) => text !== '');
  const people = (name: string) => all(name).map((each) => ({ name: each }));
  const identifiers = all('identifier');
  const languages = all('language').map(languageSpellings);
  const fields = [
    ...textField('cclom:title', 'dc:title', all('title').slice(0, 1)),
    ...textField('cclom:general_description', 'dc:description', elementsAt(dc, 'description').map(linesOf)),
    ...textField('cclom:general_keyword', 'dc:subject', all('subject')),
    ...(languages.length === 0
      ? []
      : [{ property: 'cclom:general_language', label: 'dc:language', values: languages }]),
    ...textField('cclom:general_identifier', 'dc:identifier', identifiers),
    ...textField('ccm:wwwurl', 'dc:identifier', [linkOf(identifiers)]),
    ...contributorFields('author', 'dc:creator', people('creator')),
    ...contributorFields('other', 'dc:contributor', people('contributor')),
    ...contributorFields(
      'publisher',
      'dc:publisher',
      people('publisher').map((each) => ({ ...each, isOrganization: true })),
    ),
    ...textField('ccm:educationallearningresourcetype', 'dc:type', all('type')),
    ...textField(
      'ccm:published_date',
      'dc:date',
      all('date')
        .filter((date) => /^\d{4}-\d\d-\d\d/.test(date))
        .slice(0, 1),
    ),
    ...licenceFields('dc:rights', all('rights')),
  ];
  return { identifier: identifiers[0], fields };
}
