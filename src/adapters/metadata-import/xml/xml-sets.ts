import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { inherited } from '../../../domain/metadata/metadata-inheritance.ts';
import type { MetadataSet } from '../../../domain/metadata/metadata-set.ts';
import { idOf } from '../../../domain/metadata-import/ids.ts';
import type { ImportContext } from '../import-context.ts';
import { elementsOf, textOf, type XmlElement } from './element-tree.ts';
import { readMetadataSet } from './set.ts';
import { createValueSpaces, type FileList, type ValueSpaceParts } from './value-spaces.ts';

/** A set of the import, with the file that overrides parts of it. */
export interface SetFile {
  readonly root: XmlElement;
  readonly override: XmlElement | undefined;
}

export interface XmlSetParts extends Omit<ValueSpaceParts, 'idPrefix'> {
  /** The ID that replaces the set's own; undefined keeps it. */
  readonly id: string | undefined;
}

/** The text of a child element or, if there is none, of the attribute of this name. Undefined if both are missing or empty. */
function childText(root: XmlElement, name: string): string | undefined {
  const texts = elementsOf(root).flatMap((child) => (child.name === name ? textOf(child) : []));
  return [...texts, root.attributes[name]?.trim()].find((text) => text !== undefined && text !== '');
}

/**
 * The set with the changes of an override file, which replaces fields with the same property and view, and other parts with
 * the same ID. New parts are added. The set keeps its ID and all other parts.
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

/**
 * Reads one XML set with its override, and the value lists that it requests. The IDs of the lists begin with the ID of
 * the set.
 */
export function* readXmlSet(
  { root, override }: SetFile,
  parts: XmlSetParts,
): CooperativeTask<{ readonly set: MetadataSet; readonly lists: readonly FileList[] }> {
  const id = parts.id ?? idOf(childText(root, 'id') ?? root.file);
  const valueSpaces = createValueSpaces({ ...parts, idPrefix: `${id}.` });
  const bundle = childText(root, 'i18n');
  const contextWith = (ownBundle: string | undefined): ImportContext => ({ ...parts, valueSpaces, bundle: ownBundle });
  const own = readMetadataSet(root, contextWith(bundle));
  yield;
  const above =
    override === undefined ? undefined : readMetadataSet(override, contextWith(childText(override, 'i18n') ?? bundle));
  const set = { ...(above === undefined ? own : withOverride(own, above)), id };
  return { set, lists: yield* valueSpaces.lists() };
}
