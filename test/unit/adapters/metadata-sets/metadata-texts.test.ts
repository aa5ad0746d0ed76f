import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMetadataTexts } from '../../../../src/adapters/metadata-sets/metadata-texts.ts';
import { parseSetText } from '../../../../src/adapters/metadata-sets/parse-set.ts';
import { parseValueListText } from '../../../../src/adapters/metadata-sets/parse-value-list.ts';
import { writeSetText, writeValueListText } from '../../../../src/adapters/metadata-sets/write-text.ts';
import type { Mistake, ParseResult } from '../../../../src/adapters/metadata-sets/yaml-text.ts';
import type { MetadataSet } from '../../../../src/domain/metadata/metadata-set.ts';
import type { ValueList } from '../../../../src/domain/metadata/value-list.ts';
import { parseQuery } from '../../../../src/domain/query/parse-query.ts';
import { queryContext } from '../../../support/query-context.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const shipped = new URL('../../../../data-template/metadata-sets/', import.meta.url);

function readOf<T>(reading: ParseResult<T>): T {
  if ('mistakes' in reading) throw new Error(JSON.stringify(reading.mistakes));
  return reading.value;
}

const mistakesOf = (reading: ParseResult<unknown>): readonly Mistake[] =>
  'mistakes' in reading ? reading.mistakes : [];

const told = (reading: ParseResult<unknown>): string =>
  mistakesOf(reading)
    .map(({ place, message }) => `${place} ${message}`)
    .join('\n');

const captions = new Map([
  ['de', 'Größe: «x»'],
  ['en', '# size'],
]);
const field = {
  ...{
    property: 'ccm:a',
    view: 'v',
    caption: captions,
    bottomCaption: captions,
    hint: captions,
    placeholder: captions,
  },
  ...{ icon: 'i', widget: 'w', widgetTitle: new Map([['und', 'yes']]), type: 't', required: 'mandatory' },
  ...{ condition: { type: 'PROPERTY', value: 'x', negated: true, dynamic: false, pattern: '^a$' } },
  ...{ hideIfEmpty: true, multiple: false, extended: true, searchable: false, valuesOnly: true },
  ...{
    values: [
      { key: '007', caption: captions },
      { key: 'true', parent: '007' },
    ],
    defaultValues: ['null', '1.0', ''],
  },
  ...{ minimum: 0, maximum: 1.5, defaultMinimum: -1, defaultMaximum: 2, step: 0.1, unit: 'km', maximumLength: 3 },
  ...{ format: 'f', link: 'l', interaction: 'n', filterMode: 'm', expandable: 'e', suggestionSource: 's' },
  ...{ suggestionQuery: 'q', suggestionDisplay: 'd', parts: ['ccm:b'], copyFrom: ['ccm:c', 'ccm:d'] },
  ...{ height: '3', length: '20', style: 'st', captionStyle: 'cs' },
  ...{ validators: [{ type: 'MINCHARS', parameters: [{ name: 'n', value: '3' }] }] },
  ...{
    parameters: [
      { name: 'a', value: 'x\ny' },
      { name: 'a', value: '' },
    ],
  },
};

/** Everything that a set can say. */
const whole: MetadataSet = {
  id: 'whole',
  name: captions,
  aliases: ['other'],
  inherits: 'default',
  hidden: true,
  create: { onlyMetadata: true },
  types: [
    {
      name: 'ccm:io',
      properties: [
        {
          ...{ name: 'cm:name', dataType: 'string', process: 'copyfromrequest', copyFrom: 'cm:title' },
          ...{ keyContentUrl: 'k', concatenateWithType: true, multiple: true, defaultValue: '0' },
        },
      ],
    },
  ],
  fields: [field],
  forms: [
    {
      id: 'f',
      panels: [
        {
          ...{ name: '1', caption: captions, style: 's', layout: 'l', order: '2' },
          ...{ onCreate: false, onUpdate: true, multiUpload: true, fields: [{ property: 'ccm:a' }] },
        },
      ],
    },
  ],
  views: [
    {
      ...{ id: 'v', caption: captions, icon: 'i', html: '<div>\n  <ccm:a>\n</div>\n', relation: 'suggestions' },
      ...{ hideIfEmpty: true, extended: false, condition: { value: 'x' }, fields: [] },
    },
  ],
  groups: [{ id: 'io', views: ['v'], rendering: 'angular' }],
  lists: [{ id: 'l', caption: captions, columns: [{ property: 'cm:name', format: 'f', shown: false }] }],
  sorts: [{ id: 's', columns: [{ property: 'score', mode: 'm' }], default: { property: 'score', ascending: false } }],
  queries: {
    syntax: 'dsl',
    base: [{ statement: 'TYPE:"ccm:io"' }, { statement: 'a', unlessGiven: 'ccm:a' }],
    allowWithoutCriteria: true,
    queries: [
      {
        ...{ id: 'q', caption: captions, join: 'OR', syntax: 'lucene', base: [{ statement: 'x' }], applyBase: false },
        ...{ allowWithoutCriteria: false, statement: 's', layout: 'l', style: 'st', widget: 'w' },
        ...{ handler: 'h', source: 'so' },
        criteria: [
          {
            ...field,
            ...{ statement: '@cm\\:name:"${value}"', statementsByValue: new Map([['und', 'x']]), multipleJoin: 'AND' },
            ...{ escape: false, toggle: true, initByParameter: 'p', source: 'so' },
          },
        ],
      },
    ],
  },
};

/** The same with the keys of every object the other way round. */
function reversed<T>(value: T): T {
  if (value instanceof Map || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed) as T;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, entry]) => [key, reversed(entry)])) as T;
}

describe('a set as YAML', () => {
  test('is read as it was written, with all that a set can say', () => {
    expect(readOf(parseSetText(writeSetText(whole), 'whole.yaml'))).toEqual(whole);
  });

  test('is the same text whatever order its keys came in', () => {
    expect(writeSetText(reversed(whole))).toBe(writeSetText(whole));
  });

  test('may be JSON', () => {
    const text = '{"id": "j", "name": {"de": "J"}, "fields": [{"property": "a", "caption": "A"}]}';
    expect(readOf(parseSetText(text, 'j.yaml')).fields).toEqual([{ property: 'a', caption: new Map([['und', 'A']]) }]);
  });

  test('needs no more than what is different', () => {
    const text =
      'inherits: default\nviews:\nfields:\n  - ccm:a\n  - { property: ccm:b, validators: [MANDATORY], parameters: { rows: 3 } }\n';
    expect(readOf(parseSetText(text, 'short.yaml', 'short'))).toEqual({
      id: 'short',
      inherits: 'default',
      fields: [
        { property: 'ccm:a' },
        { property: 'ccm:b', validators: [{ type: 'MANDATORY' }], parameters: [{ name: 'rows', value: '3' }] },
      ],
    });
  });

  test.each([
    ['id: ../up', /^x\.yaml:1:5 id must have at most 100 characters/],
    ['id: .hidden', /must not start with "\."/],
    [`id: ${'a'.repeat(101)}`, /at most 100/],
    [`id: ${'字'.repeat(80)}`, /the maximum is 200 bytes in UTF-8/],
    ['id: -default-', /such names are reserved/],
    ['id: a\naliases: [-home-]', /such names are reserved/],
    ['id: a\nqueries: { querys: [] }', /querys is not a valid key here; the nearest one is queries/],
    [
      'id: a\nqueries:\n  queries:\n    - id: q\n      join: XOR\n      criteria: []',
      /^x\.yaml:5:13 .*join must be AND or OR/,
    ],
    ['id: a\nfields:\n  - caption: x', /^x\.yaml:3:5 fields\.0\.property must be a text/],
    ['id: a\nfields:\n  - property: ""', /property is empty/],
    ['id: a\nfields: [{ property: a, values: 3.5 }]', /^$/],
    ['id: a\nfields: [{ property: a, values: { a: b } }]', /must be the ID of a value list, or a list of entries/],
    ['id: a\nfields: nothing', /^x\.yaml:2:9 fields must be a list/],
    ['id: a\nid: b', /^x\.yaml:2:1 Map keys must be unique/],
    ['just a text', /must be a map with keys such as /],
    ['id: a\n\tname: b', /x\.yaml:2:\d+ .*[Tt]ab/],
    ['id: &a [*a]', /nested too deeply/],
    [`id: ${'['.repeat(100_000)}`, /./],
  ])('%j is told with its line and what was expected', (text, message) => {
    expect(told(parseSetText(text, 'x.yaml'))).toMatch(message);
  });

  test('a few lines that stand for millions are refused at once', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}*l${at}]`);
    expect(told(parseSetText(`l0: &l0 x\n${levels.join('\n')}\n`, 'bomb.yaml'))).toMatch(/alias/i);
  });

  test('what would be read for seconds in one go is refused at once', async () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: x`);
    expect(told(parseSetText(`id: a\n${keys.join('\n')}`, 'x.yaml'))).toMatch(/^x\.yaml:1:1 more than 1000 keys/);
    const entry = `entries:\n  - { key: a, caption: { ${keys.join(', ')} } }`;
    expect(told(await parseValueListText(`id: a\n${entry}`, 'x.yaml'))).toMatch(/^x\.yaml:3:\d+ more than 1000 keys/);
    const fields = '  - property: ccm:a\n'.repeat(60_000);
    expect(told(parseSetText(`id: a\nfields:\n${fields}`, 'x.yaml'))).toMatch(/more than 1000000 characters/);
  });

  test('a list keeps a name that ends in empty lines, and a directive of YAML is no document', async () => {
    for (const name of ['x\n\n', '\n\n', 'x\n\n\n#', ' x \n \n']) {
      const list: ValueList = { id: 'a', name: new Map([['und', name]]), entries: [{ key: 'k' }] };
      expect(readOf(await parseValueListText(await writeValueListText(list), 'x.yaml'))).toEqual(list);
    }
    const { read } = createMetadataTexts();
    expect((await read('%YAML 1.2\n---\nid: a\n', 'x.yaml', 'x')).sets).toEqual([{ id: 'a' }]);
  });

  test('what cannot be written is told in words, with its place', async () => {
    const entries = [{ key: 'k' }, { key: 'x'.repeat(501) }];
    await expect(writeValueListText({ id: 'a', entries })).rejects.toThrow(
      /^entries\.1\.key is longer than 500 characters$/,
    );
  });

  test('the parts of a file tell its lines, and too many of them are refused at once', async () => {
    const { read } = createMetadataTexts();
    const text = 'id: a\n---\n\nid: b\nfeilds: []\n--- # l\nid: l\nentries:\n  - a\n  - [b]\n';
    await expect(read(text, 'x.yaml', 'x')).rejects.toThrow(/x\.yaml:5:\d+: feilds.*x\.yaml:10:/);
    await expect(read('---\nid: x\n'.repeat(100_000), 'x.yaml', 'x')).rejects.toThrow(
      /100000 parts between lines of ---; the maximum is 2000/,
    );
    expect((await read('---\nid: x\n'.repeat(2_000), 'x.yaml', 'x')).sets).toHaveLength(2_000);
  });

  test('a key that objects have by nature harms nothing', () => {
    const text = 'id: a\nname: { __proto__: x, constructor: y }\n__proto__: { hidden: true }\n';
    expect(told(parseSetText(text, 'p.yaml'))).toMatch(/__proto__ is not a valid key here/);
    expect(Object.hasOwn(Object.prototype, 'hidden')).toBe(false);
  });
});

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.isWellFormed());
const texts = fc
  .dictionary(fc.constantFrom('de', 'en', 'und'), word, { minKeys: 1 })
  .map((given) => new Map(Object.entries(given)));

const lists: fc.Arbitrary<ValueList> = fc
  .uniqueArray(fc.record({ key: word, caption: texts, alternatives: fc.array(word) }, { requiredKeys: ['key'] }), {
    selector: ({ key }) => key,
  })
  .map((entries) => ({ id: 'list', name: new Map([['de', 'Liste']]), entries }));

describe('a value list as YAML', () => {
  test('is read as it was written, whatever its texts are', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const text = await writeValueListText(list);
        expect(readOf(await parseValueListText(text, 'list.yaml'))).toEqual(list);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('has each entry with all that it can say', async () => {
    const entry = {
      ...{ key: 'a', caption: captions, description: captions, url: 'u', icon: 'i', alternatives: ['b'] },
      synonyms: new Map([['de', ['c', 'd']]]),
    };
    const list: ValueList = {
      ...{ id: 'l', source: 'http://x/', property: 'ccm:a', entries: [entry, { key: 'z', parent: 'a' }] },
    };
    expect(readOf(await parseValueListText(await writeValueListText(list), 'l.yaml'))).toEqual(list);
  });

  test('may be written by hand in any way that YAML has', async () => {
    const entries = [{ key: 'a', caption: new Map([['de', 'A']]) }, { key: 'b' }];
    for (const text of [
      'entries:\n- key: a\n  caption: { de: A }\n- b\n',
      'entries: # all\r\n\r\n  # first\r\n  - key: a\r\n    caption:\r\n      de: A\r\n  - b\r\n',
      'entries: [{ key: a, caption: { de: A } }, b]',
      '{"entries": [{"key": "a", "caption": {"de": "A"}}, "b"]}',
      '"entries":\n  -\n    key: a\n    caption: {de: A}\n  - "b"\nid: l\n',
      'entries:\n  - key: a\n    caption:\n      de: >-\n        A\n  - key: |-\n      b\n',
      'entries:\n  - {"key": a, caption: {de: A}}\n  - {"key":"b"}\n',
    ]) {
      expect(readOf(await parseValueListText(text, 'l.yaml', 'l')), text).toEqual({ id: 'l', entries });
    }
    expect(readOf(await parseValueListText('entries:\n', 'l.yaml', 'l')).entries).toEqual([]);
    expect(readOf(await parseValueListText('id: l\n', 'l.yaml')).entries).toEqual([]);
  });

  test.each([
    ['entries:\n  - a\n  - key: [\n', /^l\.yaml:[34]:\d+ /],
    ['entries:\n  - a\n - b\n', /l\.yaml:3/],
    ['entries:\n  - a\nentires: 3\n', /^l\.yaml:3:10 +entires is not a valid key here/],
    ['entries: a\n', /^l\.yaml:1:10 entries must be a list/],
    ['entries:\n  - key: a\n    parent: b\n', /^l\.yaml:3:13 the parent b is not a key/],
    ['entries:\n  - key: a\n\n  - {"key":"a"}\n', /^l\.yaml:4\S* the key a is already in the list/],
    ['entries:\n  - [a]\n', /^l\.yaml:2:\d+ entries\.0 must be a map with keys such as /],
    ['entries:\n  - caption: x\n', /^l\.yaml:2:\d+ entries\.0\.key must be a text/],
  ])('%j is told with its line', async (text, message) => {
    expect(told(await parseValueListText(text, 'l.yaml', 'l'))).toMatch(message);
  });

  test('many mistakes are counted, not all told', async () => {
    const text = `entries:\n${'  - {"kee":"a"}\n'.repeat(100_000)}`;
    const mistakes = mistakesOf(await parseValueListText(text, 'l.yaml', 'l'));
    expect(mistakes.length).toBeLessThan(30);
  });
});

describe('what ships with the program', () => {
  test('the examples of the guide for admins are read as they stand there', async () => {
    const guide = await readFile(new URL('../../../../docs/admin.md', import.meta.url), 'utf8');
    const examples = [...guide.matchAll(/```yaml\n# metadata-sets\/(values\/)?(\w+)\.yaml\n(.*?)```/gs)];
    const read = examples.map(([, list, id = '', text = '']) =>
      list === undefined ? parseSetText(text, id, id) : parseValueListText(text, id, id),
    );
    expect((await Promise.all(read)).map((reading) => readOf<MetadataSet | ValueList>(reading).id)).toEqual([
      'berufsschule',
      'lernfelder',
    ]);
  });

  test('is read without a mistake', async () => {
    for (const name of (await readdir(shipped)).filter((file) => file.endsWith('.yaml'))) {
      readOf(parseSetText(await readFile(new URL(name, shipped), 'utf8'), name, name.replace('.yaml', '')));
    }
    for (const name of await readdir(new URL('values/', shipped))) {
      const text = await readFile(new URL(`values/${name}`, shipped), 'utf8');
      const { entries } = readOf(await parseValueListText(text, name));
      expect(entries.length, name).toBeGreaterThan(3);
      for (const { key, caption } of entries) expect(caption?.get('de'), `${name} ${key}`).toBeTruthy();
    }
  });
});

describe('the sets that ship', () => {
  test('have properties that the dictionary knows, and queries that can be read', async () => {
    const text = await readFile(new URL('default.yaml', shipped), 'utf8');
    const { fields = [], views = [], types = [], queries } = readOf(parseSetText(text, 'default.yaml'));
    const known = new Set(fields.map(({ property }) => property));
    const shown = views.flatMap((view) => view.fields ?? []).map(({ property }) => property);
    expect(shown.filter((property) => !known.has(property))).toEqual([]);
    const words = [...known, ...types.flatMap(({ properties }) => properties.map(({ name }) => name))];
    const { properties } = queryContext.contentModel;
    const said = ['cm:created', 'cm:modified', 'cm:creator'];
    expect(words.filter((name) => name.includes(':') && !said.includes(name) && !properties.has(name))).toEqual([]);
    const statements = (queries?.queries ?? []).flatMap(({ base = [], criteria }) => [
      ...base.map(({ statement }) => statement),
      ...criteria.flatMap(({ statement, statementsByValue }) => [statement, ...(statementsByValue?.values() ?? [])]),
    ]);
    expect(statements.length).toBeGreaterThan(10);
    for (const statement of statements) {
      if (statement !== undefined) parseQuery(statement.replaceAll('${value}', 'x'), queryContext);
    }
  });
});
