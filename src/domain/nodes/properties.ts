import type { PropertyBag } from './records.ts';
import { isContentFact } from './system-properties.ts';

/** Short or long name to values; null removes. */
export type PropertyChanges = ReadonlyMap<string, readonly string[] | null>;

/** Changes with short names, without what only the repository itself says, and the node's name apart. */
export interface ResolvedChanges {
  /** `cm:name`, where it is given. */
  readonly name: string | undefined;
  readonly properties: ReadonlyMap<string, readonly string[] | null>;
}

/** The properties after the changes. Every key has a namespace, so it can be no key of a prototype. */
export function applyChanges(before: PropertyBag, changes: ResolvedChanges['properties']): PropertyBag {
  const after: Record<string, readonly string[]> = { ...before };
  for (const [name, values] of changes) {
    if (values === null) delete after[name];
    else after[name] = values;
  }
  return after;
}

/** Without what only a client said about content that the node did not have yet. */
export const withoutContentFacts = (properties: PropertyBag): PropertyBag =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !isContentFact(name)));

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
