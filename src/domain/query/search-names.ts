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

/** Properties that the repository itself sets, for suggestions: the content model does not define them. */
const systemNames: readonly string[] = ['cm:created', 'cm:creator', 'cm:modified', 'cm:modifier', 'sys:node-uuid'];

/** The index field for whole values of a property (short name). The ID of a node has its own field. */
export const valueField = (property: string): string => (property === 'sys:node-uuid' ? 'ID' : property);

/** The sources of known property names. */
export interface KnownNames {
  readonly contentModel: Pick<ContentModel, 'shortName' | 'properties'>;
  /** Short names of the properties in metadata sets. */
  readonly setProperties: ReadonlySet<string>;
}

/**
 * Whether searches accept this property (short name): a built-in field, a property of a metadata set, or any property of a
 * registered namespace. Nodes may have properties that the content model does not define.
 */
export const isSearchName = (name: string, { contentModel, setProperties }: KnownNames): boolean =>
  contentModel.shortName(name) !== undefined ||
  (builtInFields as readonly string[]).includes(name) ||
  setProperties.has(name);

const shortNameOf = (name: string, { contentModel }: KnownNames): string =>
  unprefixedNames.get(name) ?? contentModel.shortName(name) ?? name;

/** Like `searchName`, but undefined for a name that no property can have. */
export function knownSearchName(name: string, names: KnownNames): string | undefined {
  const short = shortNameOf(name, names);
  return isSearchName(short, names) ? short : undefined;
}

/**
 * The short name of a property for facets, comparisons or sorting. Also accepts long names, `name` and `size`. Throws
 * `BadRequest` for a name that no property can have, with the nearest known one. `purpose` completes "nodes cannot be …".
 */
export function searchName(name: string, purpose: string, names: KnownNames): string {
  const { contentModel, setProperties } = names;
  const short = shortNameOf(name, names);
  if (isSearchName(short, names)) return short;
  const known = [...contentModel.properties.keys(), ...systemNames, ...builtInFields, ...setProperties];
  throw badRequest(
    `"${name.slice(0, 100)}" is not a property of a registered namespace, so nodes cannot be ${purpose} it. Did you mean ${nearestOf(known, short)}?`,
  );
}
