import { nearestOf } from '../../base/nearest.ts';
import { isSystemProperty } from '../nodes/system-properties.ts';
import {
  type ContentModelDefinitions,
  descendsFrom,
  type PropertyDefinition,
  type TypeDefinition,
} from './content-model.ts';

/** No words at all. */
export const noDefinitions: ContentModelDefinitions = {
  namespaces: new Map(),
  types: new Map(),
  aspects: new Map(),
  properties: new Map(),
};

/** The words of both; what both have is as the second says. */
export const withCustomModel = (
  known: ContentModelDefinitions,
  own: ContentModelDefinitions,
): ContentModelDefinitions => ({
  namespaces: new Map([...known.namespaces, ...own.namespaces]),
  types: new Map([...known.types, ...own.types]),
  aspects: new Map([...known.aspects, ...own.aspects]),
  properties: new Map([...known.properties, ...own.properties]),
});

/** What is wrong with one word, and what to do; `path` leads to it (`['types', 'school:worksheet', 'parent']`). */
export interface ModelProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** `prefix:local`. Commas part names in lists. */
const wordForm = /^([A-Za-z][\w.-]*):[^\s:{}/",\p{Cc}]+$/u;
const prefixForm = /^[A-Za-z][\w.-]*$/;
const uriForm = /^[^\s{},]+$/;

function* namespaceProblems(own: ContentModelDefinitions, known: ContentModelDefinitions): Generator<ModelProblem> {
  const taken = new Map([...known.namespaces].map(([prefix, uri]) => [uri, prefix]));
  for (const [prefix, uri] of own.namespaces) {
    const path = ['namespaces', prefix];
    const before = known.namespaces.get(prefix);
    if (!prefixForm.test(prefix)) yield { path, message: `«${prefix}» is no prefix: use letters, digits, - and _` };
    if (!uriForm.test(uri)) yield { path, message: `${prefix} needs a URI without spaces, commas and braces` };
    if (before !== undefined && before !== uri) {
      yield { path, message: `${prefix} is a prefix of the program, for ${before}; take another one` };
    }
    const other = taken.get(uri);
    if (other !== undefined && other !== prefix) {
      yield { path, message: `${uri} has the prefix ${other} already; use that one` };
    }
    taken.set(uri, prefix);
  }
}

function* nameProblems(own: ContentModelDefinitions, all: ContentModelDefinitions): Generator<ModelProblem> {
  for (const kind of ['types', 'aspects', 'properties'] as const) {
    for (const name of own[kind].keys()) {
      const prefix = wordForm.exec(name)?.[1];
      const path = [kind, name];
      if (prefix === undefined) {
        yield { path, message: `«${name}» is no name of a word: write it with its prefix, such as cm:name` };
      } else if (!all.namespaces.has(prefix)) {
        yield { path, message: `${name} has the prefix ${prefix}, which is not there; name it under namespaces` };
      }
    }
  }
}

function parentProblem(
  name: string,
  { parent }: TypeDefinition,
  known: ContentModelDefinitions,
  all: ContentModelDefinitions,
): string | undefined {
  if (parent === null) {
    // The base itself begins with nothing known.
    return known.types.size === 0 ? undefined : `${name} needs a parent, such as ccm:io or ccm:map`;
  }
  if (!all.types.has(parent)) {
    return `${name} has the parent ${parent}, which is no type; the nearest one is ${nearestOf(all.types.keys(), parent)}`;
  }
  return descendsFrom(all.types, parent, name) ? `${name} is among its own parents; give it another parent` : undefined;
}

function* typeProblems(
  own: ContentModelDefinitions,
  known: ContentModelDefinitions,
  all: ContentModelDefinitions,
): Generator<ModelProblem> {
  for (const [name, word] of own.types) {
    const before = known.types.get(name);
    if (before !== undefined) {
      const same = before.parent === word.parent && before.abstract === word.abstract;
      if (!same)
        yield { path: ['types', name], message: `${name} is a type of the program: only its title can differ` };
      continue;
    }
    const message = parentProblem(name, word, known, all);
    if (message !== undefined) yield { path: ['types', name, 'parent'], message };
  }
}

const isPlainText = ({ type, list }: PropertyDefinition): boolean => type === 'text' && !list;

function* propertyProblems(own: ContentModelDefinitions): Generator<ModelProblem> {
  for (const [name, word] of own.properties) {
    const path = ['properties', name];
    if (isSystemProperty(name)) {
      yield { path, message: `${name} is said by the repository itself; take it out` };
    } else if (name === 'cm:name' && !isPlainText(word)) {
      yield { path, message: 'cm:name is always one text; only its title can differ' };
    }
  }
}

/** Everything that keeps words from being added to those that are known; nothing where they fit. */
export function modelProblems(own: ContentModelDefinitions, known: ContentModelDefinitions): ModelProblem[] {
  const all = withCustomModel(known, own);
  return [
    ...namespaceProblems(own, known),
    ...nameProblems(own, all),
    ...typeProblems(own, known, all),
    ...propertyProblems(own),
  ];
}
