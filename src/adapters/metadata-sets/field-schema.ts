import { z } from 'zod';
import type { Field } from '../../domain/metadata/metadata-set.ts';
import { captions } from './caption-schema.ts';
import { checkedKeys, flag, listOf, mapOf, name, number, oneOrMore, text } from './checked-keys.ts';
import { ValueEntryForm } from './value-list-schema.ts';

const parameter = checkedKeys({ name, value: text });

/** A list of names and values, or names to values where no name stands twice. */
const parameters = z.union([
  z.array(parameter),
  mapOf(text).transform((given) => [...given].map(([name, value]) => ({ name, value }))),
]);

const validator = z.preprocess(
  (given) => (typeof given === 'string' ? { type: given } : given),
  checkedKeys({ type: name, parameters: parameters.optional() }),
);

export const condition = checkedKeys({
  type: text.optional(),
  value: text,
  negated: flag.optional(),
  dynamic: flag.optional(),
  pattern: text.optional(),
});

/** What every field can say, in the order in which it is written. */
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
      error: 'expected the id of a value list, or a list of entries with a key',
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

/** A property alone is all that a field needs where the set says the rest. */
export const orProperty = <T extends z.ZodType>(entry: T) =>
  z.preprocess((given) => (typeof given === 'string' ? { property: given } : given), entry);

export const FieldForm = checkedKeys(fieldKeys) satisfies z.ZodType<Field>;
