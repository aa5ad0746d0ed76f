import { z } from 'zod';
import type { Field } from '../../domain/metadata/metadata-set.ts';
import { captions } from './caption-schema.ts';
import { checkedKeys, flag, listOf, mapOf, name, number, oneOrMore, text } from './checked-keys.ts';
import { ValueEntryForm } from './value-list-schema.ts';

const parameter = checkedKeys({ name, value: text });

/** A list of names and values, or a map of names to values if no name occurs twice. */
const parameters = z.union([
  z.array(parameter),
  mapOf(text).transform((input) => [...input].map(([name, value]) => ({ name, value }))),
]);

const validator = z.preprocess(
  (input) => (typeof input === 'string' ? { type: input } : input),
  checkedKeys({ type: name, parameters: parameters.optional() }),
);

export const condition = checkedKeys({
  type: text.optional(),
  value: text,
  negated: flag.optional(),
  dynamic: flag.optional(),
  pattern: text.optional(),
});

/** The keys of every field in the order in which they are written. */
export const fieldKeys = {
  property: name,
  view: name.optional(),
  caption: captions.optional(),
  bottomCaption: captions.optional(),
  hint: captions.optional(),
  placeholder: captions.optional(),
  icon: text.optional(),
  widget: text.optional(),
  widgetTitle: captions.optional(),
  type: text.optional(),
  required: text.optional(),
  condition: condition.optional(),
  hideIfEmpty: flag.optional(),
  multiple: flag.optional(),
  extended: flag.optional(),
  searchable: flag.optional(),
  values: z
    .union([name, listOf(ValueEntryForm)], {
      error: 'must be the ID of a value list, or a list of entries with a key',
    })
    .optional(),
  valuesOnly: flag.optional(),
  defaultValues: oneOrMore(text).optional(),
  minimum: number.optional(),
  maximum: number.optional(),
  defaultMinimum: number.optional(),
  defaultMaximum: number.optional(),
  step: number.optional(),
  unit: text.optional(),
  maximumLength: number.optional(),
  format: text.optional(),
  link: text.optional(),
  interaction: text.optional(),
  filterMode: text.optional(),
  expandable: text.optional(),
  suggestionSource: text.optional(),
  suggestionQuery: text.optional(),
  suggestionDisplay: text.optional(),
  parts: oneOrMore(name).optional(),
  copyFrom: oneOrMore(name).optional(),
  height: text.optional(),
  length: text.optional(),
  style: text.optional(),
  captionStyle: text.optional(),
  validators: listOf(validator).optional(),
  parameters: parameters.optional(),
};

/** A field may consist of its property alone if the set defines the rest. */
export const orProperty = <T extends z.ZodType>(entry: T) =>
  z.preprocess((input) => (typeof input === 'string' ? { property: input } : input), entry);

export const FieldForm = checkedKeys(fieldKeys) satisfies z.ZodType<Field>;
