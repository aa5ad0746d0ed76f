import { licenceNamed } from '../../../base/licence-names.ts';
import { vCardInXml } from '../../../base/vcard-in-xml.ts';
import { licenceFields, mergedFields, textField } from '../fields.ts';
import type { ItemField } from '../item.ts';
import { webAddress } from '../web-address.ts';
import { elementAt, elementsAt, elementsNamed, lineOf, linesOf, type XmlElement } from '../xml/elements.ts';

/** What a LOM record says (IEEE 1484.12.3, or the earlier binding of IMS). */
export interface LomRecord {
  /** The first identifier of the described work. */
  readonly identifier: string | undefined;
  readonly title: string | undefined;
  readonly fields: readonly ItemField[];
}

const strings = new Set(['langstring', 'string']);

/** The texts of an element in its languages. Older records have the text without a language. */
function textsOf(element: XmlElement): readonly { readonly language: string; readonly text: XmlElement }[] {
  const texts = element.children.filter(({ name }) => strings.has(name));
  if (texts.length === 0) return [{ language: '', text: element }];
  return texts.map((text) => ({
    language: (text.attributes.get('lang') ?? text.attributes.get('language') ?? '').toLowerCase(),
    text,
  }));
}

const mainPart = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? '';

/** The text in the language of the work, else in the first language. */
function chosenText(element: XmlElement, languages: readonly string[]): XmlElement | undefined {
  const texts = textsOf(element).filter(({ text }) => lineOf(text) !== '');
  const inLanguage = (wanted: string) => texts.find(({ language }) => mainPart(language) === wanted);
  return (languages.map(inLanguage).find((text) => text !== undefined) ?? texts[0])?.text;
}

/** The values of a vocabulary: `value` holds a text, or texts with languages. */
const valuesAt = (element: XmlElement | undefined, path: string): string[] =>
  elementsAt(element, path).flatMap((term) => {
    const values = elementsAt(term, 'value');
    return (values.length === 0 ? [term] : values).flatMap((value) => textsOf(value).map(({ text }) => lineOf(text)));
  });

const cardForm = /^\s*BEGIN:VCARD\b/i;

const roles: ReadonlyMap<string, string> = new Map([
  ['author', 'author'],
  ['publisher', 'publisher'],
  ['editor', 'editor'],
]);

/** Contributors as vCards; authors that are only a name, as free text. */
function contributorFields(lom: XmlElement): ItemField[] {
  return elementsAt(lom, 'lifecycle/contribute').flatMap((contribution) => {
    const [written = 'unknown'] = valuesAt(contribution, 'role');
    const role = roles.get(written.toLowerCase()) ?? 'unknown';
    const entities = contribution.children.filter(({ name }) => name === 'entity' || name === 'centity');
    const texts = entities.map((entity) => elementAt(entity, 'vcard') ?? entity).map((entity) => entity.text);
    const label = `lifecycle/contribute (${written})`;
    const names = texts.filter((text) => !cardForm.test(text)).map((text) => text.replace(/\s+/g, ' ').trim());
    return [
      ...textField(
        `ccm:lifecyclecontributer_${role}`,
        label,
        texts.filter((text) => cardForm.test(text)).map(vCardInXml),
      ),
      ...(role === 'author' ? textField('ccm:author_freetext', label, names) : []),
    ];
  });
}

/** The spellings of each path of a classification: the narrowest term first, then those above it. */
function taxonSpellings(classification: XmlElement): string[][] {
  return elementsAt(classification, 'taxonpath').map((path) =>
    // Older records nest a narrower term in the broader one, newer ones list both.
    allTaxa(path)
      .reverse()
      .flatMap((taxon) => [
        lineOf(elementAt(taxon, 'id')),
        ...elementsAt(taxon, 'entry').flatMap((entry) => textsOf(entry).map(({ text }) => lineOf(text))),
      ])
      .filter((spelling) => spelling !== ''),
  );
}

const allTaxa = (element: XmlElement): XmlElement[] =>
  elementsAt(element, 'taxon').flatMap((taxon) => [taxon, ...allTaxa(taxon)]);

const purposes: ReadonlyMap<string, string> = new Map([
  ['discipline', 'ccm:taxonid'],
  ['educational level', 'ccm:educationalcontext'],
]);

function classificationFields(lom: XmlElement): ItemField[] {
  return elementsAt(lom, 'classification').flatMap((classification) => {
    const [purpose = 'discipline'] = valuesAt(classification, 'purpose');
    const property = purposes.get(purpose.toLowerCase());
    const values = taxonSpellings(classification).filter((spellings) => spellings.length > 0);
    if (property === undefined || values.length === 0) return [];
    return [{ property, label: `classification (${purpose})`, values }];
  });
}

/** The licence is an address or a name in one of the descriptions. */
function rightsFields(lom: XmlElement): ItemField[] {
  const texts = elementsAt(lom, 'rights/description')
    .flatMap(textsOf)
    .map(({ text }) => lineOf(text));
  const named = texts
    .flatMap((text) => [text, ...(text.match(/https?:\/\/[^\s"<>)]+[^\s"<>).,]/g) ?? [])])
    .filter((text) => licenceNamed(text) !== undefined);
  return licenceFields('rights/description', [...new Set([...named.slice(0, 1), ...texts])]);
}

/** A location or identifier that a browser can open, as the address of the work. */
const linkOf = (texts: readonly string[]): string | undefined =>
  texts.map(webAddress).find((address) => address !== undefined);

/**
 * Reads a LOM record, with or without namespaces. Title and description are taken in the language of the work, and keywords in
 * all languages. `withLink` says whether the address of the work becomes its link, for records that have no content.
 */
export function lomRecord(lom: XmlElement, { withLink }: { readonly withLink: boolean }): LomRecord {
  const general = elementAt(lom, 'general');
  const codes = elementsAt(general, 'language').map(lineOf);
  // Not `none`, which says that the work has no language.
  const languages = codes.filter((code) => /^[a-z]{2,3}\b/i.test(code));
  const chosen = (path: string) =>
    elementsAt(general, path).map((element) => chosenText(element, languages.map(mainPart)));
  const identifiers = elementsAt(general, 'identifier').map((element) =>
    lineOf(elementAt(element, 'entry') ?? element),
  );
  identifiers.push(...elementsAt(general, 'catalogentry/entry').map(lineOf));
  const locations = elementsAt(lom, 'technical/location').map(lineOf);
  const title = lineOf(chosen('title')[0]) || undefined;
  const keywords = elementsAt(general, 'keyword').flatMap((keyword) =>
    textsOf(keyword).map(({ text }) => lineOf(text)),
  );
  const educational = (path: string) => elementsAt(lom, 'educational').flatMap((element) => valuesAt(element, path));
  const fields = [
    ...textField('cclom:title', 'general/title', [title]),
    ...textField('cclom:general_description', 'general/description', chosen('description').map(linesOf)),
    ...textField('cclom:general_keyword', 'general/keyword', keywords),
    ...textField('cclom:general_language', 'general/language', languages),
    ...textField('cclom:general_identifier', 'general/identifier', identifiers),
    ...contributorFields(lom),
    ...textField(
      'ccm:educationallearningresourcetype',
      'educational/learningResourceType',
      educational('learningresourcetype'),
    ),
    ...textField('ccm:educationalcontext', 'educational/context', educational('context')),
    ...textField('ccm:educationaltypicalagerange', 'educational/typicalAgeRange', educational('typicalagerange')),
    ...classificationFields(lom),
    ...rightsFields(lom),
    ...(withLink ? textField('ccm:wwwurl', 'technical/location', [linkOf([...locations, ...identifiers])]) : []),
  ];
  return { identifier: identifiers.find((text) => text !== '') ?? locations[0], title, fields: mergedFields(fields) };
}

/** The LOM record in an element such as `metadata`; undefined if there is none. */
export const lomIn = (element: XmlElement | undefined): XmlElement | undefined =>
  element === undefined ? undefined : elementsNamed(element, 'lom')[0];
