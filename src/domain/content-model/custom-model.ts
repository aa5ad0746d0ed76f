import { nearestOf } from '../../base/nearest.ts';
import { isSystemProperty } from '../nodes/system-properties.ts';
import {
  type ContentModelDefinitions,
  descendsFrom,
  type PropertyDefinition,
  type TypeDefinition,
} from './content-model.ts';

export const noDefinitions: ContentModelDefinitions = {
  namespaces: new Map(),
  types: new Map(),
  aspects: new Map(),
  properties: new Map(),
};

/** The definitions of both models. If both define a name, the custom model wins. */
export const withCustomModel = (
  base: ContentModelDefinitions,
  custom: ContentModelDefinitions,
): ContentModelDefinitions => ({
  namespaces: new Map([...base.namespaces, ...custom.namespaces]),
  types: new Map([...base.types, ...custom.types]),
  aspects: new Map([...base.aspects, ...custom.aspects]),
  properties: new Map([...base.properties, ...custom.properties]),
});

/** A problem with one definition, and its solution. `path` locates it (`['types', 'school:worksheet', 'parent']`). */
export interface ModelProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** `prefix:local`. Commas separate names in lists, so they are not allowed. */
const nameForm = /^([A-Za-z][\w.-]*):[^\s:{}/",\p{Cc}]+$/u;
const prefixForm = /^[A-Za-z][\w.-]*$/;
const uriForm = /^[^\s{},]+$/;

function* namespaceProblems(custom: ContentModelDefinitions, base: ContentModelDefinitions): Generator<ModelProblem> {
  const prefixes = new Map([...base.namespaces].map(([prefix, uri]) => [uri, prefix]));
  for (const [prefix, uri] of custom.namespaces) {
    const path = ['namespaces', prefix];
    const baseUri = base.namespaces.get(prefix);
    if (!prefixForm.test(prefix))
      yield { path, message: `"${prefix}" is not a valid prefix: use letters, digits, - and _` };
    if (!uriForm.test(uri)) yield { path, message: `${prefix} needs a URI without spaces, commas or braces` };
    if (baseUri !== undefined && baseUri !== uri) {
      yield { path, message: `${prefix} is a built-in prefix, for ${baseUri}; choose another one` };
    }
    const other = prefixes.get(uri);
    if (other !== undefined && other !== prefix) {
      yield { path, message: `${uri} already has the prefix ${other}; use that one` };
    }
    prefixes.set(uri, prefix);
  }
}

function* nameProblems(custom: ContentModelDefinitions, all: ContentModelDefinitions): Generator<ModelProblem> {
  for (const kind of ['types', 'aspects', 'properties'] as const) {
    for (const name of custom[kind].keys()) {
      const prefix = nameForm.exec(name)?.[1];
      const path = [kind, name];
      if (prefix === undefined) {
        yield { path, message: `"${name}" is not a valid name: write it with its prefix, such as cm:name` };
      } else if (!all.namespaces.has(prefix)) {
        yield { path, message: `${name} has the unknown prefix ${prefix}; define it under namespaces` };
      }
    }
  }
}

function parentProblem(
  name: string,
  { parent }: TypeDefinition,
  base: ContentModelDefinitions,
  all: ContentModelDefinitions,
): string | undefined {
  if (parent === null) {
    // Only the built-in model, which extends an empty one, defines the root of all types.
    return base.types.size === 0 ? undefined : `${name} needs a parent, such as ccm:io or ccm:map`;
  }
  if (!all.types.has(parent)) {
    return `${name} has the unknown parent ${parent}; did you mean ${nearestOf(all.types.keys(), parent)}?`;
  }
  return descendsFrom(all.types, parent, name) ? `${name} is an ancestor of itself; give it another parent` : undefined;
}

function* typeProblems(
  custom: ContentModelDefinitions,
  base: ContentModelDefinitions,
  all: ContentModelDefinitions,
): Generator<ModelProblem> {
  for (const [name, definition] of custom.types) {
    const builtIn = base.types.get(name);
    if (builtIn !== undefined) {
      const same = builtIn.parent === definition.parent && builtIn.abstract === definition.abstract;
      if (!same) yield { path: ['types', name], message: `${name} is a built-in type: only its title can be changed` };
      continue;
    }
    const message = parentProblem(name, definition, base, all);
    if (message !== undefined) yield { path: ['types', name, 'parent'], message };
  }
}

const isPlainText = ({ type, list }: PropertyDefinition): boolean => type === 'text' && !list;

function* propertyProblems(custom: ContentModelDefinitions): Generator<ModelProblem> {
  for (const [name, definition] of custom.properties) {
    const path = ['properties', name];
    if (isSystemProperty(name)) {
      yield { path, message: `${name} is set by the repository itself; remove it` };
    } else if (name === 'cm:name' && !isPlainText(definition)) {
      yield { path, message: 'cm:name must be text with a single value; a custom model can change only its title' };
    }
  }
}

/** All problems that keep a custom model from extending the base model; empty if there are none. */
export function modelProblems(custom: ContentModelDefinitions, base: ContentModelDefinitions): ModelProblem[] {
  const all = withCustomModel(base, custom);
  return [
    ...namespaceProblems(custom, base),
    ...nameProblems(custom, all),
    ...typeProblems(custom, base, all),
    ...propertyProblems(custom),
  ];
}
