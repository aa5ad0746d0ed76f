/** How the values of a property are interpreted. Whatever the type, they are stored as the text that was sent. */
export type ValueType = 'text' | 'number' | 'date' | 'boolean';

export interface TypeDefinition {
  readonly title: string;
  /** Null for the root of all types. */
  readonly parent: string | null;
  /** An abstract type has no nodes, only subtypes. */
  readonly abstract: boolean;
}

interface AspectDefinition {
  readonly title: string;
}

export interface PropertyDefinition {
  readonly title: string;
  readonly type: ValueType;
  /** Whether it may have several values. */
  readonly list: boolean;
}

/** The types, aspects and properties that nodes may have, by short name (`cm:name`), in the order of their definition. */
export interface ContentModelDefinitions {
  /** URIs by prefix. Both are unique. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, TypeDefinition>;
  readonly aspects: ReadonlyMap<string, AspectDefinition>;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
}

/** The definitions with functions derived from them. */
export interface ContentModel extends ContentModelDefinitions {
  /**
   * The short form (`cm:name`) of a name in short or long form (`{http://…}name`), whether or not it is defined. Undefined if
   * the name has no namespace, or one that is not registered.
   */
  shortName(name: string): string | undefined;
  /** Whether nodes of this type (short name) have children instead of content. */
  isFolderType(type: string): boolean;
}

/** The base type of all folders. */
const folderBase = 'cm:folder';

/** Whether a type is `base` or one of its subtypes. Ends even if the parents form a cycle. */
export function descendsFrom(types: ContentModelDefinitions['types'], type: string, base: string): boolean {
  const seen = new Set<string>();
  for (
    let current: string | null = type;
    current !== null && !seen.has(current);
    current = types.get(current)?.parent ?? null
  ) {
    if (current === base) return true;
    seen.add(current);
  }
  return false;
}

/** Creates a content model from consistent definitions (`modelProblems`). */
export function createContentModel(definitions: ContentModelDefinitions): ContentModel {
  const prefixes = new Map([...definitions.namespaces].map(([prefix, uri]) => [uri, prefix]));

  const prefixOf = (name: string): { readonly prefix: string | undefined; readonly local: string } => {
    if (name.startsWith('{')) {
      const end = name.indexOf('}');
      return { prefix: prefixes.get(name.slice(1, end)), local: name.slice(end + 1) };
    }
    const end = name.indexOf(':');
    const prefix = name.slice(0, Math.max(end, 0));
    return { prefix: definitions.namespaces.has(prefix) ? prefix : undefined, local: name.slice(end + 1) };
  };

  return {
    ...definitions,
    shortName(name) {
      const { prefix, local } = prefixOf(name);
      return prefix === undefined || local === '' ? undefined : `${prefix}:${local}`;
    },
    isFolderType: (type) => descendsFrom(definitions.types, type, folderBase),
  };
}
