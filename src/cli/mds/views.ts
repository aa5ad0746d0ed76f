import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/printer.ts';
import type { Explanation } from './explain-property.ts';

type SetDescription = Result<Operations['getMetadataSets']>['metadatasets'][number];
export type MetadataSet = Result<Operations['getMetadataSet']>;
type Widget = MetadataSet['widgets'][number];
type Value = Result<Operations['getValues']>['values'][number];

/** Sets, one on a line. */
export const setList: ListView<SetDescription> = {
  columns: [
    { title: 'id', value: ({ id }) => id },
    { title: 'default', value: ({ isDefaultMds }) => (isDefaultMds ? 'yes' : '') },
    { title: 'name', value: ({ name }) => name },
  ],
  id: ({ id }) => id,
  whole: (metadatasets) => ({ metadatasets }),
};

const valuesOf = ({ hasValues, values }: Widget): string => {
  if (!hasValues) return '';
  return values === null ? 'many' : String(values.length);
};

/** The fields of a set, one on a line; as JSON, all of the set. */
export const fieldList = (set: MetadataSet): ListView<Widget> => ({
  columns: [
    { title: 'property', value: ({ id }) => id },
    { title: 'filled in by', value: ({ type }) => type ?? '' },
    { title: 'values', alignRight: true, value: valuesOf },
    { title: 'required', value: ({ isRequired }) => (isRequired === 'optional' ? '' : isRequired) },
    { title: 'caption', value: ({ caption }) => caption ?? '' },
  ],
  id: ({ id }) => id,
  whole: () => set,
});

/** Values to choose from, one on a line. */
export const valueList: ListView<Value> = {
  columns: [
    { title: 'key', value: ({ key }) => key },
    { title: 'caption', value: ({ displayString }) => displayString },
  ],
  id: ({ key }) => key,
  whole: (values) => ({ values }),
};

/** All that is known of a property. */
export const explanationRecord: RecordView<Explanation> = {
  id: ({ property }) => property,
  fields: ({ property, set, caption, help, title, type, several, widget, required, values, views, lists, queries }) =>
    (
      [
        ['property', property],
        ['called', caption ?? ''],
        ['help', help ?? ''],
        ['meaning', title ?? 'no word of the dictionary: kept, and not checked'],
        ['type', type === null ? '' : `${type}${several ? ', several values' : ''}`],
        ['metadata set', set],
        ['filled in by', widget ?? ''],
        ['required', required === 'optional' ? '' : (required ?? '')],
        ['values', values],
        ['shown in', views.join(', ')],
        ['listed in', lists.join(', ')],
        ...queries.map(({ query, statement }): readonly [string, string] => [`searched by ${query}`, statement]),
      ] as const
    ).filter(([, value]) => value !== ''),
};
