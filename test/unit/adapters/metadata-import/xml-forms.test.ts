import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf, fileWith, metadataSamples, understand } from '../../../support/metadata-files.ts';

const texts = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries));

/** What is stated, so that keys that say nothing do not matter. */
const stated = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(stated);
  if (value instanceof Map || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, stated(inner)]),
  );
};

const title = { property: 'cclom:title', caption: texts({ und: 'Title', de: 'Titel' }) };

test('the older form: all that its sample says stands in the set, in our words', () => {
  const { sets, lists, notes } = understand(filesOf(join(metadataSamples, 'older')));
  expect(notes).toEqual([]);
  expect(stated(sets.map(({ set }) => set))).toEqual([
    {
      id: 'schule',
      name: texts({ en: 'Our school', de: 'Unsere Schule' }),
      hidden: true,
      types: [
        {
          name: 'ccm:io',
          properties: [
            {
              name: 'cm:name',
              dataType: 'string',
              process: 'copyfromrequest',
              copyFrom: 'cclom:title',
              keyContentUrl: 'contenturl',
              concatenateWithType: true,
              multiple: false,
              defaultValue: 'Neues Blatt',
            },
            { name: 'cm:content', process: 'upload' },
          ],
        },
      ],
      forms: [
        {
          id: 'blatt',
          panels: [
            {
              name: 'grund',
              caption: texts({ de: 'Gründliches' }),
              style: 'breit',
              layout: 'table',
              order: '1',
              onCreate: true,
              onUpdate: false,
              multiUpload: true,
              fields: [
                {
                  property: 'ccm:taxonid',
                  caption: texts({ en: 'Subjects', de: 'Fächer' }),
                  placeholder: texts({ de: 'bitte wählen' }),
                  type: 'choice',
                  widget: 'list',
                  widgetTitle: texts({ de: 'Fächer wählen, so viele wie nötig' }),
                  copyFrom: ['cclom:title', 'cm:title'],
                  length: '40',
                  height: '5',
                  multiple: true,
                  defaultValues: ['mathe', 'deutsch'],
                  style: 'rot',
                  values: 'schule.valuespace_fach-fach',
                  validators: [
                    { type: 'MANDATORY' },
                    { type: 'MINCHARS', parameters: [{ name: 'count', value: '3' }] },
                  ],
                  parameters: [
                    { name: 'depth', value: '2' },
                    { name: 'open', value: 'yes' },
                  ],
                },
              ],
            },
          ],
        },
      ],
      views: [{ id: 'kurz', fields: [title] }],
      lists: [{ id: 'ergebnisse', columns: [title] }],
      queries: {
        base: [{ statement: 'TYPE:"ccm:io" AND NOT ASPECT:"ccm:collection_io_reference"' }],
        allowWithoutCriteria: true,
        queries: [
          {
            id: 'hauptsuche',
            caption: texts({ de: 'Hauptsuche' }),
            join: 'OR',
            widget: 'box',
            handler: 'org.example.Handler',
            criteria: [
              {
                ...title,
                widget: 'textfield',
                statement: '@cclom\\:title:"*${value}*"',
                multiple: true,
                multipleJoin: 'AND',
                toggle: true,
                style: 'schmal',
                initByParameter: 'titel',
                escape: false,
                parameters: [{ name: 'hint', value: 'oben' }],
              },
            ],
          },
        ],
      },
    },
  ]);
  expect(stated(lists)).toEqual([
    {
      file: 'valuespace_fach.xml',
      form: 'value-space',
      list: {
        id: 'schule.valuespace_fach-fach',
        property: 'ccm:fach',
        entries: [
          { key: 'mint', caption: texts({ de: 'MINT-Fächer' }) },
          { key: 'mathe', caption: texts({ de: 'Mathematik', en: 'Mathematics' }), parent: 'mint' },
          { key: 'deutsch', caption: texts({ und: 'Deutsch als Erstsprache' }) },
          { key: 'sport' },
        ],
      },
    },
  ]);
});

test('the newer form: all that its sample says stands in the sets, with its override and its values', () => {
  const { sets, lists, notes } = understand(filesOf(join(metadataSamples, 'newer')));
  const [mds, kurs] = sets.map(({ set }) => set);
  expect(stated(kurs)).toEqual({ id: 'mds_kurs', name: texts({ und: 'Kurse' }), inherits: 'mds' });
  expect(stated({ ...mds, fields: undefined, queries: undefined })).toEqual({
    id: 'mds',
    name: texts({ de: 'Unser eigener Satz' }),
    hidden: false,
    create: { onlyMetadata: true },
    views: [
      {
        id: 'angaben',
        caption: texts({ de: 'Angaben' }),
        icon: 'edit',
        html: '<h3>Angaben</h3><ccm:educationalcontext>',
        relation: 'suggestions',
        hideIfEmpty: true,
        extended: false,
        condition: { type: 'PROPERTY', value: 'ccm:wwwurl' },
      },
      { id: 'offen', html: '<p class="a">Text &amp; mehr</p><cclom:title/>' },
    ],
    groups: [{ id: 'io', views: ['angaben', 'offen'], rendering: 'legacy' }],
    lists: [{ id: 'search', columns: [{ property: 'cm:name' }, { property: 'cclom:title', shown: false }] }],
    sorts: [
      {
        id: 'search',
        columns: [{ property: 'score' }, { property: 'cm:name', mode: 'alphabetical' }],
        default: { property: 'score', ascending: false },
      },
    ],
  });
  expect(stated(mds?.queries)).toEqual({
    syntax: 'lucene',
    base: [
      { statement: 'TYPE:"ccm:io"' },
      { statement: 'ISNULL:"ccm:editorial_state"', unlessGiven: 'ccm:editorial_state' },
    ],
    allowWithoutCriteria: true,
    queries: [
      {
        id: 'ngsearch',
        caption: texts({ de: 'Suche' }),
        join: 'AND',
        base: [{ statement: 'ISNOTNULL:"cclom:title"' }],
        applyBase: false,
        allowWithoutCriteria: false,
        statement: 'NOT ASPECT:"ccm:hidden"',
        source: 'local',
        criteria: [
          {
            property: 'ccm:restricted_access',
            multiple: true,
            multipleJoin: 'OR',
            statement: '@ccm\\:restricted_access:"${value}"',
            statementsByValue: texts({ OPEN: 'ISNULL:"ccm:restricted_access"' }),
            source: 'local',
          },
        ],
      },
      { id: 'nurneu', syntax: 'dsl', statement: '{"match_all": {}}', criteria: [] },
    ],
  });
  expect(lists.map(({ list }) => stated(list))).toEqual([
    {
      id: 'mds.valuespace_stufe',
      property: 'ccm:educationalcontext',
      entries: [
        { key: 'schule', caption: texts({ de: 'Schule' }) },
        { key: 'sek1', caption: texts({ de: 'Mittelstufe', en: 'Lower secondary' }), parent: 'schule' },
        { key: 'sek2', caption: texts({ und: 'Oberstufe' }), parent: 'schule' },
      ],
    },
  ]);
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringMatching(/<configuration> in <widget>/),
    expect.stringMatching(/"dsl" are stored but not evaluated/),
    expect.stringMatching(/are already in another <queries>/),
  ]);
});

test('widgets: all that one says, and those of an override by id and template', () => {
  const files = filesOf(join(metadataSamples, 'newer'));
  const own = understand(files.filter(({ name }) => !name.endsWith('_override.xml'))).sets[0]?.set.fields ?? [];
  expect(stated(own)).toEqual([
    {
      property: 'ccm:educationalcontext',
      caption: texts({ de: 'Stufe', en: 'Level' }),
      placeholder: texts({ de: 'wählen' }),
      bottomCaption: texts({ de: 'mehrere möglich' }),
      icon: 'school',
      widget: 'multivalueFixedBadges',
      view: 'angaben',
      condition: {
        type: 'TOOLPERMISSION',
        value: 'TOOLPERMISSION_LICENSE',
        negated: true,
        dynamic: true,
        pattern: '^x',
      },
      required: 'mandatory',
      hideIfEmpty: true,
      values: 'mds.valuespace_stufe',
      defaultValues: ['sek1'],
    },
    {
      property: 'cclom:typicalagerange',
      widget: 'range',
      minimum: 6,
      maximum: 19,
      defaultMinimum: 10,
      defaultMaximum: 12,
      step: 1,
      unit: 'Jahre',
      maximumLength: 200,
      format: 'dd.MM.yyyy',
      multiple: true,
      extended: true,
      searchable: true,
      link: '_BLANK',
      interaction: 'Input',
      filterMode: 'Auto',
      expandable: 'expanded',
      suggestionSource: 'Solr',
      suggestionQuery: 'ngsearch',
      suggestionDisplay: 'Dialog',
      parts: ['cclom:title', 'author'],
      values: [{ key: 'alle', caption: texts({ de: 'alle' }) }],
      parameters: [{ name: 'depth', value: '1' }],
    },
    { property: 'author', widget: 'author' },
  ]);
  const overridden = understand(files).sets[0]?.set.fields ?? [];
  expect(stated(overridden.map(({ property, view, caption }) => ({ property, view, caption })))).toEqual([
    { property: 'ccm:educationalcontext', view: 'angaben', caption: texts({ de: 'Bildungsstufe' }) },
    { property: 'cclom:typicalagerange' },
    { property: 'author' },
    { property: 'ccm:educationalcontext', caption: texts({ de: 'Stufen' }) },
  ]);
});

const setWith = (inside: string) => fileWith('set.xml', `<metadataset id="a">\n${inside}\n</metadataset>`);

const oddities: readonly (readonly [what: string, inside: string, told: RegExp, lines: readonly number[]])[] = [
  [
    'an unknown element',
    '<wigdets/>',
    /an element <wigdets> in <metadataset>; the nearest known name here is widgets/,
    [2],
  ],
  ['an unknown attribute', '<lists>\n<list id="x" colour="red"/>\n</lists>', /an attribute "colour" of <list>/, [3]],
  ['a second name', '<name>a</name>\n<name>b</name>', /a second <name> in the same <metadataset>/, [3]],
  ['no truth value', '<hidden>perhaps</hidden>', /"perhaps" as <hidden>.*true or false is expected/, [1]],
  [
    'no number',
    '<widgets><widget><id>cm:name</id><min>few</min></widget></widgets>',
    /"few" as <min>.*a number is expected/,
    [2],
  ],
  ['a widget without an id', '<widgets>\n<widget/>\n</widgets>', /does not name its property/, [3]],
  ['a form without an id', '<forms><form/></forms>', /a <form> without an id/, [2]],
  ['a query without an id', '<queries><query/></queries>', /neither id nor criteriaboxid/, [2]],
  ['a join that is none', '<queries><query id="q" join="XOR"/></queries>', /"XOR" as <join>: AND or OR/, [2]],
  ['a text that is astray', '<lists>hello</lists>', /a text directly inside <lists>/, [2]],
  [
    'a namespace that nobody registered',
    '<widgets><widget><id>{http://x}y</id></widget></widgets>',
    /its namespace is not registered in this repository/,
    [2],
  ],
  [
    'a value-space file that is not there',
    '<widgets><widget><id>cm:name</id><valuespace>v.xml</valuespace></widget></widgets>',
    /the valuespace "v\.xml": the file is not among the imported files/,
    [2],
  ],
  [
    'a value-space on the web',
    '<widgets><widget><id>cm:name</id><valuespace>https://example.org/v.json</valuespace></widget></widgets>',
    /an import does not load files from the web/,
    [2],
  ],
  ['a bundle that is not there', '<i18n>texts</i18n>', /texts\.properties is not among the files/, [1]],
];

for (const [what, inside, told, lines] of oddities) {
  test(`${what} is told with its line, and the rest is read`, () => {
    const { sets, notes } = understand([setWith(`${inside}`)]);
    expect(sets.map(({ set }) => set.id)).toEqual(['a']);
    expect(notes).toContainEqual(expect.objectContaining({ message: expect.stringMatching(told), lines }));
  });
}

test('a name in the words of an object is an element like any other', () => {
  const { notes } = understand([setWith('<constructor/><hidden>constructor</hidden><name toString="x">a</name>')]);
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringMatching(/"toString" of <name>/),
    expect.stringMatching(/"constructor" as <hidden>/),
    expect.stringMatching(/an element <constructor>/),
  ]);
});

test('what lay beside a file is read only where that file names it', () => {
  const set = setWith('<widgets><widget><id>cm:name</id><valuespace>v.xml</valuespace></widget></widgets>');
  const space = (name: string, text: string) => fileWith(name, text, true);
  const { lists, notes } = understand([
    set,
    space('v.xml', '<valuespaces><valuespace property="cm:name"><key>a</key></valuespace></valuespaces>'),
    space('broken.xml', '<valuespaces'),
    space('other.xml', '<metadataset id="b"/>'),
    space('broken.ttl', 'no turtle'),
  ]);
  expect(lists.map(({ list }) => list.id)).toEqual(['a.v']);
  expect(notes).toEqual([]);
});

test('odd value spaces: what cannot be an entry is told, circles are cut', () => {
  const { lists, notes } = understand([
    fileWith(
      'v.xml',
      `<valuespaces><valuespace property="cm:name">
        <key>a</key><key>a</key>
        <key/>
        <key parent="nobody">b</key>
        <key parent="d">c</key>
        <key parent="c">d</key>
        <value>e</value>
        <key label="x">f</key>
      </valuespace></valuespaces>`,
    ),
  ]);
  const [list] = lists.map((read) => read.list);
  expect(list?.entries.map(({ key, parent }) => [key, parent])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', undefined],
    ['d', 'c'],
    ['f', undefined],
  ]);
  expect(notes.map(({ message, lines }) => [message.slice(0, 30), lines])).toEqual([
    ['a duplicate <key>; the first o', [2]],
    ['a <key> without a value', [3]],
    ['an element <value> in <valuesp', [7]],
    ['an attribute "label" of <key>', [8]],
    ['a parent that is not a key of ', [4]],
    ['the parents of this entry form', [5]],
  ]);
});

test('an index says which sets are read', () => {
  const { sets, notes } = understand([
    fileWith(
      'index.xml',
      '<metadatasets>\n<metadataset>/x/a.xml</metadataset>\n<metadataset>c.xml</metadataset></metadatasets>',
    ),
    fileWith('a.xml', '<metadataset id="a"/>'),
    fileWith('b.xml', '<metadataset id="b"/>'),
    fileWith('x_override.xml', '<metadataset id="x"/>'),
    fileWith('readme.md', 'hello'),
  ]);
  expect(sets.map(({ set }) => set.id)).toEqual(['a']);
  expect(notes.map(({ file, message }) => [file, message])).toEqual([
    ['index.xml', expect.stringMatching(/not among the imported files/)],
    ['b.xml', expect.stringMatching(/the index does not name this set/)],
    ['x_override.xml', expect.stringMatching(/overrides a set that is not among the files/)],
    ['readme.md', expect.stringMatching(/files with this extension cannot be imported/)],
  ]);
});
