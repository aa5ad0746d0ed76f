import { badRequest } from '../../base/errors/errors.ts';
import type { PropertyChanges } from './properties.ts';
import type { NodeRecord } from './records.ts';
import { isSystemProperty } from './system-properties.ts';

/** The properties, by short name, that an imported node must have to be the same item, with their values. */
export type ImportIdentity = ReadonlyMap<string, readonly string[]>;

/** The maximum number of values in an identity. The search index looks up each. */
const maxValues = 100;

/** Returns the short name of a property; undefined if its namespace is not registered. */
type ShortName = (name: string) => string | undefined;

const given = (values: readonly string[] | null | undefined): readonly string[] =>
  (values ?? []).filter((value) => value !== '');

function requireUsable(name: string, short: string | undefined, values: readonly string[]): string {
  if (short === undefined) {
    throw badRequest(`The property ${name} cannot identify a node: its namespace is not registered. Use another one.`);
  }
  if (isSystemProperty(short)) {
    throw badRequest(`The property ${short} cannot identify a node: the repository sets it itself. Use another one.`);
  }
  if (values.length === 0) {
    throw badRequest(`The property ${short} identifies the node, so the body must contain it with a value. Add it.`);
  }
  return short;
}

/**
 * The identity that these properties of an item make. Throws `BadRequest` if there is no name, a property without a value,
 * one that nodes cannot have or that the repository sets itself, or more than 100 values.
 */
export function importIdentity(
  names: readonly string[],
  properties: PropertyChanges,
  shortName: ShortName,
): ImportIdentity {
  const sent = new Map([...properties].map(([name, values]) => [shortName(name) ?? name, given(values)]));
  const identity = new Map<string, readonly string[]>();
  for (const name of names) {
    const values = sent.get(shortName(name) ?? name) ?? [];
    identity.set(requireUsable(name, shortName(name), values), values);
  }
  if (identity.size === 0) throw badRequest('No property identifies the node. Name at least one.');
  const count = [...identity.values()].reduce((sum, values) => sum + values.length, 0);
  if (count > maxValues) {
    throw badRequest(`${count} values identify the node, and the maximum is ${maxValues}. Use fewer.`);
  }
  return identity;
}

/** A text that is the same for equal identities only. */
export const identityKey = (identity: ImportIdentity): string =>
  JSON.stringify([...identity].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a node has all values of the identity, besides others. */
export function hasIdentity({ name, properties }: NodeRecord, identity: ImportIdentity): boolean {
  return [...identity].every(([property, values]) => {
    const own = property === 'cm:name' ? [name] : (properties[property] ?? []);
    return values.every((value) => own.includes(value));
  });
}
