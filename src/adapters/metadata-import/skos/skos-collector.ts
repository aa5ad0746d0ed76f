import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { conceptKind, predicateName, type SkosUse, schemeKind, usedPredicates } from './skos-vocabulary.ts';
import type { Statement } from './turtle.ts';

/** A text by language, as `Captions`. */
type Texts = Map<string, string>;

/** What is said of one thing of a vocabulary: a concept, or the scheme itself. */
export interface SkosThing {
  readonly address: string;
  /** Where it is named as a subject first. */
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

export interface SkosCollecting {
  take(statement: Statement): void;
  /** In the order in which they are described. */
  readonly things: ReadonlyMap<string, SkosThing>;
}

const newThing = (address: string, line: number): SkosThing => ({
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

/** The language of a text as our captions name it. */
const languageOf = (language: string): string => (language === '' ? 'und' : language);

const wordsOf = ({ object }: Statement): string => (object.kind === 'text' ? object.value : object.address);

/** Collects what is said of each thing; what has no place in a value list, or is said twice, is told. */
export function createSkosCollecting(file: string, notes: Notes): SkosCollecting {
  const things = new Map<string, SkosThing>();

  const addText = (texts: Texts, statement: Statement, what: string): void => {
    const { object, line } = statement;
    if (object.kind !== 'text') {
      notes.add(file, line, 'left-out', `${what} is an address instead of a text`);
      return;
    }
    const language = languageOf(object.language);
    if (texts.has(language))
      notes.add(file, line, 'left-out', `a second ${what} in the same language; the first one holds`);
    else texts.set(language, object.value);
  };

  const addSynonym = ({ synonyms }: SkosThing, { object, line }: Statement): void => {
    if (object.kind !== 'text') {
      notes.add(file, line, 'left-out', 'a synonym is an address instead of a text');
      return;
    }
    const language = languageOf(object.language);
    const words = synonyms.get(language);
    if (words === undefined) synonyms.set(language, [object.value]);
    else words.push(object.value);
  };

  const setKind = (thing: SkosThing, statement: Statement): void => {
    const kind = wordsOf(statement);
    if (kind === conceptKind) thing.kind = 'concept';
    else if (kind === schemeKind) thing.kind = 'scheme';
    else notes.add(file, statement.line, 'left-out', `a ${predicateName(kind)} has no place in a value list`);
  };

  const addLink = (links: SkosThing['above'], { object, line }: Statement, what: string): void => {
    if (object.kind === 'resource') links.push({ address: object.address, line });
    else notes.add(file, line, 'left-out', `${what} is a text instead of an address`);
  };

  const uses: { readonly [K in SkosUse]: (thing: SkosThing, statement: Statement) => void } = {
    label: (thing, statement) => addText(thing.labels, statement, 'skos:prefLabel'),
    title: (thing, statement) => addText(thing.titles, statement, 'title'),
    description: (thing, statement) => addText(thing.descriptions, statement, 'definition'),
    synonym: addSynonym,
    notation: (thing, statement) => thing.alternatives.push(wordsOf(statement)),
    same: (thing, statement) => thing.alternatives.push(wordsOf(statement)),
    above: (thing, statement) => addLink(thing.above, statement, 'skos:broader'),
    below: (thing, statement) => addLink(thing.below, statement, 'skos:narrower'),
    scheme: (thing, statement) => thing.schemes.push(wordsOf(statement)),
    top: (thing, statement) => thing.tops.push(wordsOf(statement)),
    url: (thing, statement) => {
      thing.url ??= wordsOf(statement);
    },
    kind: setKind,
  };

  return {
    things,
    take(statement) {
      const { subject, predicate, line } = statement;
      const use = usedPredicates.get(predicate);
      if (use === undefined) {
        notes.add(file, line, 'left-out', `${predicateName(predicate)} has no place in a value list`);
        return;
      }
      const thing = things.get(subject) ?? newThing(subject, line);
      things.set(subject, thing);
      uses[use](thing, statement);
    },
  };
}
