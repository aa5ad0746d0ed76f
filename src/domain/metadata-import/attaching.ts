import { badRequest } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { MetadataSet } from '../metadata/metadata-set.ts';
import { baseName } from './import-file.ts';
import type { ReadList } from './import-result.ts';
import { withFields } from './set-fields.ts';

/** A value list that an importer gives to a property. */
export interface Attachment {
  /** Short name. */
  readonly property: string;
  /** The file of the list, or the id that it gets. */
  readonly list: string;
}

/** The list that is meant; a `BadRequest` where none, or more than one, is. */
export function attachedList({ list: name }: Attachment, lists: readonly ReadList[]): ReadList {
  const byId = lists.filter(({ list }) => list.id === name);
  const found = byId.length > 0 ? byId : lists.filter(({ file }) => file === name || baseName(file) === baseName(name));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined) {
    throw badRequest(
      `${name} has ${found.length} value lists: name one by its id: ${found.map(({ list }) => list.id).join(', ')}.`,
    );
  }
  const nearest = nearestOf(
    lists.map(({ list }) => list.id),
    name,
  );
  throw badRequest(
    nearest === ''
      ? `No value list was brought, so ${name} cannot be given to a property.`
      : `There is no value list ${name} among what was brought. The nearest one is ${nearest}.`,
  );
}

/** The set with this list for a property, wherever it has values to choose from, and in its fields. */
export function withAttached(set: MetadataSet, property: string, list: string): MetadataSet {
  const changed = withFields(set, (field) =>
    field.property === property && field.values !== undefined ? { ...field, values: list } : field,
  );
  const fields = (changed.fields ?? []).map((field) =>
    field.property === property ? { ...field, values: list } : field,
  );
  const known = fields.some((field) => field.property === property && field.view === undefined);
  return { ...changed, fields: known ? fields : [...fields, { property, values: list }] };
}
