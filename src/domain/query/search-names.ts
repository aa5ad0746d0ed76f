import { badRequest } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../content-model/content-model.ts';
import { builtInFields } from './query.ts';

/** What stands for how well a node fits, where properties to order by are named. */
export const score = 'score';

/** What clients call without a namespace. */
const plainNames: ReadonlyMap<string, string> = new Map([
  ['name', 'cm:name'],
  ['size', 'cclom:size'],
]);

/** What the repository itself says of nodes: no word of the dictionary, but nodes are found, counted and ordered by it as well. */
export const systemNames: readonly string[] = [
  'cm:created',
  'cm:creator',
  'cm:modified',
  'cm:modifier',
  'sys:node-uuid',
  ...builtInFields,
];

/** The field that a property (short name) is looked for in by its whole value: ids are no values of nodes. */
export const valueField = (property: string): string => (property === 'sys:node-uuid' ? 'ID' : property);

/** Who knows properties. */
export interface KnownNames {
  readonly contentModel: Pick<ContentModel, 'shortName' | 'properties'>;
  /** What the metadata sets speak of. */
  readonly setProperties: ReadonlySet<string>;
}

/** Whether nodes can be found by this property (short name). */
export const isSearchName = (name: string, { contentModel: dictionary, setProperties: ofSets }: KnownNames): boolean =>
  dictionary.properties.has(name) || systemNames.includes(name) || ofSets.has(name);

/**
 * The short name of a property by which nodes are counted or ordered, given by its short, long or plain name. Throws
 * `BadRequest` for one that is not known, naming the nearest one; `purpose` completes «nodes cannot be …».
 */
export function searchName(name: string, purpose: string, names: KnownNames): string {
  const { contentModel: dictionary, setProperties: ofSets } = names;
  const short = plainNames.get(name) ?? dictionary.shortName(name) ?? name;
  if (isSearchName(short, names)) return short;
  const known = [...dictionary.properties.keys(), ...systemNames, ...ofSets];
  throw badRequest(
    `«${name.slice(0, 100)}» is no known property, so nodes cannot be ${purpose} it. Did you mean ${nearestOf(known, short)}?`,
  );
}
