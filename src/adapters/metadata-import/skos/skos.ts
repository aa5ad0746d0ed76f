import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import { anyLanguage, type Captions, type ValueEntry, type ValueList } from '../../../domain/metadata/value-list.ts';
import { freeId, idOf } from '../../../domain/metadata-import/ids.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';
import type { Link } from '../cut-cycles.ts';
import { createSkosCollecting, type SkosThing } from './skos-collector.ts';
import { skosParents } from './skos-parents.ts';
import { readTurtle } from './turtle.ts';

const stated = <T extends ReadonlyMap<string, unknown>>(map: T): T | undefined => (map.size === 0 ? undefined : map);

/** What a thing is called: a title where it is a scheme, a label otherwise, and either where the other is missing. */
const nameOf = ({ labels, titles, kind }: SkosThing): Captions | undefined =>
  stated(kind === 'scheme' ? new Map([...labels, ...titles]) : new Map([...titles, ...labels]));

function entryOf(concept: SkosThing, parent: string | undefined): ValueEntry {
  const { address, descriptions, alternatives, synonyms, url } = concept;
  const caption = nameOf(concept);
  const description = stated(descriptions);
  const otherWords = stated(synonyms);
  return {
    key: address,
    ...(caption === undefined ? {} : { caption }),
    ...(description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parent }),
    ...(url === undefined ? {} : { url }),
    ...(alternatives.length === 0 ? {} : { alternatives: [...new Set(alternatives)] }),
    ...(otherWords === undefined ? {} : { synonyms: otherWords }),
  };
}

/** The scheme of each concept: the one it names, or that names it, or that of what is above it; else the first one. */
function* schemesByName(
  concepts: readonly SkosThing[],
  schemes: readonly SkosThing[],
): CooperativeTask<Map<string, string>> {
  const known = new Set(schemes.map(({ address }) => address));
  const found = new Map<string, string>();
  for (const { address, tops } of schemes) for (const top of tops) found.set(top, address);
  yield* forEachCooperatively(concepts, ({ address, schemes: named }) => {
    const scheme = named.find((name) => known.has(name));
    if (scheme !== undefined) found.set(address, scheme);
  });
  return found;
}

/** Tells the scheme of a concept; remembers it for all that lies between, so that no way up is gone twice. */
function schemeFinder(named: ReadonlyMap<string, string>, parents: ReadonlyMap<string, Link>) {
  const known = new Map<string, string | undefined>(named);
  return (concept: string): string | undefined => {
    const between: string[] = [];
    let at: string | undefined = concept;
    while (at !== undefined && !known.has(at)) {
      between.push(at);
      at = parents.get(at)?.address;
    }
    const scheme = at === undefined ? undefined : known.get(at);
    for (const address of between) known.set(address, scheme);
    return scheme;
  };
}

const expectedLanguages = ['de', 'en'];

function tellLabels(concept: SkosThing, file: string, notes: Notes): void {
  const { line, labels } = concept;
  if (nameOf(concept) === undefined) {
    notes.add(file, line, 'changed', 'a concept without skos:prefLabel is shown by its address');
  } else if (!labels.has(anyLanguage)) {
    const missing = expectedLanguages.filter((language) => !labels.has(language));
    for (const language of missing) {
      notes.add(file, line, 'changed', `no label in the language «${language}»; another one is shown there`);
    }
  }
}

/** Concepts are what says so, or has a label and is no scheme; what is only pointed at is none. */
const isConcept = ({ kind, labels }: SkosThing): boolean =>
  kind === 'concept' || (kind === undefined && labels.size > 0);

/**
 * Makes value lists of a SKOS vocabulary in Turtle, one for each concept scheme in it: keys are the addresses of the
 * concepts, in the order in which the file describes them. Throws `BadRequest` with file and line where it is no Turtle,
 * or has no concepts.
 */
export function* skosValueLists(file: string, source: string, notes: Notes): CooperativeTask<ValueList[]> {
  const collecting = createSkosCollecting(file, notes);
  yield* readTurtle(file, source, (statement) => collecting.take(statement));
  const things = [...collecting.things.values()];
  const concepts = things.filter(isConcept);
  if (concepts.length === 0) throw unreadable(file, null, 'it has no skos:Concept in it');
  const schemes = things.filter(({ kind }) => kind === 'scheme');
  const parents = yield* skosParents(concepts, schemes, file, notes);
  const named = yield* schemesByName(concepts, schemes);
  const schemeOf = schemeFinder(named, parents);
  const lists = new Map<string, ValueEntry[]>();
  yield* forEachCooperatively(concepts, (concept) => {
    tellLabels(concept, file, notes);
    const scheme = schemeOf(concept.address) ?? schemes[0]?.address ?? '';
    const entries = lists.get(scheme) ?? [];
    entries.push(entryOf(concept, parents.get(concept.address)?.address));
    lists.set(scheme, entries);
  });
  const ids = new Set<string>();
  return [...lists].map(([address, entries]) => {
    const scheme = collecting.things.get(address);
    const name = scheme === undefined ? undefined : nameOf(scheme);
    return {
      id: freeId(lists.size === 1 ? idOf(file) : `${idOf(file)}-${idOf(address)}`, ids),
      ...(name === undefined ? {} : { name }),
      ...(address === '' || address.startsWith('_:') ? {} : { source: address }),
      entries,
    };
  });
}
