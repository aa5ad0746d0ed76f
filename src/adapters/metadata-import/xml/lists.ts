import type { Column, List, Sort, SortColumn } from '../../../domain/metadata/metadata-set.ts';
import { captionOf, type ImportContext, idUnder, present, propertyName } from '../import-context.ts';
import type { ElementReader } from './element-reader.ts';
import { readPlainProperty } from './forms.ts';

/** `<column>`: the property is its text or its `id`. */
function readColumn(from: ElementReader, context: ImportContext): Column | undefined {
  const name = from.text('id', 'name') ?? from.ownText;
  const shown = from.flag('showDefault', 'defaultVisible');
  const caption = captionOf(from, context, 'caption');
  from.end();
  if (name === '') {
    from.report('left-out', 'a <column> without a property');
    return undefined;
  }
  return { property: propertyName(name, from, context), caption, shown };
}

function readList(from: ElementReader, context: ImportContext): List | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const list: List = {
    id,
    caption: captionOf(from, context, 'labelkey', 'label', 'caption'),
    columns: [
      ...present(from.all('property').map((property) => readPlainProperty(property, context))),
      ...present(from.inside('columns', 'column').map((column) => readColumn(column, context))),
    ],
  };
  from.end();
  return list;
}

/** `<lists>`: properties in the older form, columns in the newer one. */
export const readLists = (set: ElementReader, context: ImportContext): readonly List[] =>
  present(set.inside('lists', 'list').map((list) => readList(list, context)));

function readSortColumn(from: ElementReader, context: ImportContext): SortColumn | undefined {
  const name = from.text('id', 'name') ?? from.ownText;
  const mode = from.text('mode');
  from.end();
  if (name === '') {
    from.report('left-out', 'a <column> without a property');
    return undefined;
  }
  return { property: propertyName(name, from, context), mode };
}

function readDefault(from: ElementReader, context: ImportContext): Sort['default'] {
  const chosen = from.one('default');
  if (chosen === undefined) return undefined;
  const property = chosen.text('sortBy') ?? chosen.ownText;
  const ascending = chosen.flag('sortAscending') ?? true;
  chosen.end();
  return property === '' ? undefined : { property: propertyName(property, chosen, context), ascending };
}

function readSort(from: ElementReader, context: ImportContext): Sort | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const sort: Sort = {
    id,
    columns: present(from.inside('columns', 'column').map((column) => readSortColumn(column, context))),
    default: readDefault(from, context),
  };
  from.end();
  return sort;
}

/** `<sorts>` of the newer form. */
export const readSorts = (set: ElementReader, context: ImportContext): readonly Sort[] =>
  present(set.inside('sorts', 'sort').map((sort) => readSort(sort, context)));
