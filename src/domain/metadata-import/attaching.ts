import { badRequest } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { MetadataSet } from '../metadata/metadata-set.ts';
import { baseName } from './import-file.ts';
import type { ReadList } from './import-result.ts';
import { withFields } from './set-fields.ts';

/** Assigns a value list to a property. */
export interface Attachment {
  /** Short name. */
  readonly property: string;
  /** The file of the list, or its ID. */
  readonly list: string;
}

/** The list that an attachment names. Throws `BadRequest` if there is none, or more than one. */
export function attachedList({ list: name }: Attachment, lists: readonly ReadList[]): ReadList {
  const byId = lists.filter(({ list }) => list.id === name);
  const matches =
    byId.length > 0 ? byId : lists.filter(({ file }) => file === name || baseName(file) === baseName(name));
  const [first] = matches;
  if (first !== undefined && matches.length === 1) return first;
  if (first !== undefined) {
    throw badRequest(
      `${name} has ${matches.length} value lists. Name one by its ID: ${matches.map(({ list }) => list.id).join(', ')}.`,
    );
  }
  const nearest = nearestOf(
    lists.map(({ list }) => list.id),
    name,
  );
  throw badRequest(
    nearest === ''
      ? `The import has no value list, so ${name} cannot be assigned to a property.`
      : `The import has no value list ${name}. Did you mean ${nearest}?`,
  );
}

/** The set with this list assigned to a property, in the common fields and wherever the property has values. */
export function withAttached(set: MetadataSet, property: string, list: string): MetadataSet {
  const changed = withFields(set, (field) =>
    field.property === property && field.values !== undefined ? { ...field, values: list } : field,
  );
  const fields = (changed.fields ?? []).map((field) =>
    field.property === property ? { ...field, values: list } : field,
  );
  const isDefined = fields.some((field) => field.property === property && field.view === undefined);
  return { ...changed, fields: isDefined ? fields : [...fields, { property, values: list }] };
}
