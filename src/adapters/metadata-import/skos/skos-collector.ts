import { languageTag } from '../../../domain/metadata/language-tag.ts';
import { anyLanguage } from '../../../domain/metadata/value-list.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { conceptKind, predicateName, type SkosUse, schemeKind, usedPredicates } from './skos-vocabulary.ts';
import type { Statement } from './turtle.ts';

/** A text by language, like `Captions`. */
type Texts = Map<string, string>;

/** The statements about one resource of a vocabulary: a concept or the scheme. */
export interface SkosResource {
  readonly address: string;
  /** The first line in which it is a subject. */
  readonly line: number;
  kind: 'concept' | 'scheme' | undefined;
  readonly labels: Texts;
  readonly titles: Texts;
  readonly descriptions: Texts;
  readonly synonyms: Map<string, string[]>;
  /** Notations and exact matches. */
  readonly alternatives: string[];
  readonly above: { readonly address: string; readonly line: number }[];
  readonly below: { readonly address: string; readonly line: number }[];
  readonly schemes: string[];
  readonly tops: string[];
  url: string | undefined;
}

const newResource = (address: string, line: number): SkosResource => ({
  address,
  line,
  kind: undefined,
  labels: new Map(),
  titles: new Map(),
  descriptions: new Map(),
  synonyms: new Map(),
  alternatives: [],
  above: [],
  below: [],
  schemes: [],
  tops: [],
  url: undefined,
});

/** The language of a text as a key of captions. */
const languageOf = (language: string): string => (language === '' ? anyLanguage : languageTag(language));

const literalOf = ({ object }: Statement): string => (object.kind === 'text' ? object.value : object.address);

/**
 * Collects the statements about each resource, in the order of the file. Reports statements that a value list cannot hold, and
 * duplicates.
 */
export function createSkosCollector(file: string, notes: Notes) {
  const resources = new Map<string, SkosResource>();
  const report = (line: number, message: string): void => notes.add(file, line, 'left-out', message);
  return {
    resources,
    add(statement: Statement): void {
      const { subject, predicate, line } = statement;
      const use = usedPredicates.get(predicate);
      if (use === undefined) {
        report(line, `a value list cannot hold ${predicateName(predicate)}`);
        return;
      }
      const resource = resources.get(subject) ?? newResource(subject, line);
      resources.set(subject, resource);
      uses[use](resource, statement, report);
    },
  };
}

type Report = (line: number, message: string) => void;

const uses: { readonly [K in SkosUse]: (resource: SkosResource, statement: Statement, report: Report) => void } = {
  label: ({ labels }, statement, report) => addText(labels, statement, 'skos:prefLabel', report),
  title: ({ titles }, statement, report) => addText(titles, statement, 'title', report),
  description: ({ descriptions }, statement, report) => addText(descriptions, statement, 'definition', report),
  synonym: addSynonym,
  notation: ({ alternatives }, statement) => alternatives.push(literalOf(statement)),
  same: ({ alternatives }, statement) => alternatives.push(literalOf(statement)),
  above: ({ above }, statement, report) => addLink(above, statement, 'skos:broader', report),
  below: ({ below }, statement, report) => addLink(below, statement, 'skos:narrower', report),
  scheme: ({ schemes }, statement) => schemes.push(literalOf(statement)),
  top: ({ tops }, statement) => tops.push(literalOf(statement)),
  url: (resource, statement) => {
    resource.url ??= literalOf(statement);
  },
  kind: setKind,
};

function addText(texts: Texts, { object, line }: Statement, what: string, report: Report): void {
  if (object.kind !== 'text') {
    report(line, `${what} is an address instead of a text`);
    return;
  }
  const language = languageOf(object.language);
  if (texts.has(language)) report(line, `a second ${what} in the same language; the first one is used`);
  else texts.set(language, object.value);
}

function addSynonym({ synonyms }: SkosResource, { object, line }: Statement, report: Report): void {
  if (object.kind !== 'text') {
    report(line, 'a synonym is an address instead of a text');
    return;
  }
  const language = languageOf(object.language);
  const words = synonyms.get(language);
  if (words === undefined) synonyms.set(language, [object.value]);
  else words.push(object.value);
}

function addLink(links: SkosResource['above'], { object, line }: Statement, what: string, report: Report): void {
  if (object.kind === 'resource') links.push({ address: object.address, line });
  else report(line, `${what} is a text instead of an address`);
}

function setKind(resource: SkosResource, statement: Statement, report: Report): void {
  const kind = literalOf(statement);
  if (kind === conceptKind) resource.kind = 'concept';
  else if (kind === schemeKind) resource.kind = 'scheme';
  else report(statement.line, `a value list cannot hold a ${predicateName(kind)}`);
}
