import { inherited } from '../../domain/metadata/metadata-inheritance.ts';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';

/**
 * The set with what an override file says in place of it: fields by property and view, all else by id. What is not there
 * is added; id, and what the override does not state, stay.
 */
export function overridden(set: MetadataSet, override: MetadataSet): MetadataSet {
  const above = { ...override, id: `${set.id}_override`, inherits: set.id };
  return {
    ...inherited(above, new Map([[set.id, set]])),
    id: set.id,
    aliases: set.aliases,
    inherits: override.inherits ?? set.inherits,
    hidden: override.hidden ?? set.hidden,
  };
}
