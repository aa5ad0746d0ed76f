import { z } from 'zod';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { captions } from './caption-schema.ts';
import { checkedKeys, flag, id, listOf, mapOf, name, oneOf, oneOrMore, text } from './checked-keys.ts';
import { condition, FieldForm, fieldKeys, orProperty } from './field-schema.ts';

const typeProperty = checkedKeys({
  name,
  dataType: text.optional(),
  process: text.optional(),
  copyFrom: text.optional(),
  keyContentUrl: text.optional(),
  concatenateWithType: flag.optional(),
  multiple: flag.optional(),
  defaultValue: text.optional(),
});

const type = checkedKeys({ name, properties: listOf(typeProperty) });

const fields = listOf(orProperty(FieldForm));

const panel = checkedKeys({
  name: text,
  caption: captions.optional(),
  style: text.optional(),
  layout: text.optional(),
  order: text.optional(),
  onCreate: flag.optional(),
  onUpdate: flag.optional(),
  multiUpload: flag.optional(),
  fields,
});

const view = checkedKeys({
  id: name,
  caption: captions.optional(),
  icon: text.optional(),
  html: text.optional(),
  relation: text.optional(),
  hideIfEmpty: flag.optional(),
  extended: flag.optional(),
  condition: condition.optional(),
  fields: fields.optional(),
});

const group = checkedKeys({ id: name, views: listOf(name), rendering: text.optional() });

const column = checkedKeys({ ...fieldKeys, shown: flag.optional() });

const list = checkedKeys({ id: name, caption: captions.optional(), columns: listOf(orProperty(column)) });

const sort = checkedKeys({
  id: name,
  columns: listOf(orProperty(checkedKeys({ property: name, mode: text.optional() }))),
  default: checkedKeys({ property: name, ascending: flag }).optional(),
});

const baseQuery = z.preprocess(
  (input) => (typeof input === 'string' ? { statement: input } : input),
  checkedKeys({ statement: text, unlessGiven: name.optional() }),
);

const syntax = oneOf('lucene', 'dsl');
const join = oneOf('AND', 'OR');

const criterion = checkedKeys({
  ...fieldKeys,
  statement: text.optional(),
  statementsByValue: mapOf(text).optional(),
  multipleJoin: join.optional(),
  escape: flag.optional(),
  toggle: flag.optional(),
  initByParameter: text.optional(),
  source: text.optional(),
});

const query = checkedKeys({
  id: name,
  caption: captions.optional(),
  join: join.optional(),
  syntax: syntax.optional(),
  base: oneOrMore(baseQuery).optional(),
  applyBase: flag.optional(),
  allowWithoutCriteria: flag.optional(),
  statement: text.optional(),
  layout: text.optional(),
  style: text.optional(),
  widget: text.optional(),
  handler: text.optional(),
  source: text.optional(),
  criteria: listOf(orProperty(criterion)),
});

const queries = checkedKeys({
  syntax: syntax.optional(),
  base: oneOrMore(baseQuery).optional(),
  allowWithoutCriteria: flag.optional(),
  queries: listOf(query),
});

/** A set in edu-repo's own format, with its keys in the order in which they are written. */
export const SetForm = checkedKeys({
  id,
  name: captions.optional(),
  aliases: oneOrMore(id).optional(),
  inherits: id.optional(),
  hidden: flag.optional(),
  create: checkedKeys({ onlyMetadata: flag.optional() }).optional(),
  types: listOf(type).optional(),
  fields: fields.optional(),
  forms: listOf(checkedKeys({ id: name, panels: listOf(panel) })).optional(),
  views: listOf(view).optional(),
  groups: listOf(group).optional(),
  lists: listOf(list).optional(),
  sorts: listOf(sort).optional(),
  queries: queries.optional(),
}) satisfies z.ZodType<MetadataSet>;
