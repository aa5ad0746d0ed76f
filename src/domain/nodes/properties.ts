import type { NodeRecord, PropertyBag } from './records.ts';
import { isContentFact } from './system-properties.ts';

/** New values by short or long name; null removes the property. */
export type PropertyChanges = ReadonlyMap<string, readonly string[] | null>;

/** Changes by short name, without system properties. The node's name is separate. */
export interface ResolvedChanges {
  /** The new `cm:name`, if the changes contain it. */
  readonly name: string | undefined;
  readonly properties: ReadonlyMap<string, readonly string[] | null>;
}

const isWellFormed = (text: string): boolean => text.isWellFormed();

/**
 * The properties after the changes. Every key has a namespace, so none can collide with a key of a prototype. Replaces half of a
 * character, where a client cut a text off, with U+FFFD: many JSON parsers refuse a whole response that contains one.
 */
export function applyChanges(before: PropertyBag, changes: ResolvedChanges['properties']): PropertyBag {
  const after: Record<string, readonly string[]> = { ...before };
  for (const [name, values] of changes) {
    if (values === null) delete after[name];
    else after[name] = values.every(isWellFormed) ? values : values.map((value) => value.toWellFormed());
  }
  return after;
}

/** The properties without those that a client states about content and that the repository reads from its bytes. */
export const withoutContentFacts = (properties: PropertyBag): PropertyBag =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !isContentFact(name)));

/**
 * The properties of a node after the changes. Drops those that the repository reads from the content: clients send back
 * all properties that they read.
 */
export function changedProperties(
  { properties, content }: Pick<NodeRecord, 'properties' | 'content'>,
  changes: ResolvedChanges['properties'],
): PropertyBag {
  const after = applyChanges(properties, changes);
  return content === null ? after : withoutContentFacts(after);
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
