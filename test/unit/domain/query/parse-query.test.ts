import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import { parseQuery } from '../../../../src/domain/query/parse-query.ts';
import type { Match, Query } from '../../../../src/domain/query/query.ts';
import { wordsOf } from '../../../../src/domain/text/folding.ts';
import { queryContext } from '../../../support/query-context.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const words = (text: string, match: Match = 'loose', field?: string): Query => ({ kind: 'words', field, text, match });
const read = (text: string, context = queryContext): Query => parseQuery(text, context);
const phrase = (field: string | undefined, ...row: string[]): Query => ({ kind: 'phrase', field, words: row });
const wildcard = (pattern: string, field?: string): Query => ({ kind: 'wildcard', field, pattern });
const fuzzy = (word: string, edits: 1 | 2, field?: string): Query => ({ kind: 'fuzzy', field, word, edits });
const boosted = (query: Query, factor: number): Query => ({ kind: 'boosted', query, factor });
const value = (field: string, wanted: string): Query => ({ kind: 'value', field, value: wanted });
const range = (
  field: string,
  as: 'number' | 'text' | 'date',
  bounds: { readonly from?: string | number; readonly to?: string | number },
  includeFrom = true,
  includeTo = true,
  // Which kind of bounds belongs to which kind of range is not told to the compiler here.
): Query => ({ kind: 'range', field, as, includeFrom, includeTo, ...bounds }) as Query;
const exact = (field: string, text: string): Query => words(text, 'exact', field);
const all = (...of: Query[]): Query => ({ kind: 'all', of });
const any = (...of: Query[]): Query => ({ kind: 'any', of });
/** Excluded words match exactly, unless they have a wildcard. */
const not = (query: Query): Query => ({ kind: 'not', query: exactly(query) });
function exactly(query: Query): Query {
  if (query.kind === 'words' && query.match === 'loose') return { ...query, match: 'exact' };
  return query.kind === 'any' ? { ...query, of: query.of.map(exactly) } : query;
}
const from = (field: string, start: number, end?: number): Query =>
  range(field, 'date', { from: start, ...(end === undefined ? {} : { to: end }) }, true, false);
const dates = (field: string, start: string, end: string): Query => from(field, Date.parse(start), Date.parse(end));
const everything: Query = { kind: 'everything' };
const number = (field: string, wanted: number): Query => range(field, 'number', { from: wanted, to: wanted });
const [a, b, c] = [words('a'), words('b'), words('c')];

function refusal(text: string): RepositoryError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
  throw new Error(`«${text}» was understood`);
}

describe('terms', () => {
  test.each<[string, Query]>([
    ['Photosynthese', words('Photosynthese')],
    ['Arbeitsblatt-7a.pdf', words('Arbeitsblatt-7a.pdf')],
    ['C++', words('C++')],
    ['\\+eins\\*', words('+eins*')],
    ['\\AND', words('AND')],
    ['and', words('and')],
    ['a&&b', words('a&&b')],
    ['*:*', everything],
    ['*', everything],
    ['\\{x\\}', words('{x}')],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('phrases', () => {
  test.each<[string, Query]>([
    ['"Brüche kürzen"', phrase(undefined, 'bruche', 'kurzen')],
    ['"Brüche"', words('Brüche', 'exact')],
    ['"sag \\"ja\\""', phrase(undefined, 'sag', 'ja')],
    ['"a (b) [c]: AND"', phrase(undefined, 'a', 'b', 'c', 'and')],
    ['"7\\*8"', phrase(undefined, '7', '8')],
    ['"der Wal*"', phrase(undefined, 'der', 'wal*')],
    ['"* der * Wald *"', phrase(undefined, 'der', '*', 'wald')],
    ['TEXT:"Wald und Wiese"', phrase('text', 'wald', 'und', 'wiese')],
    ['"*"', everything],
    ['cclom:title:"*"', { kind: 'exists', field: 'cclom:title' }],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('wildcards', () => {
  test.each<[string, Query]>([
    ['Bruch*', words('Bruch', 'prefix')],
    ['Arbeits-bl*', words('Arbeits-bl', 'prefix')],
    ['"Bruch*"', words('Bruch', 'prefix')],
    ['Br?che', wildcard('br?che')],
    ['*Ung', wildcard('*ung')],
    ['*RÜCH*', wildcard('*ruch*')],
    ['a**b', wildcard('a*b')],
    ['M*', words('M', 'prefix')],
    ['Gro*ße', wildcard('gro*sse')],
    ['*uelle', any(wildcard('*ulle'), wildcard('*uelle'))],
    ['foo-b?r', all(words('foo'), wildcard('b?r'))],
    ['cm:name:foo-b?r', all(exact('cm:name', 'foo'), wildcard('b?r', 'cm:name'))],
    ['cm:name:*', { kind: 'exists', field: 'cm:name' }],
    ['title:*', { kind: 'exists', field: 'title' }],
    ['@cm\\:name:"*x*"', wildcard('*x*', 'cm:name')],
    ['@cm\\:name:"*x y*"', phrase('cm:name', '*x', 'y*')],
    ['@cm\\:name:"*.pdf"', exact('cm:name', 'pdf')],
    ['@cm\\:name:"x\\*y"', phrase('cm:name', 'x', 'y')],
    ['cclom:title:Wal*', words('Wal', 'prefix', 'cclom:title')],
    ['cclom:title:"Wal\\*"', exact('cclom:title', 'Wal*')],
    ['a\ue000b', words('a\ue000b')],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('near words and boosts', () => {
  test.each<[string, Query]>([
    ['grün~', fuzzy('grun', 2)],
    ['grün~1', fuzzy('grun', 1)],
    ['grün~2', fuzzy('grun', 2)],
    ['grün~0', words('grun', 'exact')],
    ['Schule~0.8', fuzzy('schule', 1)],
    ['Schule~0.9', words('schule', 'exact')],
    ['Schule~0.1', fuzzy('schule', 2)],
    ['rot-grün~1', all(fuzzy('rot', 1), fuzzy('grun', 1))],
    ['"grün"~1', fuzzy('grun', 1)],
    ['cm:title:grün~1', fuzzy('grun', 1, 'cm:title')],
    ['a^2.5', boosted(a, 2.5)],
    ['a^0', boosted(a, 0)],
    ['a^1', a],
    ['a^.5 b', any(boosted(a, 0.5), b)],
    ['"a b"^3', boosted(phrase(undefined, 'a', 'b'), 3)],
    ['(a b)^2', boosted(any(a, b), 2)],
    ['title:(a b)^2', boosted(any(exact('title', 'a'), exact('title', 'b')), 2)],
    ['title:a^4', boosted(exact('title', 'a'), 4)],
    ['gr?n^2', boosted(wildcard('gr?n'), 2)],
    ['grün~1^2', boosted(fuzzy('grun', 1), 2)],
    ['grün^2~1', boosted(fuzzy('grun', 1), 2)],
    ['*:*^2', boosted(everything, 2)],
    ['cclom:size:[1 TO 2]^2', boosted(range('cclom:size', 'number', { from: 1, to: 2 }), 2)],
    ['a\\^2\\~1', words('a^2~1')],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('fields', () => {
  test.each<[string, Query]>([
    ['title:Wald', exact('title', 'Wald')],
    ['name:Wald', exact('name', 'Wald')],
    ['description:Wald', exact('description', 'Wald')],
    ['keyword:Wald', exact('keywords', 'Wald')],
    ['keywords:Wald', exact('keywords', 'Wald')],
    ['text:Wald', exact('text', 'Wald')],
    ['TEXT:Wald', exact('text', 'Wald')],
    ['cm:name:Wald', exact('cm:name', 'Wald')],
    ['cm\\:name:Wald', exact('cm:name', 'Wald')],
    ['@cm\\:name:"Wald"', exact('cm:name', 'Wald')],
    ['@cm:name:Wald', exact('cm:name', 'Wald')],
    ['ccm:own_word:Wald', exact('ccm:own_word', 'Wald')],
    ['cm:name:a\\ b', exact('cm:name', 'a b')],
    ['ccm:wwwurl:http://x.de/a', exact('ccm:wwwurl', 'http://x.de/a')],
    ['{http://www.alfresco.org/model/content/1.0}name:a', exact('cm:name', 'a')],
    ['@{http://www.alfresco.org/model/content/1.0}name:"a"', exact('cm:name', 'a')],
    ['@\\{http\\://www.alfresco.org/model/content/1.0\\}name:"a"', exact('cm:name', 'a')],
    ['@\\{http\\:\\/\\/www.alfresco.org\\/model\\/content\\/1.0\\}name:a', exact('cm:name', 'a')],
    ['cm:name:(a b)', any(exact('cm:name', 'a'), exact('cm:name', 'b'))],
    ['@cm\\:name:("a b" AND c)', all(phrase('cm:name', 'a', 'b'), exact('cm:name', 'c'))],
    ['title:(+a -(b c))', all(exact('title', 'a'), not(any(exact('title', 'b'), exact('title', 'c'))))],
    ['title:(a name:b c) d', any(any(exact('title', 'a'), exact('name', 'b'), exact('title', 'c')), words('d'))],
    ['cclom:size:([1 TO 2] 7)', any(range('cclom:size', 'number', { from: 1, to: 2 }), number('cclom:size', 7))],
    ['title:(*:*)', everything],
    ['cclom:size:12', number('cclom:size', 12)],
    ['cclom:size:"-1.50"', number('cclom:size', -1.5)],
    ['cclom:size:viel', exact('cclom:size', 'viel')],
    ['cclom:size:1?', wildcard('1?', 'cclom:size')],
    ['cm:created:2026-01-31', dates('cm:created', '2026-01-31', '2026-02-01')],
    ['cm:createdISO8601:2026', dates('cm:created', '2026', '2027')],
    ['cm:created:2026-05-01T10:00', dates('cm:created', '2026-05-01T10:00Z', '2026-05-01T10:01Z')],
    ['cm:created_LONG:1700000000000', from('cm:created', 1.7e12, 1.7e12 + 1)],
    ['@ccm\\:commonlicense_key:"CC_BY"', value('ccm:commonlicense_key', 'CC_BY')],
    ['ccm:commonlicense_key:CC_BY', exact('ccm:commonlicense_key', 'CC_BY')],
    [
      'ccm:commonlicense_key:("CC_BY" "CC_0")',
      any(...['CC_BY', 'CC_0'].map((key) => value('ccm:commonlicense_key', key))),
    ],
    ['ccm:commonlicense_key:"CCO"~1', fuzzy('cco', 1, 'ccm:commonlicense_key')],
    ['=@cm\\:name:"a b"', value('cm:name', 'a b')],
    ['=cm:name:a', value('cm:name', 'a')],
    ['=cm:name:(a b)', any(value('cm:name', 'a'), value('cm:name', 'b'))],
    ['={http://www.alfresco.org/model/content/1.0}name:a', value('cm:name', 'a')],
    ['=cclom:size:12', number('cclom:size', 12)],
    ['=cm:created:2026-01-31', dates('cm:created', '2026-01-31', '2026-02-01')],
    ['=title:a', exact('title', 'a')],
    ['=a', words('a', 'exact')],
    ['="a b"', phrase(undefined, 'a', 'b')],
    ['=AND', words('AND', 'exact')],
    ['a = b', any(a, b)],
    ['a=b', words('a=b')],
    ['ALL:a', a],
    ['ALL:"a b"', phrase(undefined, 'a', 'b')],
    ['ccm:collectionlevel0:true', exact('ccm:collectionlevel0', 'true')],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('ranges', () => {
  const day = (text: string): number => Date.parse(text);
  test.each<[string, Query]>([
    ['cclom:size:[1 TO 10]', range('cclom:size', 'number', { from: 1, to: 10 })],
    ['cclom:size:{1 TO 10}', range('cclom:size', 'number', { from: 1, to: 10 }, false, false)],
    ['cclom:size:[1 TO 10}', range('cclom:size', 'number', { from: 1, to: 10 }, true, false)],
    ['cclom:size:{1.5 TO "1e3"]', range('cclom:size', 'number', { from: 1.5, to: 1000 }, false, true)],
    ['cclom:size:[ -1  TO  10 ]', range('cclom:size', 'number', { from: -1, to: 10 })],
    ['cclom:size:[* TO 10]', range('cclom:size', 'number', { to: 10 })],
    ['cclom:size:[1 TO *}', range('cclom:size', 'number', { from: 1 }, true, false)],
    ['@cclom\\:size:[MIN TO MAX]', range('cclom:size', 'number', {})],
    ['cm:created:[2026-01-01 TO 2026-01-31]', dates('cm:created', '2026-01-01', '2026-02-01')],
    ['cm:created:{2026-01-01 TO 2026-01-31}', dates('cm:created', '2026-01-02', '2026-01-31')],
    ['cm:created:[2025 TO 2026-02}', dates('cm:created', '2025', '2026-02')],
    ['cm:created:{2025-12 TO 2026}', dates('cm:created', '2026', '2026')],
    ['cm:created:[2024-02 TO 2024-02]', dates('cm:created', '2024-02-01', '2024-03-01')],
    [
      '@cm\\:created:[2026\\-01\\-01T00\\:00\\:00 TO "2026-01-01T12:00:00.5Z"]',
      dates('cm:created', '2026', '2026-01-01T12:00:00.501Z'),
    ],
    [
      'cm:modified:[2026-06-01T10:00:00+02:00 TO NOW]',
      dates('cm:modified', '2026-06-01T08:00:00Z', '2026-06-15T12:00:00.001Z'),
    ],
    ['cm:modified:{NOW TO MAX]', from('cm:modified', day('2026-06-15T12:00:00.001Z'))],
    ['cm:modified:[NOW-7DAYS TO NOW/DAY]', dates('cm:modified', '2026-06-08T12:00Z', '2026-06-15T00:00:00.001Z')],
    ['cm:modified:[NOW/MONTH-1MONTH TO NOW/YEAR+1DAY}', dates('cm:modified', '2026-05-01', '2026-01-02')],
    ['cm:modified:[NOW+1YEAR-2HOURS+1MILLIS TO *]', from('cm:modified', day('2027-06-15T10:00:00.001Z'))],
    ['cclom:title:[Äpfel TO birne}', range('cclom:title', 'text', { from: 'apfel', to: 'birne' }, true, false)],
    ['cclom:title:["a b" TO "MAX"]', range('cclom:title', 'text', { from: 'a b', to: 'max' })],
    ['ccm:own_word:[1 TO 10]', range('ccm:own_word', 'number', { from: 1, to: 10 })],
    ['ccm:own_word:[2026-01-01 TO *]', from('ccm:own_word', day('2026-01-01'))],
    ['ccm:own_word:[a TO 10]', range('ccm:own_word', 'text', { from: 'a', to: '10' })],
    ['ccm:own_word:[* TO *]', range('ccm:own_word', 'text', {})],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('fields in capitals', () => {
  const id = '0a1b2c3d-0000-4000-8000-00000000000f';
  const home = '0a1b2c3d-0000-4000-8000-0000000000aa' as NodeId;
  const folders = ['cm:folder', 'ccm:map'].map((type) => value('TYPE', type));
  const contents = ['cm:content', 'ccm:io', 'ccm:saved_search', 'ccm:remoteobject', 'ccm:tool_instance'];
  test.each<[string, Query]>([
    ['TYPE:"ccm:io"', value('TYPE', 'ccm:io')],
    ['TYPE:ccm\\:io', value('TYPE', 'ccm:io')],
    ['TYPE:ccm:io', value('TYPE', 'ccm:io')],
    ['TYPE:"{http://www.campuscontent.de/model/1.0}io"', value('TYPE', 'ccm:io')],
    ['TYPE:{http://www.campuscontent.de/model/1.0}io', value('TYPE', 'ccm:io')],
    ['TYPE:"ccm:none_has_it"', value('TYPE', 'ccm:none_has_it')],
    ['TYPE:"cm:folder"', any(...folders)],
    ['TYPE:"cm:content"', any(...contents.map((type) => value('TYPE', type)))],
    ['TYPE:"cm:cmobject"', everything],
    ['TYPE:"sys:base"', everything],
    ['TYPE:*', everything],
    ['TYPE:("ccm:io" "ccm:map")', any(value('TYPE', 'ccm:io'), value('TYPE', 'ccm:map'))],
    ['EXACTTYPE:"cm:content"', value('TYPE', 'cm:content')],
    ['EXACTASPECT:"ccm:collection"', value('ASPECT', 'ccm:collection')],
    ['ASPECT:"ccm:collection"', value('ASPECT', 'ccm:collection')],
    ['ASPECT:"{http://www.campuscontent.de/model/1.0}collection"', value('ASPECT', 'ccm:collection')],
    ['ASPECT:*', { kind: 'exists', field: 'ASPECT' }],
    ['ISNULL:"cclom:title"', not({ kind: 'exists', field: 'cclom:title' })],
    ['ISUNSET:"@cclom:title"', not({ kind: 'exists', field: 'cclom:title' })],
    ['ISNOTNULL:cclom\\:title', { kind: 'exists', field: 'cclom:title' }],
    ['EXISTS:"{http://www.campuscontent.de/model/lom/1.0}title"', { kind: 'exists', field: 'cclom:title' }],
    ['EXISTS:title', { kind: 'exists', field: 'title' }],
    [`ID:${id}`, value('ID', id)],
    [`ID:"workspace://SpacesStore/${id.toUpperCase()}"`, value('ID', id)],
    [`@sys\\:node-uuid:"${id}"`, value('ID', id)],
    ['ID:"what people type"', { kind: 'nothing' }],
    [`PARENT:"workspace://SpacesStore/${id}"`, value('PARENT', id)],
    [`PRIMARYPARENT:"${id}"`, value('PARENT', id)],
    ['PARENT:"-userhome-"', value('PARENT', home)],
    [`ANCESTOR:"${id}"`, { kind: 'below', node: id as NodeId }],
    ['ANCESTOR:-userhome-', { kind: 'below', node: home }],
    ['OWNER:"Anna"', value('OWNER', 'Anna')],
    ['WORDS:"Wald Arbeits-blatt –"', { kind: 'bestMatch', of: [words('Wald'), words('Arbeits-blatt')] }],
    // A number is mostly looked for in names and titles.
    [
      'WORDS:"Wald 7a"',
      {
        kind: 'bestMatch',
        of: [
          words('Wald'),
          {
            kind: 'any',
            of: [
              { kind: 'boosted', query: words('7a'), factor: 0.4 },
              ...['name', 'title'].map(
                (field): Query => ({
                  ...{ kind: 'boosted', factor: 0.6 },
                  query: { kind: 'words', field, text: '7a', match: 'loose' },
                }),
              ),
            ],
          },
        ],
      },
    ],
    ['WORDS:"7"', { kind: 'bestMatch', of: [words('7')] }],
    ['WORDS:"a*"', { kind: 'bestMatch', of: [words('a*')] }],
    ['WORDS:"–"', { kind: 'nothing' }],
    ['-TYPE:"ccm:io"', all(everything, not(value('TYPE', 'ccm:io')))],
  ])('%s', (text, query) => {
    expect(read(text, { ...queryContext, folderAliases: new Map([['-userhome-', home]]) })).toEqual(query);
  });
});

describe('paths', () => {
  const path = (...steps: readonly string[]): Query => ({
    kind: 'path',
    steps: steps.map((step) => {
      const name = step.replace(/^\/+/, '');
      return { deep: step.startsWith('//'), name: name === '*' ? undefined : name };
    }),
  });
  test.each<[string, Query]>([
    ['PATH:"/app:company_home"', path('/*')],
    ['PATH:"/app:company_home/cm:Klasse_x0020_7"', path('/*', '/Klasse 7')],
    ['PATH:"/app:company_home/cm:a/"', path('/*', '/a')],
    ['PATH:"//app:company_home//cm:a"', path('/*', '//a')],
    ['PATH:"/*/*"', path('/*', '/*')],
    ['PATH:"//cm:a/cm:*"', path('//a', '/*')],
    ['PATH:"//a//*"', path('//a', '//*')],
    ['PATH:"//a//."', any(path('//a'), path('//a', '//*'))],
    ['PATH:"//a/."', path('//a')],
    ['PATH:"//."', path('//*')],
    ['PATH:"//*"', path('//*')],
    ['PATH:"/{http://www.alfresco.org/model/application/1.0}company_home"', path('/company_home')],
    ['PATH:"/"', { kind: 'nothing' }],
    ['PATH:/a', path('/a')],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('clauses', () => {
  test.each<[string, Query]>([
    ['a b', any(a, b)],
    ['a OR b', any(a, b)],
    ['a AND b', all(a, b)],
    ['a AND b OR c', any(all(a, b), c)],
    ['a b AND c', any(a, all(b, c))],
    ['a AND (b OR c)', all(a, any(b, c))],
    ['(((a)))', a],
    ['a – b', any(a, b)],
    ['a - b', any(a, b)],
    ['a AND – b', any(a, b)],
    ['+a', a],
    ['+a +b', all(a, b)],
    ['+a b', { kind: 'preferring', query: a, preferred: [b] }],
    ['-a', all(everything, not(a))],
    ['NOT a', all(everything, not(a))],
    ['a -b', all(a, not(b))],
    ['a NOT b', all(a, not(b))],
    ['a AND NOT b', all(a, not(b))],
    ['a OR NOT b', any(a, not(b))],
    ['NOT a OR b', any(not(a), b)],
    ['a b -c', all(any(a, b), not(c))],
    ['+a -(b c)', all(a, not(any(b, c)))],
    ['*:* -a', all(everything, not(a))],
    ['a -Foto', all(a, { kind: 'not', query: words('Foto', 'exact') })],
    ['a -Foto*', all(a, { kind: 'not', query: words('Foto', 'prefix') })],
    ['a -Foto~', all(a, { kind: 'not', query: fuzzy('foto', 2) })],
    ['title:x a', any(exact('title', 'x'), a)],
    ['a"b"', any(a, words('b', 'exact'))],
    ['a && b', all(a, b)],
    ['a || b', any(a, b)],
    ['a &&b', all(a, b)],
    ['!a', all(everything, not(a))],
    ['b !a', all(b, not(a))],
    ['!(a b)', all(everything, not(any(a, b)))],
    ['a ! b !!', any(a, b)],
    ['a AND (b OR c) -title:x', all(all(a, any(b, c)), not(exact('title', 'x')))],
    ['\ta\n b ', any(a, b)],
  ])('%s', (text, query) => {
    expect(read(text)).toEqual(query);
  });
});

describe('what is not understood', () => {
  test.each<[string, number, string]>([
    ['a AND', 6, 'the end of the query'],
    ['AND a', 1, '"AND"'],
    ['a OR', 5, 'the end of the query'],
    ['a AND OR b', 7, '"OR"'],
    ['NOT', 4, 'the end of the query'],
    ['NOT NOT a', 5, '"NOT"'],
    ['--a', 2, '"-"'],
    ['(a', 1, 'is not closed'],
    ['a)', 2, 'never opened'],
    ['a ()', 4, 'empty'],
    ['"a', 1, 'is not closed'],
    ['a\\', 2, 'backslash'],
    ['((((((', 7, 'the end of the query'],
    ['title:(a', 7, 'is not closed'],
    ['title:()', 8, 'empty'],
    ['[1 TO 2]', 1, 'needs a property before it'],
    ['{a', 1, 'is not closed'],
    ['{a TO b}', 1, 'needs a property before it'],
    ['title:[a TO b]', 7, 'needs a property before it'],
    ['TYPE:[a TO b]', 6, 'needs a property before it'],
    ['cm:created:[2020', 12, 'is not closed'],
    ['cm:created:[2020 TO 2021', 12, 'is not closed'],
    ['cm:created:[2020 2021]', 18, 'need TO between them'],
    ['cm:created:[2020 TO ]', 21, 'bound of the range is missing'],
    ['cm:created:[2020 TO 2021 2022]', 26, 'ends with ]'],
    ['cm:created:[x TO 2021]', 13, 'not a date'],
    ['cm:created:[2026-02-30 TO *]', 13, 'not a date'],
    ['cclom:size:[1 TO viel]', 18, 'not a number'],
    ['cclom:title:["" TO b]', 14, 'empty bound'],
    ['a]', 2, 'belongs to a range'],
    ['a[1]', 2, 'belongs to a range'],
    ['@{http://x}name:a', 1, 'is not a field'],
    ['@{http://x', 2, 'belongs to a range'],
    ['"a b"~2', 1, 'must be adjacent'],
    ['"a b"~10', 1, 'must be adjacent'],
    ['"a"~3', 1, '1 or 2'],
    ['a~1.5', 2, '1 or 2'],
    ['a~3', 2, '1 or 2'],
    ['a~1b', 4, 'a space'],
    ['gr?n~', 1, 'cannot have both'],
    ['~a', 1, 'must directly follow'],
    ['^2', 1, 'must directly follow'],
    ['a^', 2, 'a number'],
    ['a^x', 2, 'a number'],
    ['a^9999999999', 2, 'at most'],
    ['a^2^3', 4, 'must directly follow'],
    ['?', 1, 'needs a letter or digit'],
    ['?*', 1, 'needs a letter or digit'],
    ['cm:name:"a ?? b"', 9, 'needs a letter or digit'],
    ['TYPE:"foo:io"', 6, 'did you mean ccm:io?'],
    ['TYPE:"ccm:*"', 6, 'wildcards'],
    ['TYPE:"ccm:io"~', 6, '~'],
    ['ASPECT:"xx:collection"', 8, 'ccm:collection'],
    ['ISNULL:"xcm:title"', 8, 'did you mean cm:title?'],
    ['ISNULL:TYPE', 8, 'every node has TYPE'],
    ['PARENT:"-saved_search-"', 8, 'not the name of a special folder'],
    ['PATH:"a/b"', 6, 'starts with /'],
    ['PATH:"/a///b"', 6, 'starts with /'],
    ['PATH:"/../b"', 6, 'a path cannot contain'],
    ['PATH:"/a*"', 6, 'a whole name'],
    ['titel:x', 1, 'did you mean title?'],
    ['cmm:name:x', 1, 'did you mean cm:name?'],
    ['TYP:x', 1, 'did you mean TYPE?'],
    ['http://x.de', 1, 'in quotation marks'],
    ['cm:name:"–"', 9, 'no letter or digit'],
    ['cm:name:""', 9, 'no letter or digit'],
    ['cm:name:', 9, 'missing'],
    ['cm:name: x', 9, 'missing'],
    ['🌻 thema:x', 3, 'is not a field'],
    [':a', 1, 'is not a field'],
    ['@cm\\:name', 2, 'no value'],
    ['a && ', 6, 'the end of the query'],
    ['!!!a && b ||', 13, 'the end of the query'],
    ['/a+/', 1, 'regular expressions'],
  ])('%s: refused at character %i', (text, position, reason) => {
    const error = refusal(text);
    expect(error.code).toBe('BadRequest');
    expect(error.details).toEqual({ position, reason: expect.stringContaining(reason) });
    expect(error.message).toContain(`at character ${position}: `);
    expect(error.message).toContain(reason);
    expect(error.message).toContain('A query has words');
  });

  test.each(['', ' \t', '–', '🌻', '-', '(–)', '"…"'])('«%s» is refused as empty', (text) => {
    expect(refusal(text)).toMatchObject({ code: 'BadRequest', message: expect.stringContaining('empty') });
  });
});

describe('limits', () => {
  test('a million brackets are refused at once', () => {
    for (const bracket of ['(', ')', '[', '{', 'title:(', '"']) {
      expect(refusal(bracket.repeat(1_000_000)).message).toContain('too long');
    }
    expect(refusal('('.repeat(4096)).details).toMatchObject({ position: 51 });
    expect(refusal('title:('.repeat(500)).message).toContain('nested more than 50 deep');
  });

  test('200 values are read, 201 are refused', () => {
    const values = (count: number): string => Array.from({ length: count }, (_, at) => `ID:${at}`).join(' ');
    expect(read(values(200))).toMatchObject({ kind: 'any' });
    expect(refusal(values(201)).message).toContain('more than 200 words');
  });

  test('4096 bytes are read, one more is refused', () => {
    expect(read('ä'.repeat(2048))).toEqual(words('ä'.repeat(2048)));
    expect(refusal(`${'ä'.repeat(2048)}b`).message).toContain('4097 bytes');
  });

  test('50 parentheses in each other are read, 51 are refused', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`;
    expect(read(nested(50))).toEqual(a);
    expect(refusal(nested(51)).details).toMatchObject({ position: 51 });
  });

  test('200 words are read, 201 are refused, also inside one phrase', () => {
    expect(read('a '.repeat(200))).toMatchObject({ kind: 'any' });
    expect(refusal('a '.repeat(201)).message).toContain('more than 200 words');
    expect(refusal(`"${'a '.repeat(201)}"`).message).toContain('more than 200 words');
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'größe',
      '7',
      ' ',
      ' ',
      '"',
      '(',
      ')',
      '+',
      '-',
      'AND',
      'OR',
      'NOT',
      ' AND ',
      ' OR ',
      ':',
      'cm:',
      'cm\\:name:',
      '@',
    ],
    ...['TO', '{', '}', 'cclom:size:[', '1', '^2', '~1', 'TYPE:', 'PATH:"/', 'cm:name:(', '||'],
    ...['*', '*:*', '\\', '–', '[', ']', '~', '^', '?', '!', '&&', '/', 'title:', '🌻', '\ud83c', '\0', '\u0308'],
  );

  test('is read, or refused with a place inside it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          try {
            read(text);
          } catch (error) {
            if (!(error instanceof RepositoryError)) throw error;
            expect(error.code).toBe('BadRequest');
            expect(error.details?.['position']).toBeGreaterThanOrEqual(1);
            expect(error.details?.['position']).toBeLessThanOrEqual([...text].length + 1);
          }
        },
      ),
      { numRuns: propertyRuns(3000) },
    );
  });

  test('in quotation marks, with its signs escaped, is looked for as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const quoted = `"a${text.replace(/["\\*?]/g, '\\$&')}"`;
        const row = wordsOf(`a${text}`);
        expect(read(quoted)).toEqual(row.length > 1 ? phrase(undefined, ...row) : words(`a${text}`, 'exact'));
      }),
    );
  });
});
