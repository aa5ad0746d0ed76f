import { z } from 'zod';

const text = z.string().nullable();

const MdsRef = z.strictObject({ repo: z.string(), id: z.string() });

/** An entry in the list of metadata sets. Clients of later server versions read `id` and `name`. */
export const MdsDesc = z.strictObject({
  ref: MdsRef,
  isDefaultMds: z.boolean(),
  id: z.string(),
  name: z.string(),
});

export const MdsEntries = z.strictObject({ metadatasets: z.array(MdsDesc) });

const Parameter = z.strictObject({ name: z.string(), value: z.string() });

const KeyAndValue = z.strictObject({ key: z.string(), value: z.string().describe('The caption.') });

const hasValues = z
  .boolean()
  .describe(
    'Specific to edu-repo: whether the property has a value list. If the list is too long for the response, request it with `getValues`.',
  );

const propertyShape = {
  name: z.string(),
  label: text,
  labelHint: text,
  formHeight: text,
  formLength: text,
  widget: text,
  widgetTitle: text,
  copyFrom: z.array(z.string()),
  parameters: z.array(Parameter),
  values: z.array(KeyAndValue),
  hasValues,
  defaultValues: z.array(z.string()),
  multiple: z.boolean(),
  placeHolder: text,
  styleName: text,
  styleNameLabel: text,
  type: text,
};

/** A property in lists, views, forms and queries. */
export const MdsFieldProperty = z.strictObject(propertyShape);

/** A property in a form. */
const MdsFormProperty = z.strictObject({ ...propertyShape, validators: z.array(z.string()) });

/** A property in a query. */
export const MdsQueryProperty = z.strictObject({
  ...propertyShape,
  validators: z.array(z.string()),
  statement: text,
  multipleJoin: text,
  toogle: z.boolean(),
  initByGetParam: text,
});

/** A property of a node type. */
const MdsProperty = z.strictObject({
  name: z.string(),
  type: text,
  defaultValue: text,
  processtype: text,
  keyContenturl: text,
  concatewithtype: z.boolean(),
  multiple: z.boolean(),
  copyFrom: text,
});

const MdsType = z.strictObject({ type: z.string(), properties: z.array(MdsProperty) });

const MdsFormPanel = z.strictObject({
  name: z.string(),
  styleName: text,
  label: text,
  layout: text,
  order: text,
  onCreate: z.boolean(),
  onUpdate: z.boolean(),
  multiUpload: z.boolean(),
  properties: z.array(MdsFormProperty),
});

const MdsForm = z.strictObject({ id: z.string(), panels: z.array(MdsFormPanel) });

const MdsQuery = z.strictObject({
  criteriaboxid: z.string(),
  handlerclass: text,
  join: z.string(),
  label: text,
  layout: text,
  statement: text,
  stylename: text,
  widget: text,
  properties: z.array(MdsQueryProperty),
});

export const Mds = z.strictObject({
  types: z.array(MdsType),
  ref: MdsRef,
  lists: z.array(z.strictObject({ id: z.string(), label: text, properties: z.array(MdsFieldProperty) })),
  queries: z.strictObject({ baseQuery: text, queries: z.array(MdsQuery) }),
  forms: z.array(MdsForm),
  views: z.array(z.strictObject({ id: z.string(), properties: z.array(MdsFieldProperty) })),
});

/** A value in the form for clients of later server versions. */
export const MdsValue = z.strictObject({
  id: z.string(),
  caption: z.string(),
  description: text,
  parent: text,
  url: text,
  alternativeIds: z.array(z.string()),
  synonyms: z
    .array(z.string())
    .optional()
    .describe('Specific to edu-repo: other words for the value, in all languages. Omitted if there are none.'),
});

const number = z.number().nullable();

const Condition = z.strictObject({
  type: text,
  value: z.string(),
  negate: z.boolean(),
  dynamic: z.boolean(),
  pattern: text,
});

/** A property with its input widget, in the form for clients of later server versions. */
export const MdsWidget = z.strictObject({
  id: z.string(),
  caption: text,
  bottomCaption: text,
  icon: text,
  type: text,
  template: text,
  hasValues,
  values: z.array(MdsValue).nullable(),
  placeholder: text,
  unit: text,
  min: number,
  max: number,
  defaultMin: number,
  defaultMax: number,
  step: number,
  maxlength: number,
  isExtended: z.boolean(),
  isRequired: z.string(),
  isSearchable: z.boolean(),
  hideIfEmpty: z.boolean(),
  allowValuespaceSuggestions: z.boolean(),
  filterMode: text,
  expandable: text,
  interactionType: text,
  format: text,
  link: text,
  defaultvalue: text,
  suggestionDisplay: text,
  condition: Condition.nullable(),
  subwidgets: z.array(z.strictObject({ id: z.string() })),
});

/**
 * The fields of a set in the form for clients of later server versions, which expect them at the top level of the response.
 */
const laterFields = {
  name: z.string(),
  create: z.strictObject({ onlyMetadata: z.boolean() }).nullable(),
  widgets: z.array(MdsWidget),
  views: z.array(
    z.strictObject({
      id: z.string(),
      caption: text,
      icon: text,
      html: z.string(),
      rel: text,
      hideIfEmpty: z.boolean(),
      isExtended: z.boolean(),
    }),
  ),
  groups: z.array(z.strictObject({ id: z.string(), views: z.array(z.string()), rendering: text })),
  lists: z.array(
    z.strictObject({
      id: z.string(),
      columns: z.array(z.strictObject({ id: z.string(), format: text, showDefault: z.boolean() })),
    }),
  ),
  sorts: z.array(
    z.strictObject({
      id: z.string(),
      columns: z.array(z.strictObject({ id: z.string(), mode: text })),
      default: z.strictObject({ sortBy: z.string(), sortAscending: z.boolean() }).nullable(),
    }),
  ),
};

/** A metadata set in both forms: `mds` as in the contract, and the other fields for clients of later server versions. */
export const MdsEntry = z.strictObject({ mds: Mds, ...laterFields });

/** A matching value in the result of `getValues` and `getValuesForKeys`. */
const Suggestion = z.strictObject({
  key: z.string(),
  displayString: z.string(),
  replacementString: z.string().describe('The caption, which replaces the typed text.'),
});

/** The values twice: in `mds`, as the contract requires, and in the list that existing clients read. */
export const MdsValues = z.strictObject({ mds: Mds, values: z.array(Suggestion) });
