import type { Field, Parameter, Validator } from '../../../domain/metadata/metadata-set.ts';
import type { ValueEntry } from '../../../domain/metadata/value-list.ts';
import {
  captionOf,
  type ImportContext,
  listed,
  present,
  propertyName,
  propertyUnder,
  some,
} from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';

/** `<param>`: key and value are attributes or elements, or the value is its text. */
function readParameter(param: ElementReader): Parameter | undefined {
  const name = param.text('key', 'name');
  const value = param.text('value') ?? param.ownText;
  param.end();
  if (name !== undefined) return { name, value };
  param.report('left-out', 'a <param> without a key');
  return undefined;
}

/** The parameters in `<params>`. */
export const readParameters = (from: ElementReader): readonly Parameter[] | undefined =>
  some(present(from.inside('params', 'param').map(readParameter)));

/** `<validator type="MINCHARS">`: its parameters are in `<params>`, or are its text. */
function readValidator(validator: ElementReader): Validator | undefined {
  const type = validator.text('type');
  const parameters = readParameters(validator) ?? [];
  const text = validator.ownText;
  validator.end();
  if (type === undefined) {
    validator.report('left-out', 'a <validator> without a type');
    return undefined;
  }
  return { type, parameters: some(text === '' ? parameters : [...parameters, { name: 'value', value: text }]) };
}

/** The text of an element, or those of the elements `<value>` and `<key>` inside it. Ends the element. */
function textsInside(outer: ElementReader): string[] {
  const inner = ['value', 'key'].flatMap((name) => outer.all(name));
  const texts = (inner.length === 0 ? [outer] : inner).map(({ ownText }) => ownText);
  for (const element of [...inner, outer]) element.end();
  return texts;
}

/** A list of texts: several elements with one of these names, or the elements inside such an element. */
export function readTexts(from: ElementReader, ...names: readonly string[]): readonly string[] | undefined {
  const texts: string[] = [];
  for (const name of names) {
    for (const outer of from.all(name)) texts.push(...textsInside(outer));
    texts.push(from.element.attributes[name] ?? '');
  }
  return some(texts.filter((text) => text !== ''));
}

/** `<values><value><key/><caption/></value></values>`: the entries. */
function readEntries(from: ElementReader, context: ImportContext): readonly ValueEntry[] | undefined {
  const entries = new Map<string, ValueEntry>();
  for (const value of from.inside('values', 'value')) {
    const key = value.text('key', 'id') ?? value.ownText;
    const entry: ValueEntry = {
      key,
      caption: captionOf(value, context, 'caption', 'cap'),
      description: captionOf(value, context, 'description'),
      parent: value.text('parent'),
      url: value.text('url'),
      icon: value.text('icon'),
      alternatives: readTexts(value, 'alternativeKeys', 'alternativeId'),
    };
    value.end();
    if (key === '') value.report('left-out', 'a <value> without a key');
    else if (entries.has(key)) value.report('left-out', 'a duplicate <value>; the first one is used');
    else entries.set(key, entry);
  }
  return some([...entries.values()]);
}

/** The values of a field: the ID of a list from a value-space file, or the entries in the set itself. */
export function readValues(from: ElementReader, context: ImportContext, property: string): Field['values'] {
  const file = from.text('valuespace');
  const bundle = from.text('valuespace_i18n') ?? context.bundle;
  const prefix = from.text('valuespace_i18n_prefix');
  const key = from.text('valuespace_key');
  const entries = readEntries(from, context);
  if (file === undefined) {
    if (key !== undefined) from.report('left-out', 'valuespace_key without a valuespace that names its file');
    return entries;
  }
  if (entries !== undefined)
    from.report('left-out', 'values in addition to a valuespace; they are used only if the valuespace is missing');
  const properties = [...(key === undefined ? [] : [propertyName(key, from, context)]), property];
  const list = context.valueSpaces.request({ file, properties, bundle, prefix });
  if ('id' in list) return list.id;
  from.report('left-out', `the valuespace "${file}": ${list.problem}`);
  return entries;
}

/**
 * Reads the common attributes of a `<property>` of a form, view, list or query of the older form. Undefined, and
 * reported, if it names no property. The caller must call `end`.
 */
export function readProperty(from: ElementReader, context: ImportContext): Field | undefined {
  const property = propertyUnder(from, context, 'name');
  if (property === undefined) return undefined;
  return {
    property,
    caption: captionOf(from, context, 'labelkey', 'label'),
    hint: captionOf(from, context, 'labelhint', 'label_hint'),
    placeholder: captionOf(from, context, 'placeholder'),
    type: from.text('type'),
    widget: from.text('widget'),
    widgetTitle: captionOf(from, context, 'widget_title'),
    copyFrom: some(listed(from.text('copyfrom')).map((name) => propertyName(name, from, context))),
    length: from.text('formlength'),
    height: from.text('formheight'),
    multiple: from.flag('multiple'),
    defaultValues: readTexts(from, 'defaultvalues', 'defaultvalue'),
    style: from.text('stylename'),
    captionStyle: from.text('stylename_label', 'stylenamelabel'),
    values: readValues(from, context, property),
    validators: some(present(from.inside('validators', 'validator').map(readValidator))),
    parameters: readParameters(from),
  };
}
