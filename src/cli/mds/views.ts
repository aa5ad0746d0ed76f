import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView, RecordView } from '../print/view.ts';

type SetDescription = Result<Operations['getMetadataSets']>['metadatasets'][number];
export type MetadataSet = Result<Operations['getMetadataSet']>;
type Widget = MetadataSet['widgets'][number];
type Value = Result<Operations['getValues']>['values'][number];

/** What a metadata set and the content model define for a property. */
export interface Explanation {
  readonly property: string;
  readonly set: string;
  readonly caption: string | null;
  readonly help: string | null;
  /** The title in the content model; null if the model does not define the property. */
  readonly title: string | null;
  readonly type: string | null;
  readonly several: boolean;
  readonly widget: string | null;
  readonly required: string | null;
  readonly values: string;
  readonly views: readonly string[];
  readonly lists: readonly string[];
  readonly queries: readonly { readonly query: string; readonly statement: string }[];
}

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

/** JSON output is the whole set. */
export const fieldList = (set: MetadataSet): ListView<Widget> => ({
  columns: [
    { title: 'property', value: ({ id }) => id },
    { title: 'widget', value: ({ type }) => type ?? '' },
    { title: 'values', alignRight: true, value: valuesOf },
    { title: 'required', value: ({ isRequired }) => (isRequired === 'optional' ? '' : isRequired) },
    { title: 'caption', value: ({ caption }) => caption ?? '' },
  ],
  id: ({ id }) => id,
  whole: () => set,
});

export const valueList: ListView<Value> = {
  columns: [
    { title: 'key', value: ({ key }) => key },
    { title: 'caption', value: ({ displayString }) => displayString },
  ],
  id: ({ key }) => key,
  whole: (values) => ({ values }),
};

export const explanationRecord: RecordView<Explanation> = {
  id: ({ property }) => property,
  fields: ({ property, set, caption, help, title, type, several, widget, required, values, views, lists, queries }) =>
    (
      [
        ['property', property],
        ['caption', caption ?? ''],
        ['help', help ?? ''],
        ['meaning', title ?? 'not in the content model: stored, but not checked'],
        ['type', type === null ? '' : `${type}${several ? ', several values' : ''}`],
        ['metadata set', set],
        ['widget', widget ?? ''],
        ['required', required === 'optional' ? '' : (required ?? '')],
        ['values', values],
        ['shown in', views.join(', ')],
        ['listed in', lists.join(', ')],
        ...queries.map(({ query, statement }): readonly [string, string] => [`searched by ${query}`, statement]),
      ] as const
    ).filter(([, value]) => value !== ''),
};
