import type { Field, Form, Panel } from '../../../domain/metadata/metadata-set.ts';
import { captionOf, type ImportContext, idUnder, present } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';
import { readProperty } from './fields.ts';

/** A property with only the common attributes. */
export function readPlainProperty(from: ElementReader, context: ImportContext): Field | undefined {
  const field = readProperty(from, context);
  if (field !== undefined) from.end();
  return field;
}

function readPanel(from: ElementReader, context: ImportContext): Panel {
  const panel: Panel = {
    name: from.text('name') ?? '',
    caption: captionOf(from, context, 'labelkey', 'label'),
    style: from.text('stylename'),
    layout: from.text('layout'),
    order: from.text('order'),
    onCreate: from.flag('oncreate'),
    onUpdate: from.flag('onupdate'),
    multiUpload: from.flag('multiupload'),
    fields: present(from.inside('properties', 'property').map((property) => readPlainProperty(property, context))),
  };
  from.end();
  return panel;
}

function readForm(from: ElementReader, context: ImportContext): Form | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const panels = from.all('panel').map((panel) => readPanel(panel, context));
  from.end();
  return { id, panels };
}

/** `<forms>` of the older form. */
export const readForms = (set: ElementReader, context: ImportContext): readonly Form[] =>
  present(set.inside('forms', 'form').map((form) => readForm(form, context)));
