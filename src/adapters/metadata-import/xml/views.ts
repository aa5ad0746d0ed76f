import type { View, ViewGroup } from '../../../domain/metadata/metadata-set.ts';
import { captionOf, type ImportContext, idUnder, present, some } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';
import { markupIn } from './element-tree.ts';
import { readPlainProperty } from './forms.ts';
import { readCondition } from './widgets.ts';

/** `<view>` of the older form: the displayed properties. */
function readView(from: ElementReader, context: ImportContext): View | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const caption = captionOf(from, context, 'labelkey', 'label');
  const fields = present(from.all('property').map((property) => readPlainProperty(property, context)));
  from.end();
  return { id, caption, fields };
}

function readMarkup(from: ElementReader): string | undefined {
  const html = from.one('html');
  const markup = html === undefined ? '' : markupIn(html.element);
  return markup === '' ? undefined : markup;
}

function readTemplate(from: ElementReader, context: ImportContext): View | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const view: View = {
    id,
    caption: captionOf(from, context, 'caption'),
    icon: from.text('icon'),
    html: readMarkup(from),
    relation: from.text('rel'),
    hideIfEmpty: from.flag('hideIfEmpty'),
    extended: from.flag('extended', 'isExtended'),
    condition: readCondition(from),
  };
  from.end();
  return view;
}

/** `<views>` of the older form and `<templates>` of the newer one. */
export const readViews = (set: ElementReader, context: ImportContext): readonly View[] => [
  ...present(set.inside('views', 'view').map((view) => readView(view, context))),
  ...present(set.inside('templates', 'template').map((template) => readTemplate(template, context))),
];

function readGroup(from: ElementReader): ViewGroup | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const views = from.inside('views', 'view').map((view) => {
    const name = view.ownText;
    view.end();
    return name === '' ? undefined : name;
  });
  const rendering = from.text('rendering');
  from.end();
  return { id, views: some(present(views)) ?? [], rendering };
}

/** `<groups>` of the newer form. */
export const readGroups = (set: ElementReader): readonly ViewGroup[] =>
  present(set.inside('groups', 'group').map(readGroup));
