/** How the values of a property are read. They are kept as the text that was sent, whatever the type. */
export type ValueType = 'text' | 'number' | 'date' | 'boolean';

export interface TypeDefinition {
  readonly title: string;
  /** Null at the base of all types. */
  readonly parent: string | null;
  /** No node can be made of an abstract type: it is there for its children. */
  readonly abstract: boolean;
}

export interface AspectDefinition {
  readonly title: string;
}

export interface PropertyDefinition {
  readonly title: string;
  readonly type: ValueType;
  /** Whether it may have several values. */
  readonly list: boolean;
}

/** The words that nodes are described with, by their short names (`cm:name`), in the order in which they were written. */
export interface ContentModelDefinitions {
  /** Prefix to URI. Both are unique. */
  readonly namespaces: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, TypeDefinition>;
  readonly aspects: ReadonlyMap<string, AspectDefinition>;
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
}

/** The words with what follows from them. */
export interface ContentModel extends ContentModelDefinitions {
  /**
   * The short form (`cm:name`) of a name in short or long form (`{http://…}name`), whether or not the word itself is
   * known; undefined where its namespace is not registered, or none is given.
   */
  shortName(name: string): string | undefined;
  /** Whether a node of this type (short form) has children instead of content. */
  isFolderType(type: string): boolean;
}

/** What has this among its parents is a folder. */
const folderBase = 'cm:folder';

/** Whether a type is this one, or has it among its parents. Parents that go in a circle come to an end here too. */
export function descendsFrom(types: ContentModelDefinitions['types'], type: string, base: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = type; at !== null && !seen.has(at); at = types.get(at)?.parent ?? null) {
    if (at === base) return true;
    seen.add(at);
  }
  return false;
}

/** Makes a dictionary of words that fit together (`wordProblems`). */
export function createContentModel(words: ContentModelDefinitions): ContentModel {
  const prefixes = new Map([...words.namespaces].map(([prefix, uri]) => [uri, prefix]));

  const prefixOf = (name: string): { readonly prefix: string | undefined; readonly local: string } => {
    if (name.startsWith('{')) {
      const end = name.indexOf('}');
      return { prefix: prefixes.get(name.slice(1, end)), local: name.slice(end + 1) };
    }
    const end = name.indexOf(':');
    const prefix = name.slice(0, Math.max(end, 0));
    return { prefix: words.namespaces.has(prefix) ? prefix : undefined, local: name.slice(end + 1) };
  };

  return {
    ...words,
    shortName(name) {
      const { prefix, local } = prefixOf(name);
      return prefix === undefined || local === '' ? undefined : `${prefix}:${local}`;
    },
    isFolderType: (type) => descendsFrom(words.types, type, folderBase),
  };
}
