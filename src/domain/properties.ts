import { badRequest } from '../base/errors.ts';
import { isSystemProperty, shortName } from './qualified-name.ts';
import type { PropertyBag } from './records.ts';

/** Short or long name to values; null removes. */
export type PropertyChanges = ReadonlyMap<string, readonly string[] | null>;

/** Changes with short names, without what only the repository itself says, and the node's name apart. */
export interface ReadyChanges {
  /** `cm:name`, where it is given. */
  readonly name: string | undefined;
  readonly properties: ReadonlyMap<string, readonly string[] | null>;
}

export function readyChanges(changes: PropertyChanges): ReadyChanges {
  const properties = new Map<string, readonly string[] | null>();
  let name: string | undefined;
  for (const [given, values] of changes) {
    const short = shortName(given);
    if (short === undefined) throw badRequest(`The namespace of the property ${given} is not known.`);
    if (short === 'cm:name') name = values?.[0] ?? '';
    else if (!isSystemProperty(short)) properties.set(short, values);
  }
  return { name, properties };
}

/** The properties after the changes. Every key has a namespace, so it can be no key of a prototype. */
export function applyChanges(before: PropertyBag, changes: ReadyChanges['properties']): PropertyBag {
  const after: Record<string, readonly string[]> = { ...before };
  for (const [name, values] of changes) {
    if (values === null) delete after[name];
    else after[name] = values;
  }
  return after;
}

const firstOf = (properties: PropertyBag, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = properties[name]?.[0];
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
};

export const titleOf = (properties: PropertyBag): string | undefined =>
  firstOf(properties, ['cclom:title', 'cm:title']);

export const descriptionOf = (properties: PropertyBag): string | undefined =>
  firstOf(properties, ['cclom:general_description', 'cm:description']);

export const keywordsOf = (properties: PropertyBag): readonly string[] => properties['cclom:general_keyword'] ?? [];
