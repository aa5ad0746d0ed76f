import { describe, expect, test } from 'vitest';
import { badRequest, RepositoryError } from '../../../../src/base/errors/errors.ts';
import { createContentModel } from '../../../../src/domain/content-model/content-model.ts';
import type { MetadataQuery, MetadataSet } from '../../../../src/domain/metadata/metadata-set.ts';
import type { Query } from '../../../../src/domain/query/query.ts';
import { type CriterionInput, queryOfSet } from '../../../../src/domain/query/set-query.ts';

const uri = 'http://www.campuscontent.de/model/1.0';

const dictionary = createContentModel({
  namespaces: new Map([
    ['ccm', uri],
    ['cclom', 'http://www.campuscontent.de/model/lom/1.0'],
  ]),
  types: new Map(),
  aspects: new Map(),
  properties: new Map([
    ['ccm:taxonid', { title: 'Subject', type: 'text', list: true }],
    ['cclom:title', { title: 'Title', type: 'text', list: false }],
  ]),
});

const ofSets = new Set(['ccm:field']);

/** Keeps a statement as it is, so that one sees what was made of it. */
const parse = (text: string): Query => {
  if (text.includes('broken')) throw badRequest('The query cannot be read at character 3.', { position: 3 });
  return { kind: 'words', field: undefined, text, match: 'exact' };
};

/** What a query looks like: statements as they are, and how they are joined. */
function shown(query: Query): unknown {
  if (query.kind === 'words') return query.text;
  if (query.kind === 'value') return `${query.field}=${query.value}`;
  if (query.kind === 'all' || query.kind === 'any' || query.kind === 'bestMatch') {
    return { [query.kind]: query.of.map(shown) };
  }
  return query.kind;
}

const evaluate = (
  query: Partial<MetadataQuery>,
  given: Readonly<Record<string, readonly string[]>>,
  queries: Partial<NonNullable<MetadataSet['queries']>> = {},
): unknown => {
  const whole: MetadataQuery = { id: 'ngsearch', criteria: [], ...query };
  const set: MetadataSet = { id: 'default', queries: { queries: [whole], ...queries } };
  const criteria = Object.entries(given).map(([property, values]): CriterionInput => ({ property, values }));
  return shown(queryOfSet({ set, query: whole, contentModel: dictionary, setProperties: ofSets, parse }, criteria));
};

const title = { property: 'cclom:title', statement: 't:"${value}"', multiple: true };
const keyword = { property: 'keyword', statement: 'k:${value}', multiple: true };

describe('base queries', () => {
  const base = [{ statement: 'set' }];

  test('of the set and of the query hold both, with the criteria', () => {
    const query = { base: [{ statement: 'own' }], criteria: [title] };
    expect(evaluate(query, { 'cclom:title': ['a'] }, { base })).toEqual({ all: ['set', 'own', 't:"a"'] });
    expect(evaluate(query, {}, { base })).toEqual({ all: ['set', 'own'] });
  });

  test('of the set do not hold where the query says so', () => {
    expect(evaluate({ applyBase: false, base: [{ statement: 'own' }] }, {}, { base })).toBe('own');
  });

  test('with a condition hold only where no value is given', () => {
    const query = { base: [{ statement: 'usual', unlessGiven: 'cclom:title' }], criteria: [title] };
    expect(evaluate(query, {})).toBe('usual');
    expect(evaluate(query, { 'cclom:title': [''] })).toBe('usual');
    expect(evaluate(query, { 'cclom:title': ['a'] })).toBe('t:"a"');
  });

  test('and a statement of the query itself hold, and none of them finds everything', () => {
    expect(evaluate({ statement: 'whole' }, {})).toBe('whole');
    expect(evaluate({}, {})).toBe('everything');
  });
});

describe('criteria', () => {
  test('are joined as the query says, and beside the base queries', () => {
    const given = { 'cclom:title': ['a'], keyword: ['b'] };
    expect(evaluate({ criteria: [title, keyword] }, given)).toEqual({ all: ['t:"a"', 'k:b'] });
    expect(evaluate({ join: 'OR', criteria: [title, keyword], base: [{ statement: 'own' }] }, given)).toEqual({
      all: ['own', { any: ['t:"a"', 'k:b'] }],
    });
  });

  test('with several values are joined as they say, and refused where one value is allowed', () => {
    const given = { 'cclom:title': ['a', 'b'] };
    expect(evaluate({ criteria: [title] }, given)).toEqual({ any: ['t:"a"', 't:"b"'] });
    expect(evaluate({ criteria: [{ ...title, multipleJoin: 'AND' }] }, given)).toEqual({ all: ['t:"a"', 't:"b"'] });
    const single = { ...title, multiple: false };
    expect(() => evaluate({ criteria: [single] }, given)).toThrow(/takes one value, and 2 were sent/);
    expect(evaluate({ criteria: [single] }, { 'cclom:title': ['a', ''] })).toBe('t:"a"');
  });

  test('without a value keep nothing out', () => {
    expect(evaluate({ criteria: [title] }, { 'cclom:title': [] })).toBe('everything');
    expect(evaluate({ criteria: [title] }, { 'cclom:title': [''] })).toBe('everything');
  });

  test('have statements of their own for single values, the empty one too', () => {
    const own = {
      ...title,
      statementsByValue: new Map([
        ['OPEN', 'open'],
        ['', 'none'],
      ]),
    };
    expect(evaluate({ criteria: [own] }, { 'cclom:title': ['OPEN', 'x'] })).toEqual({ any: ['open', 't:"x"'] });
    expect(evaluate({ criteria: [own] }, { 'cclom:title': [''] })).toBe('none');
  });

  test('escape values unless they say otherwise', () => {
    const given = { 'cclom:title': ['a" OR *:*'] };
    expect(evaluate({ criteria: [title] }, given)).toBe('t:"a\\"\\ OR\\ \\*\\:\\*"');
    expect(evaluate({ criteria: [{ ...title, escape: false }] }, given)).toBe('t:"a" OR *:*"');
  });

  test('without a statement look into their property', () => {
    expect(evaluate({ criteria: [{ property: 'cclom:title' }] }, { 'cclom:title': ['a b'] })).toBe(
      '@cclom\\:title:"a\\ b"',
    );
  });

  test('without a statement have a value that holds no word as it is', () => {
    expect(evaluate({ criteria: [{ property: 'cclom:title' }] }, { 'cclom:title': ['"'] })).toBe('cclom:title="');
  });

  test('are found by the long name of their property', () => {
    const long = '{http://www.campuscontent.de/model/lom/1.0}title';
    expect(evaluate({ criteria: [title] }, { [long]: ['a'] })).toBe('t:"a"');
  });

  test('that are known properties, but none of the query, have the value, whole', () => {
    expect(evaluate({}, { 'ccm:taxonid': ['1', '2'] })).toEqual({ any: ['ccm:taxonid=1', 'ccm:taxonid=2'] });
    expect(evaluate({}, { [`{${uri}}taxonid`]: ['1'] })).toBe('ccm:taxonid=1');
    expect(evaluate({}, { PARENT: ['x'] })).toBe('PARENT:"x"');
  });

  test('that nobody knows are refused, naming the nearest one', () => {
    expect(() => evaluate({ criteria: [keyword] }, { keywrod: ['a'] })).toThrow(/Did you mean keyword\?/);
    expect(() => evaluate({}, { 'cccm:taxonid': ['a'] })).toThrow(/Did you mean ccm:taxonid\?/);
    expect(() => evaluate({}, { ['x'.repeat(5000)]: ['a'] })).toThrow(RepositoryError);
  });

  test('are needed where the query says so', () => {
    const query = { criteria: [title], allowWithoutCriteria: false };
    expect(() => evaluate(query, { 'cclom:title': [''] })).toThrow(/needs at least one criterion/);
    expect(evaluate(query, { 'cclom:title': ['a'] })).toBe('t:"a"');
    expect(() => evaluate({ criteria: [title] }, {}, { allowWithoutCriteria: false })).toThrow(/cclom:title/);
  });

  test('that cannot be read say which one it is, and where', () => {
    try {
      evaluate({ criteria: [title] }, { 'cclom:title': ['broken'] });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'BadRequest', details: { position: 3 } });
      expect(String(error)).toMatch(/cclom:title.*"broken".*character 3/);
    }
  });

  test('with more values than anybody looks for are refused', () => {
    const many = Array.from({ length: 201 }, (_, at) => String(at));
    expect(() => evaluate({ criteria: [title] }, { 'cclom:title': many })).toThrow(
      /201 values, and the maximum is 200/,
    );
  });
});

describe('what was typed', () => {
  const words = { property: 'ngsearchword', statement: 'WORDS:"${value}"' };
  const each = { property: 'ngsearchword', statement: 'x:"*${value}*"' };

  test('is handed over as it is where the statement takes words apart', () => {
    expect(evaluate({ criteria: [words] }, { ngsearchword: ['Brüche kürzen'] })).toBe('WORDS:"Brüche\\ kürzen"');
    expect(evaluate({ criteria: [words] }, { ngsearchword: ['"a b" c'] })).toEqual({
      all: ['WORDS:"c"', '"a\\ b"'],
    });
  });

  test('is taken apart where the statement is one for single words: one of them is enough', () => {
    expect(evaluate({ criteria: [each] }, { ngsearchword: ['d "b c"'] })).toEqual({
      bestMatch: ['x:"*d*"', 'x:"*b\\ c*"'],
    });
    expect(evaluate({ criteria: [each] }, { ngsearchword: ['d'] })).toEqual({ bestMatch: ['x:"*d*"'] });
  });

  test('keeps nothing out where it is empty or *, and finds nothing where it has no letter', () => {
    expect(evaluate({ criteria: [words] }, { ngsearchword: [''] })).toBe('everything');
    expect(evaluate({ criteria: [words] }, { ngsearchword: ['*'] })).toBe('everything');
    expect(evaluate({ criteria: [words] }, { ngsearchword: ['?!'] })).toBe('nothing');
  });
});

test('a property that only a metadata set speaks of has the value, whole, and is named as the nearest', () => {
  expect(evaluate({}, { 'ccm:field': ['m'] })).toBe('ccm:field=m');
  expect(() => evaluate({}, { 'cccm:field': ['m'] })).toThrow(/registered namespace\. Did you mean ccm:field\?/);
});

test('values for which alone there are statements name the nearest where there is none', () => {
  const kind = { property: 'mediatype', statementsByValue: new Map([['video', 'f:video']]) };
  expect(evaluate({ criteria: [kind] }, { mediatype: ['video'] })).toBe('f:video');
  expect(() => evaluate({ criteria: [kind] }, { mediatype: ['vidoe'] })).toThrow(
    /no value "vidoe"\. Did you mean video\?/,
  );
});

test('a criterion that is sent twice is one with the values of both', () => {
  const query: MetadataQuery = { id: 'q', criteria: [{ property: 'ngsearchword' }] };
  const criterion = (value: string): CriterionInput => ({ property: 'ngsearchword', values: [value] });
  const parts = {
    set: { id: 's', queries: { queries: [query] } },
    query,
    contentModel: dictionary,
    setProperties: ofSets,
    parse,
  };
  expect(() => queryOfSet(parts, [criterion('a'), criterion('b')])).toThrow(/takes one value, and 2 were sent/);
});

test('statements in another language are refused, with what to do', () => {
  const message = /ngsearch of the metadata set default has statements in the language dsl.*syntax: lucene/;
  expect(() => evaluate({ syntax: 'dsl', criteria: [title] }, {})).toThrow(message);
  expect(() => evaluate({ criteria: [title] }, {}, { syntax: 'dsl' })).toThrow(message);
  const base = [{ statement: '{}' }];
  expect(() => evaluate({ syntax: 'lucene' }, {}, { syntax: 'dsl', base })).toThrow(message);
  expect(evaluate({ syntax: 'lucene', applyBase: false }, {}, { syntax: 'dsl', base })).toBe('everything');
});
