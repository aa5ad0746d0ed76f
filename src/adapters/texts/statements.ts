import { licenceOfH5p } from '../../base/licence-names.ts';
import { vCardInXml } from '../../base/vcard-in-xml.ts';
import type { PackageFormat, RawStatements } from '../../domain/renditions/file-statements.ts';
import { nameInVcard } from '../../domain/text/vcard.ts';
import type { ZipEntries } from '../sandbox/zip-entries.ts';
import { markupText } from './markup-text.ts';
import { type XmlText, xmlTexts } from './xml-texts.ts';

// What documents and packages say of themselves.

/** The texts at the paths that end in this one, in their order. */
const at = (texts: readonly XmlText[], end: string): string[] =>
  texts.filter(({ path }) => path === end || path.endsWith(`/${end}`)).map(({ text }) => text);

const separated = (texts: readonly string[], separator: RegExp): string[] =>
  texts.flatMap((text) => text.split(separator));

const withoutMarkup = (text: string): string => (/<[a-z/]|&[a-z#]/i.test(text) ? markupText(text, 'html') : text);

/** The package document of an EPUB. Old books put the elements of Dublin Core one level deeper. */
export async function bookStatements(entries: ZipEntries, packagePath: string): Promise<RawStatements> {
  const texts = await xmlTexts(entries.chunks(packagePath), /^package\/metadata\/(?:dc-metadata\/)?[a-z]+$/);
  return {
    titles: at(texts, 'title'),
    descriptions: at(texts, 'description').map(withoutMarkup),
    authors: at(texts, 'creator'),
    keywords: at(texts, 'subject'),
    languages: at(texts, 'language'),
    rights: at(texts, 'rights'),
  };
}

/** Documents of Office Open XML (ECMA-376, part 2, 11). */
export async function officeStatements(entries: ZipEntries): Promise<RawStatements> {
  const texts = await xmlTexts(entries.chunks('docProps/core.xml'), /^coreproperties\/[a-z]+$/);
  return {
    titles: at(texts, 'title'),
    descriptions: [...at(texts, 'description'), ...at(texts, 'subject')],
    authors: separated(at(texts, 'creator'), /;/),
    keywords: separated(at(texts, 'keywords'), /[,;]/),
    languages: at(texts, 'language'),
  };
}

/** OpenDocument (ISO/IEC 26300, 4.3). Its `creator` is whoever saved it last. */
export async function openDocumentStatements(chunks: AsyncIterable<Buffer>): Promise<RawStatements> {
  const texts = await xmlTexts(chunks, /^document(?:-meta)?\/meta\/[a-z-]+$/);
  const authors = at(texts, 'initial-creator');
  return {
    titles: at(texts, 'title'),
    descriptions: [...at(texts, 'description'), ...at(texts, 'subject')],
    authors: separated(authors.length > 0 ? authors : at(texts, 'creator'), /;/),
    keywords: at(texts, 'keyword'),
    languages: at(texts, 'language'),
  };
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `h5p.json` of an H5P file. */
export function exerciseStatements(description: unknown): RawStatements {
  const data: Readonly<Record<string, unknown>> = Object(description);
  const authors: readonly unknown[] = Array.isArray(data['authors']) ? data['authors'] : [];
  return {
    format: 'h5p',
    titles: [textIn(data['title'])],
    descriptions: [withoutMarkup(textIn(data['metaDescription']))],
    authors: authors.map((author) => textIn(Object(author).name)),
    keywords: separated([textIn(data['metaKeywords'])], /[,;]/),
    languages: [textIn(data['defaultLanguage']), textIn(data['language'])],
    rights: [licenceOfH5p(textIn(data['license']), textIn(data['licenseVersion']))],
  };
}

const mainPart = (language: string): string => language.trim().toLowerCase().split(/[-_]/)[0] ?? '';

/** The texts of an element of a LOM record: those in the languages of the work first. */
function inOrder(lom: readonly XmlText[], element: string, languages: readonly string[]): string[] {
  const texts = lom.filter(({ path }) => path.replace(/\/(?:lang)?string$/, '').endsWith(`lom/${element}`));
  // An element with texts in languages also has all of them as its own text.
  const inLanguages = texts.filter(({ path }) => path.endsWith('string'));
  const known = languages.map(mainPart);
  const isKnown = ({ attributes }: XmlText): boolean =>
    known.includes(mainPart(attributes.get('lang') ?? attributes.get('language') ?? ''));
  const chosen = inLanguages.length > 0 ? inLanguages : texts;
  return [...chosen.filter(isKnown), ...chosen.filter((text) => !isKnown(text))].map(({ text }) => text);
}

/** The names of the contributors that are authors. In a contribution, the role stands before the names. */
function authorsIn(lom: readonly XmlText[]): string[] {
  let isAuthor = false;
  const names: string[] = [];
  for (const { path, text } of lom) {
    if (path.endsWith('contribute/role')) isAuthor = /\bauthor\b/i.test(text);
    const isName = path.endsWith('contribute/entity') || path.endsWith('contribute/centity');
    if (isName && isAuthor) names.push(nameInVcard(vCardInXml(text)) ?? text);
  }
  return names;
}

/** A LOM record (IEEE 1484.12.3, or the earlier binding of IMS). */
function lomStatements(lom: readonly XmlText[]): RawStatements {
  const languages = at(lom, 'lom/general/language');
  return {
    titles: inOrder(lom, 'general/title', languages),
    descriptions: inOrder(lom, 'general/description', languages).map(withoutMarkup),
    authors: authorsIn(lom),
    keywords: inOrder(lom, 'general/keyword', languages),
    languages,
    rights: inOrder(lom, 'rights/description', languages),
  };
}

const lomForm = 'lom/(?:general/|rights/|lifecycle/contribute/).+';
const manifestForm = new RegExp(
  `^manifest/(?:metadata/(?:schema|location|${lomForm})|organizations/organization/title|resources/resource)$`,
);

function formatOf(manifest: readonly XmlText[]): PackageFormat {
  const schemas = at(manifest, 'manifest/metadata/schema').join(' ');
  if (/common cartridge|thin cc/i.test(schemas)) return 'imscc';
  const isScorm = /scorm/i.test(schemas) || manifest.some(({ attributes }) => attributes.has('scormtype'));
  return isScorm ? 'scorm' : 'imscp';
}

/** A learning package (IMS Content Packaging, SCORM, Common Cartridge): its own LOM record, which may be in a file of its own. */
export async function packageStatements(entries: ZipEntries): Promise<RawStatements> {
  const manifest = await xmlTexts(entries.chunks('imsmanifest.xml'), manifestForm);
  const location = at(manifest, 'manifest/metadata/location')[0]?.trim() ?? '';
  const beside = await xmlTexts(entries.chunks(location), new RegExp(`^${lomForm}$`));
  const said = lomStatements([...manifest, ...beside]);
  const titles = [...(said.titles ?? []), ...at(manifest, 'organizations/organization/title')];
  return { ...said, titles, format: formatOf(manifest) };
}
