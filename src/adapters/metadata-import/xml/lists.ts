import type { Column, List, Sort, SortColumn } from '../../../domain/metadata/metadata-set.ts';
import { captionOf, idUnder, present, propertyName, type Reading } from '../reading.ts';
import type { ElementReader } from './element-reader.ts';
import { readPlainProperty } from './forms.ts';

/** `<column>`: the property is its text or its `id`. */
function readColumn(from: ElementReader, reading: Reading): Column | undefined {
  const name = from.text('id', 'name') ?? from.ownText;
  const shown = from.flag('showDefault', 'defaultVisible');
  const caption = captionOf(from, reading, 'caption');
  from.end();
  if (name === '') {
    from.report('left-out', 'a <column> without a property');
    return undefined;
  }
  return { property: propertyName(name, from, reading), caption, shown };
}

function readList(from: ElementReader, reading: Reading): List | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const list: List = {
    id,
    caption: captionOf(from, reading, 'labelkey', 'label', 'caption'),
    columns: [
      ...present(from.all('property').map((property) => readPlainProperty(property, reading))),
      ...present(from.inside('columns', 'column').map((column) => readColumn(column, reading))),
    ],
  };
  from.end();
  return list;
}

/** `<lists>`: properties in the older form, columns in the newer one. */
export const readLists = (set: ElementReader, reading: Reading): readonly List[] =>
  present(set.inside('lists', 'list').map((list) => readList(list, reading)));

function readSortColumn(from: ElementReader, reading: Reading): SortColumn | undefined {
  const name = from.text('id', 'name') ?? from.ownText;
  const mode = from.text('mode');
  from.end();
  if (name === '') {
    from.report('left-out', 'a <column> without a property');
    return undefined;
  }
  return { property: propertyName(name, from, reading), mode };
}

function readDefault(from: ElementReader, reading: Reading): Sort['default'] {
  const chosen = from.one('default');
  if (chosen === undefined) return undefined;
  const property = chosen.text('sortBy') ?? chosen.ownText;
  const ascending = chosen.flag('sortAscending') ?? true;
  chosen.end();
  return property === '' ? undefined : { property: propertyName(property, chosen, reading), ascending };
}

function readSort(from: ElementReader, reading: Reading): Sort | undefined {
  const id = idUnder(from);
  if (id === undefined) return undefined;
  const sort: Sort = {
    id,
    columns: present(from.inside('columns', 'column').map((column) => readSortColumn(column, reading))),
    default: readDefault(from, reading),
  };
  from.end();
  return sort;
}

/** `<sorts>` of the newer form. */
export const readSorts = (set: ElementReader, reading: Reading): readonly Sort[] =>
  present(set.inside('sorts', 'sort').map((sort) => readSort(sort, reading)));
