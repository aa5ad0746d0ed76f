import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { inherited } from '../../../domain/metadata/metadata-inheritance.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';
import type { ValueList } from '../../../domain/metadata/value-list.ts';
import { idOf } from '../../../domain/metadata-import/ids.ts';
import type { Notes } from '../../../domain/metadata-import/notes.ts';
import type { Bundles } from '../bundles.ts';
import type { Reading } from '../reading.ts';
import type { XmlElement } from './element-tree.ts';
import { readMetadataSet } from './set.ts';
import { createValueSpaces, type RequestedLists } from './value-spaces.ts';

/** A set of the import, with the file that overrides parts of it. */
export interface SetFile {
  readonly root: XmlElement;
  readonly override: XmlElement | undefined;
}

export interface XmlSetParts {
  readonly notes: Notes;
  readonly bundles: Bundles;
  readonly shortName: (name: string) => string | undefined;
  /** Like `ValueSpaceParts.fileOf`. */
  readonly fileOf: (name: string) => string | undefined;
  readonly trees: ReadonlyMap<string, XmlElement>;
  readonly others: ReadonlyMap<string, readonly ValueList[]>;
  readonly takenIds: Set<string>;
  /** The ID that replaces the set's own. */
  readonly id: string | undefined;
}

const childText = (root: XmlElement, name: string): string | undefined => {
  const attribute = root.attributes[name]?.trim();
  for (const part of root.content) {
    if (typeof part === 'string' || part.name !== name) continue;
    const text = part.content
      .filter((inner) => typeof inner === 'string')
      .join('')
      .trim();
    if (text !== '') return text;
  }
  return attribute === '' ? undefined : attribute;
};

/**
 * The set with the changes of an override file: fields are replaced by property and view, all else by ID. New parts are
 * added. The ID, and what the override does not state, stay.
 */
function withOverride(set: MetadataSet, override: MetadataSet): MetadataSet {
  const above = { ...override, id: `${set.id}_override`, inherits: set.id };
  return {
    ...inherited(above, new Map([[set.id, set]])),
    id: set.id,
    aliases: set.aliases,
    inherits: override.inherits ?? set.inherits,
    hidden: override.hidden ?? set.hidden,
  };
}

/** Reads one XML set with its override, and the value lists that it requests. Their IDs begin with the ID of the set. */
export function* readXmlSet(
  { root, override }: SetFile,
  parts: XmlSetParts,
): CooperativeTask<{
  readonly set: MetadataSet;
  readonly lists: readonly { readonly file: string; readonly list: ValueList }[];
}> {
  const id = parts.id ?? idOf(childText(root, 'id') ?? root.file);
  const valueSpaces: RequestedLists = createValueSpaces({ ...parts, idPrefix: `${id}.` });
  const bundle = childText(root, 'i18n');
  const readingWith = (ownBundle: string | undefined): Reading => ({ ...parts, valueSpaces, bundle: ownBundle });
  const own = readMetadataSet(root, readingWith(bundle));
  yield;
  const above =
    override === undefined ? undefined : readMetadataSet(override, readingWith(childText(override, 'i18n') ?? bundle));
  const set = { ...(above === undefined ? own : withOverride(own, above)), id };
  return { set, lists: yield* valueSpaces.lists() };
}
