import { licenceNamed, type NamedLicence } from '../../base/licence-names.ts';
import { normalizeText } from '../text/normalize-text.ts';

/** The formats of learning packages, as `ccm:ccressourcetype` names them. */
export type PackageFormat = 'h5p' | 'scorm' | 'imscp' | 'imscc';

/** What a file says of itself, as it is written there. Of several values, the best is the first. */
export interface RawStatements {
  readonly format?: PackageFormat | undefined;
  readonly titles?: readonly string[];
  readonly descriptions?: readonly string[];
  readonly authors?: readonly string[];
  readonly keywords?: readonly string[];
  readonly languages?: readonly string[];
  /** Texts about rights: names and addresses of licences, or sentences with them. */
  readonly rights?: readonly string[];
}

/** What a file says of itself: texts in one line without control characters, of limited length. Only the description has lines. */
export interface FileStatements {
  readonly format?: PackageFormat;
  readonly title?: string;
  readonly description?: string;
  readonly authors?: readonly string[];
  readonly keywords?: readonly string[];
  /** Such as `de`. */
  readonly language?: string;
  readonly licence?: NamedLicence;
}

const limits = { title: 300, description: 4_000, name: 200, keyword: 100, authors: 20, keywords: 50 };

const cut = (text: string, length: number): string =>
  (text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text).trim();

const inOneLine = (text: string): string => normalizeText(text.slice(0, 20_000)).replace(/\s+/g, ' ');

const fileName = /\.(?:docx?|pptx?|xlsx?|od[tpsg]|pdf|indd|qxd|tex|dvi|rtf|html?|txt|pages|key|h5p|zip|epub)$/i;

/** Titles that programs write by themselves. */
const emptyTitle =
  /^(?:untitled|unbenannt|ohne titel|kein titel|no title|title|titel|document|dokument|presentation|präsentation|powerpoint[ -](?:presentation|präsentation)|microsoft (?:word|powerpoint|excel)|slide|folie|book|mappe|workbook|layout|print|scan|interactive content)[ -]?\d*$/iu;

/** Names that programs and shared computers write as authors. */
const emptyName =
  /^(?:admin(?:istrator)?|(?:windows[ -]|(?:microsoft )?office[ -])?(?:user|benutzer|anwender)|nutzer|owner|default|unknown|unbekannt|anonym(?:ous|us)?|guest|gast|root|pc|laptop|student|schüler|teacher|lehrer|lehrkraft|schule|school|test|author|autor|microsoft|hp|acer|asus|dell|lenovo|python-docx|openpyxl|apache poi|pptxgenjs|libreoffice|openoffice)[ -]?\d*$/iu;

/** Programs say which program has made a file. */
const emptyDescription = /^(?:(?:generated|created|made|exported) (?:by|with|using|from)|erstellt (?:mit|von)) /i;

const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !text.includes('\ufffd');

/** Programs that print to PDF write their name in front of that of the file. */
const withoutProgram = (title: string): string => title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /i, '');

const isTitle = (text: string): boolean => hasWords(text) && !fileName.test(text) && !emptyTitle.test(text);

/** Accounts of a domain and mail addresses are no names. */
const isName = (text: string): boolean => hasWords(text) && !/[\\@]|:\/\//.test(text) && !emptyName.test(text);

const distinct = (texts: readonly string[], most: number): readonly string[] => [...new Set(texts)].slice(0, most);

/** The language of a code such as `de-DE` or `ger`; undefined for codes such as `und`. */
function languageOf(code: string): string | undefined {
  const [, main = ''] = /^\s*([a-z]{2,3})(?:[-_].*)?\s*$/i.exec(code) ?? [];
  if (main === '' || /^(?:und|mul|zxx|mis|xx|xxx)$/i.test(main)) return undefined;
  return new Intl.Locale(main).language;
}

const addresses = /https?:\/\/[^\s"<>)]+[^\s"<>).,;]/g;

function licenceIn(texts: readonly string[]): NamedLicence | undefined {
  const written = texts.map(inOneLine).flatMap((text) => [text, ...(text.match(addresses) ?? [])]);
  return written.map(licenceNamed).find((licence) => licence !== undefined);
}

const isNotEmpty = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** What remains without names of files, of programs and of accounts. Undefined if nothing remains. */
export function cleanedStatements(raw: RawStatements): FileStatements | undefined {
  const [title] = (raw.titles ?? []).map((text) => withoutProgram(inOneLine(text))).filter(isTitle);
  const [description] = (raw.descriptions ?? [])
    .map((text) => normalizeText(text.slice(0, 20_000)))
    .filter((text) => hasWords(text) && !emptyDescription.test(text) && text !== title);
  const names = (raw.authors ?? []).map((text) => cut(inOneLine(text), limits.name)).filter(isName);
  const keywords = (raw.keywords ?? []).map((text) => cut(inOneLine(text), limits.keyword)).filter(hasWords);
  const [language] = (raw.languages ?? []).map(languageOf).filter((code) => code !== undefined);
  const said = {
    format: raw.format,
    title: title && cut(title, limits.title),
    description: description && cut(description, limits.description),
    authors: distinct(names, limits.authors),
    keywords: distinct(keywords, limits.keywords),
    language,
    licence: licenceIn(raw.rights ?? []),
  };
  const known = Object.entries(said).filter(([, value]) => isNotEmpty(value));
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
