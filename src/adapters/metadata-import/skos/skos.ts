import { type CooperativeTask, forEachCooperatively } from '../../../base/scheduling/cooperative-task.ts';
import { baseLanguage } from '../../../domain/metadata/language-tag.ts';
import { anyLanguage, type Captions, type ValueEntry, type ValueList } from '../../../domain/metadata/value-list.ts';
import { freeId, idOf } from '../../../domain/metadata-import/ids.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import { unreadable } from '../../../domain/metadata-import/unreadable.ts';
import type { Link } from '../cut-cycles.ts';
import { some } from '../import-context.ts';
import { createSkosCollector, type SkosResource } from './skos-collector.ts';
import { skosParents } from './skos-parents.ts';
import { readTurtle } from './turtle.ts';

const stated = <T extends ReadonlyMap<string, unknown>>(map: T): T | undefined => (map.size === 0 ? undefined : map);

/**
 * The name of a resource by language: for a scheme its title or else its label, for a concept its label or else its
 * title.
 */
const nameOf = ({ labels, titles, kind }: SkosResource): Captions | undefined =>
  stated(kind === 'scheme' ? new Map([...labels, ...titles]) : new Map([...titles, ...labels]));

function entryOf(concept: SkosResource, parent: string | undefined): ValueEntry {
  const { address, descriptions, alternatives, synonyms, url } = concept;
  return {
    key: address,
    caption: nameOf(concept),
    description: stated(descriptions),
    parent,
    url,
    alternatives: some([...new Set(alternatives)]),
    synonyms: stated(synonyms),
  };
}

/** The scheme of each concept that names its scheme, or that a scheme names as a top concept. */
function* schemesByName(
  concepts: readonly SkosResource[],
  schemes: readonly SkosResource[],
): CooperativeTask<Map<string, string>> {
  const known = new Set(schemes.map(({ address }) => address));
  const schemeByConcept = new Map<string, string>();
  for (const { address, tops } of schemes) for (const top of tops) schemeByConcept.set(top, address);
  yield* forEachCooperatively(concepts, ({ address, schemes: named }) => {
    const scheme = named.find((name) => known.has(name));
    if (scheme !== undefined) schemeByConcept.set(address, scheme);
  });
  return schemeByConcept;
}

/** Finds the scheme of a concept through its parents. Caches the scheme of every concept on the path. */
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

function reportMissingLabels(concept: SkosResource, file: string, notes: Notes): void {
  const { line, labels } = concept;
  if (nameOf(concept) === undefined) {
    notes.add(file, line, 'changed', 'a concept without skos:prefLabel is shown as its address');
  } else if (!labels.has(anyLanguage)) {
    const bases = new Set([...labels.keys()].map(baseLanguage));
    const missing = expectedLanguages.filter((language) => !bases.has(language));
    for (const language of missing) {
      notes.add(file, line, 'changed', `no label in the language "${language}"; another one is shown`);
    }
  }
}

/** Concepts are declared as such, or have a label and are not a scheme. */
const isConcept = ({ kind, labels }: SkosResource): boolean =>
  kind === 'concept' || (kind === undefined && labels.size > 0);

/**
 * Creates a value list for each concept scheme of a SKOS vocabulary in Turtle. Keys are the addresses of the concepts, in the
 * order of the file. Throws `BadRequest` with file and line if it is not Turtle or has no concepts.
 */
export function* skosValueLists(file: string, source: string, notes: Notes): CooperativeTask<ValueList[]> {
  const collector = createSkosCollector(file, notes);
  yield* readTurtle(file, source, (statement) => collector.add(statement));
  const resources = [...collector.resources.values()];
  const concepts = resources.filter(isConcept);
  if (concepts.length === 0) throw unreadable(file, null, 'it contains no skos:Concept');
  const schemes = resources.filter(({ kind }) => kind === 'scheme');
  const parents = yield* skosParents(concepts, schemes, file, notes);
  const named = yield* schemesByName(concepts, schemes);
  const schemeOf = schemeFinder(named, parents);
  const lists = new Map<string, ValueEntry[]>();
  yield* forEachCooperatively(concepts, (concept) => {
    reportMissingLabels(concept, file, notes);
    const scheme = schemeOf(concept.address) ?? schemes[0]?.address ?? '';
    const entries = lists.get(scheme) ?? [];
    entries.push(entryOf(concept, parents.get(concept.address)?.address));
    lists.set(scheme, entries);
  });
  const ids = new Set<string>();
  return [...lists].map(([address, entries]) => {
    const scheme = collector.resources.get(address);
    return {
      id: freeId(lists.size === 1 ? idOf(file) : `${idOf(file)}-${idOf(address)}`, ids),
      name: scheme && nameOf(scheme),
      source: address === '' || address.startsWith('_:') ? undefined : address,
      entries,
    };
  });
}
