import { licenceNamed } from '../../base/licence-names.ts';
import { licenceProperty } from '../metadata/written-values.ts';
import type { ItemField } from './item.ts';

/** A field with one spelling for each value; none if there are no values. Repeated and empty values are left out. */
export function textField(property: string, label: string, values: readonly (string | undefined)[]): ItemField[] {
  const distinct = new Set(values.map((value) => value?.trim() ?? ''));
  const texts = [...distinct].filter((text) => text !== '').map((text) => [text]);
  return texts.length === 0 ? [] : [{ property, label, values: texts }];
}

/**
 * The fields for texts about rights: the licence that the first of them names, and the others as terms of use. If none names a
 * licence, the texts are a licence of their own.
 */
export function licenceFields(label: string, texts: readonly string[]): ItemField[] {
  const at = texts.findIndex((text) => licenceNamed(text) !== undefined);
  const licence = licenceNamed(texts[at] ?? '');
  const terms = texts.filter((_, index) => index !== at);
  const others = textField('cclom:rights_description', label, terms);
  if (licence === undefined)
    return others.length === 0 ? [] : [...textField(licenceProperty, label, ['CUSTOM']), ...others];
  return [
    ...textField(licenceProperty, label, [licence.key]),
    ...Object.entries(licence.details).flatMap(([property, value]) => textField(property, label, [value])),
    ...others,
  ];
}

/** Fields of the same property, such as two columns with authors, become one. */
export function mergedFields(fields: readonly ItemField[]): ItemField[] {
  const merged = new Map<string, ItemField>();
  for (const field of fields) {
    const before = merged.get(field.property);
    merged.set(field.property, { ...field, ...before, values: [...(before?.values ?? []), ...field.values] });
  }
  return [...merged.values()];
}
