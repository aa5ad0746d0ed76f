import type { Condition, Field } from '../../../domain/metadata/metadata-set.ts';
import { captionOf, type ImportContext, present, propertyName, propertyUnder, some } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';
import { readParameters, readTexts, readValues } from './fields.ts';

/** `<condition type negate dynamic pattern>value</condition>` */
export function readCondition(from: ElementReader): Condition | undefined {
  const condition = from.one('condition');
  if (condition === undefined) return undefined;
  const read: Condition = {
    type: condition.text('type'),
    value: condition.text('value') ?? condition.ownText,
    negated: condition.flag('negate'),
    dynamic: condition.flag('dynamic'),
    pattern: condition.text('pattern'),
  };
  condition.end();
  return read;
}

/** The names of the widgets that form a composite widget. */
function readParts(from: ElementReader, context: ImportContext): readonly string[] | undefined {
  const parts = from.inside('subwidgets', 'subwidget').map((part) => {
    const name = part.text('id') ?? part.ownText;
    part.end();
    return name === '' ? undefined : propertyName(name, part, context);
  });
  return some(present(parts));
}

const appearance = (from: ElementReader, context: ImportContext) => ({
  caption: captionOf(from, context, 'caption'),
  bottomCaption: captionOf(from, context, 'bottomCaption'),
  placeholder: captionOf(from, context, 'placeholder'),
  icon: from.text('icon'),
  widget: from.text('type'),
  view: from.text('template'),
  condition: readCondition(from),
  required: from.text('required'),
  hideIfEmpty: from.flag('hideIfEmpty'),
  extended: from.flag('extended', 'isExtended'),
  searchable: from.flag('searchable', 'isSearchable'),
  link: from.text('link'),
  interaction: from.text('interactionType'),
  filterMode: from.text('filterMode'),
  expandable: from.text('expandable'),
});

const limits = (from: ElementReader) => ({
  multiple: from.flag('multiple'),
  minimum: from.number('min'),
  maximum: from.number('max'),
  defaultMinimum: from.number('defaultMin'),
  defaultMaximum: from.number('defaultMax'),
  step: from.number('step'),
  unit: from.text('unit'),
  maximumLength: from.number('maxlength'),
  format: from.text('format'),
});

function readWidget(from: ElementReader, context: ImportContext): Field | undefined {
  const property = propertyUnder(from, context, 'id');
  if (property === undefined) return undefined;
  const field: Field = {
    property,
    ...appearance(from, context),
    ...limits(from),
    values: readValues(from, context, property),
    defaultValues: readTexts(from, 'defaultvalue'),
    suggestionSource: from.text('suggestionSource'),
    suggestionQuery: from.text('suggestionQuery'),
    suggestionDisplay: from.text('suggestionDisplay'),
    parts: readParts(from, context),
    parameters: readParameters(from),
  };
  from.leaveOut(
    ['configuration'],
    'it configures the web interface of the server that exported the set; edu-repo does not support it',
  );
  from.end();
  return field;
}

/** `<widgets>` of the newer form. */
export const readWidgets = (set: ElementReader, context: ImportContext): readonly Field[] =>
  present(set.inside('widgets', 'widget').map((widget) => readWidget(widget, context)));
