import { badRequest } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../content-model/content-model.ts';
import { builtInFields } from './query.ts';

/** The name that sorts by relevance, in place of a property. */
export const score = 'score';

/** Names that clients use without a namespace. */
const unprefixedNames: ReadonlyMap<string, string> = new Map([
  ['name', 'cm:name'],
  ['size', 'cclom:size'],
]);

/** Properties that the repository itself sets. They are not in the content model, but searches, facets and sorting accept them. */
const systemNames: readonly string[] = [
  'cm:created',
  'cm:creator',
  'cm:modified',
  'cm:modifier',
  'sys:node-uuid',
  ...builtInFields,
];

/** The index field for whole values of a property (short name). The ID of a node has its own field. */
export const valueField = (property: string): string => (property === 'sys:node-uuid' ? 'ID' : property);

/** The sources of known property names. */
export interface KnownNames {
  readonly contentModel: Pick<ContentModel, 'shortName' | 'properties'>;
  /** Short names of the properties in metadata sets. */
  readonly setProperties: ReadonlySet<string>;
}

/** Whether searches accept this property (short name). */
export const isSearchName = (name: string, { contentModel, setProperties }: KnownNames): boolean =>
  contentModel.properties.has(name) || systemNames.includes(name) || setProperties.has(name);

/**
 * The short name of a property for facets or sorting. Also accepts long names, `name` and `size`. Throws `BadRequest`
 * for an unknown property, with the nearest known one. `purpose` completes "nodes cannot be …".
 */
export function searchName(name: string, purpose: string, names: KnownNames): string {
  const { contentModel, setProperties } = names;
  const short = unprefixedNames.get(name) ?? contentModel.shortName(name) ?? name;
  if (isSearchName(short, names)) return short;
  const known = [...contentModel.properties.keys(), ...systemNames, ...setProperties];
  throw badRequest(
    `"${name.slice(0, 100)}" is not a known property, so nodes cannot be ${purpose} it. Did you mean ${nearestOf(known, short)}?`,
  );
}
