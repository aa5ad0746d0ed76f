import fc from 'fast-check';
import type {
  BaseQuery,
  Column,
  Condition,
  Criterion,
  Field,
  Form,
  List,
  MetadataCollection,
  MetadataQuery,
  MetadataSet,
  MetadataType,
  Panel,
  Parameter,
  Queries,
  Sort,
  TypeProperty,
  Validator,
  View,
  ViewGroup,
} from '../../src/domain/metadata/metadata-set.ts';
import type { ValueEntry, ValueList } from '../../src/domain/metadata/value-list.ts';

/** One arbitrary for each key that a thing of this kind can have: a key that is added to the model is missed here. */
type Parts<T> = { readonly [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> };

/** Things of one kind, with any of their keys besides those that each of them has. */
const stated = <T extends object>(parts: Parts<T>, ...requiredKeys: readonly (keyof T & string)[]): fc.Arbitrary<T> =>
  // What fast-check says of the keys is as much as this, in words of its own.
  fc.record(parts, { requiredKeys: [...requiredKeys] as never }) as unknown as fc.Arbitrary<T>;

const few = <T>(of: fc.Arbitrary<T>, maxLength = 2): fc.Arbitrary<T[]> => fc.array(of, { maxLength });

/** What YAML could take for something else. */
const tricky = fc.constantFrom(
  ...[
    '---',
    '--- # a',
    '# a',
    '- a',
    'a: b',
    'a #b',
    '&a',
    '*a',
    '!a',
    '%YAML 1.2',
    '@a',
    '`',
    '{a}',
    '[a]',
    '? a',
    '|',
    '>',
  ],
  ...[
    '~',
    'null',
    'true',
    'no',
    '007',
    '1.0',
    '0x1',
    '1e3',
    '2026-01-01',
    '-',
    ' a',
    'a ',
    '"',
    "'",
    '\\',
    "it's",
    '"a": b',
  ],
  ...[
    'a\nb',
    'a\n\nb\n',
    '\na',
    '\n---\nid: b\n',
    'a\r\nb',
    'a\tb',
    '\u00a0',
    '\u2028',
    '\u0007',
    'x '.repeat(90),
    '${value}',
  ],
  ...['größer', 'Ünïcode', '数学', '😀', 'e\u0301', 'entries:', 'entries: []'],
);
const name = fc.oneof(tricky, fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }));
const text = fc.oneof(fc.constant(''), name);
const key = fc.oneof(name, fc.constantFrom('1', '10', '2', 'constructor', '__proto__', 'und'));
const id = fc.stringMatching(/^[a-zäß\d_][\w.äß]{0,8}$/);
const flag = fc.boolean();
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((one) => !Object.is(one, -0));

const mapOf = <T>(value: fc.Arbitrary<T>, of = key): fc.Arbitrary<ReadonlyMap<string, T>> =>
  fc.uniqueArray(fc.tuple(of, value), { maxLength: 3, selector: ([one]) => one }).map((all) => new Map(all));

const captions = mapOf(text, fc.constantFrom('de', 'en', 'und', 'de-AT'));

const parameters = few(stated<Parameter>({ name, value: text }, 'name', 'value'));

const condition = stated<Condition>({ type: text, value: text, negated: flag, dynamic: flag, pattern: text }, 'value');

const entryParts: Parts<ValueEntry> = {
  ...{ key: name, caption: captions, description: captions, parent: name, url: text, icon: text },
  ...{ alternatives: few(text), synonyms: mapOf(few(text)) },
};

const fieldParts: Parts<Field> = {
  ...{ property: name, view: name, caption: captions, bottomCaption: captions, hint: captions, placeholder: captions },
  ...{ icon: text, widget: text, widgetTitle: captions, type: text, required: text, condition },
  ...{ hideIfEmpty: flag, multiple: flag, extended: flag, searchable: flag, valuesOnly: flag },
  values: fc.oneof<fc.Arbitrary<string | ValueEntry[]>[]>(name, few(stated(entryParts, 'key'))),
  ...{ defaultValues: few(text), minimum: number, maximum: number, defaultMinimum: number, defaultMaximum: number },
  ...{ step: number, unit: text, maximumLength: number, format: text, link: text, interaction: text },
  ...{ filterMode: text, expandable: text, suggestionSource: text, suggestionQuery: text, suggestionDisplay: text },
  ...{ parts: few(name), copyFrom: few(name), height: text, length: text, style: text, captionStyle: text },
  validators: few(stated<Validator>({ type: name, parameters }, 'type')),
  parameters,
};
const fields = few(stated<Field>(fieldParts, 'property'));

const typeProperty = stated<TypeProperty>(
  {
    ...{ name, dataType: text, process: text, copyFrom: text, keyContentUrl: text },
    ...{ concatenateWithType: flag, multiple: flag, defaultValue: text },
  },
  'name',
);
const types = few(stated<MetadataType>({ name, properties: few(typeProperty) }, 'name', 'properties'));

const panel = stated<Panel>(
  {
    ...{ name: text, caption: captions, style: text, layout: text, order: text },
    ...{ onCreate: flag, onUpdate: flag, multiUpload: flag, fields },
  },
  'name',
  'fields',
);

const view = stated<View>(
  {
    ...{ id: name, caption: captions, icon: text, html: text, relation: text },
    ...{ hideIfEmpty: flag, extended: flag, condition, fields },
  },
  'id',
);

const list = stated<List>(
  { id: name, caption: captions, columns: few(stated<Column>({ ...fieldParts, shown: flag }, 'property')) },
  'id',
  'columns',
);

const sort = stated<Sort>(
  {
    id: name,
    columns: few(stated({ property: name, mode: text }, 'property')),
    default: stated({ property: name, ascending: flag }, 'property', 'ascending'),
  },
  'id',
  'columns',
);

const base = few(stated<BaseQuery>({ statement: text, unlessGiven: name }, 'statement'));
const syntax = fc.constantFrom('lucene' as const, 'dsl' as const);
const join = fc.constantFrom('AND' as const, 'OR' as const);

const criterion = stated<Criterion>(
  {
    ...{ ...fieldParts, statement: text, statementsByValue: mapOf(text), multipleJoin: join },
    ...{ escape: flag, toggle: flag, initByParameter: text, source: text },
  },
  'property',
);

const query = stated<MetadataQuery>(
  {
    ...{ id: name, caption: captions, join, syntax, base, applyBase: flag, allowWithoutCriteria: flag },
    ...{ statement: text, layout: text, style: text, widget: text, handler: text, source: text },
    criteria: few(criterion),
  },
  'id',
  'criteria',
);

/** Any metadata set that a file can have. */
const set = stated<MetadataSet>(
  {
    ...{ id, name: captions, aliases: few(id), inherits: id, hidden: flag, create: stated({ onlyMetadata: flag }) },
    ...{ types, fields, forms: few(stated<Form>({ id: name, panels: few(panel) }, 'id', 'panels'), 1) },
    ...{
      views: few(view),
      groups: few(stated<ViewGroup>({ id: name, views: few(name), rendering: text }, 'id', 'views')),
    },
    ...{ lists: few(list), sorts: few(sort) },
    queries: stated<Queries>({ syntax, base, allowWithoutCriteria: flag, queries: few(query) }, 'queries'),
  },
  'id',
);

/** Entries whose parents, where they have one, are entries of the same list. */
const entries = fc
  .uniqueArray(stated(entryParts, 'key'), { maxLength: 6, selector: (entry) => entry.key })
  .chain((all) =>
    fc.tuple(
      ...all.map((entry) => fc.constantFrom(undefined, ...all).map((above) => ({ ...entry, parent: above?.key }))),
    ),
  );

const valueList = stated<ValueList>({ id, name: captions, source: text, property: name, entries }, 'id', 'entries');

const distinct = <T extends { readonly id: string }>(of: fc.Arbitrary<T>, minLength = 0): fc.Arbitrary<T[]> =>
  fc.uniqueArray(of, { minLength, maxLength: 2, selector: ({ id: own }) => own });

/** Metadata sets and value lists with everything that they can say, and texts that a file could take for something else. */
export const metadata: fc.Arbitrary<MetadataCollection> = fc.record({
  sets: distinct(set, 1),
  valueLists: distinct(valueList),
});
