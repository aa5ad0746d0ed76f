import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSkosCollector } from '../../../../src/adapters/metadata-import/skos/skos-collector.ts';
import { skosParents } from '../../../../src/adapters/metadata-import/skos/skos-parents.ts';
import { runNow } from '../../../../src/base/scheduling/cooperative-task.ts';
import { createNotes } from '../../../../src/domain/metadata-import/notes.ts';
import { corpusDirectory } from '../../../support/corpus.ts';
import { fileWith, understand } from '../../../support/metadata-files.ts';

const head = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@base <http://example.org/v/> .\n';
const read = (text: string) => understand([fileWith('v.ttl', `${head}${text}`)]);
const treeOf = (text: string) =>
  read(text).lists.flatMap(({ list }) => list.entries.map(({ key, parent }) => [key.slice(21), parent?.slice(21)]));

test('three vocabularies of the corpus, with their labels, hierarchy and notations', (context) => {
  const folder = join(corpusDirectory(context), 'vocabs-skos');
  const listOf = (name: string) => {
    const { lists } = understand([{ name, bytes: readFileSync(join(folder, name)), beside: false }]);
    expect(lists).toHaveLength(1);
    return lists[0]?.list;
  };

  const discipline = listOf('discipline.ttl');
  expect(discipline).toMatchObject({ id: 'discipline', source: 'http://w3id.org/openeduhub/vocabs/discipline/' });
  expect(discipline?.name).toEqual(
    new Map([
      ['de', 'Schulfächer'],
      ['en', 'Discipline'],
    ]),
  );
  expect(discipline?.entries).toHaveLength(70);
  expect(discipline?.entries[0]).toEqual({
    key: 'http://w3id.org/openeduhub/vocabs/discipline/720',
    caption: new Map([
      ['en', 'Interdisciplinary media'],
      ['de', 'Allgemein'],
    ]),
    synonyms: new Map([['de', ['Sonstiges']]]),
  });

  const subjects = listOf('hochschulfaechersystematik.ttl');
  expect(subjects?.entries).toHaveLength(344);
  const below = subjects?.entries.find(({ key }) => key.endsWith('/n01'));
  expect(below?.parent).toBe('http://w3id.org/openeduhub/vocabs/hochschulfaechersystematik/n1');
  expect(below?.alternatives).toContain('01');
  expect([...(below?.caption?.keys() ?? [])].sort()).toEqual(['de', 'en', 'uk']);

  const levels = listOf('languageLevel.ttl');
  const parentOf = (name: string) =>
    levels?.entries
      .find(({ key }) => key.endsWith(`/${name}`))
      ?.parent?.split('/')
      .at(-1);
  expect([parentOf('A'), parentOf('A2'), parentOf('A2.1')]).toEqual([undefined, 'A', 'A2']);
  expect(levels?.entries.find(({ key }) => key.endsWith('/A2'))?.synonyms?.get('en')).toEqual(['Elementary']);
});

test('every vocabulary of the corpus is read', (context) => {
  const folder = join(corpusDirectory(context), 'vocabs-skos');
  const names =
    'conditionsOfAccess didacticPlanningTools digitalCompetencies educationalContext eventType intendedEndUserRole learningResourceType lom_learning_resource_type lom_role medienkompetenzrahmenNRW new_lrt orientierungsrahmenNRW sources toolType';
  const files = names
    .split(' ')
    .map((name) => ({ name: `${name}.ttl`, bytes: readFileSync(join(folder, `${name}.ttl`)), beside: false }));
  const { lists } = understand(files);
  expect(lists.map(({ list }) => list.entries.length)).toEqual([
    3, 240, 89, 12, 117, 7, 38, 15, 15, 30, 220, 25, 232, 71,
  ]);
});

test('the hierarchy is found from above and from below', () => {
  const concepts =
    '<a> a skos:Concept ; skos:narrower <b> . <b> a skos:Concept . <c> a skos:Concept ; skos:broader <b> .';
  expect(treeOf(concepts)).toEqual([
    ['a', undefined],
    ['b', 'a'],
    ['c', 'b'],
  ]);
});

test('circles are cut, a second parent and strangers are left out, and each is told with its line', () => {
  const text = `<s> a skos:ConceptScheme .
<a> a skos:Concept ; skos:broader <c> .
<b> a skos:Concept ; skos:broader <a> .
<c> a skos:Concept ; skos:broader <b> .
<d> a skos:Concept ; skos:broader <a>, <b> .
<e> a skos:Concept ; skos:broader <elsewhere> .
<f> a skos:Concept ; skos:broader <f> .
<g> a skos:Concept ; skos:broader <s> .`;
  expect(treeOf(text)).toEqual([
    ['a', undefined],
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'a'],
    ['e', undefined],
    ['f', undefined],
    ['g', undefined],
  ]);
  const told = read(text).notes.filter(({ message }) => !message.includes('prefLabel'));
  expect(told.map(({ message, lines }) => [message.slice(0, 24), lines])).toEqual([
    ['a parent or child concep', [8]],
    ['a second parent of a con', [7]],
    ['the parents of this entr', [4, 9]],
  ]);
});

test('labels: by language, without one for all, the first of two, none but the address', () => {
  const { lists, notes } = read(`<a> a skos:Concept ; skos:prefLabel "eins"@de, "one"@en, "ein zweites"@de .
<b> a skos:Concept ; skos:prefLabel "zwei" .
<c> a skos:Concept ; skos:prefLabel "drei"@de-AT .
<d> a skos:Concept .`);
  expect(lists[0]?.list.entries.map(({ caption }) => caption)).toEqual([
    new Map([
      ['de', 'eins'],
      ['en', 'one'],
    ]),
    new Map([['und', 'zwei']]),
    // A parser of Turtle reports language tags in lower case; here they have their usual spelling, in which they are looked up.
    new Map([['de-AT', 'drei']]),
    undefined,
  ]);
  expect(notes.map(({ message, lines }) => [message, lines])).toEqual([
    [expect.stringMatching(/a second skos:prefLabel in the same language/), [3]],
    [expect.stringMatching(/no label in the language "en"/), [5]],
    [expect.stringMatching(/without skos:prefLabel is shown as its address/), [6]],
  ]);
});

test('a file with two schemes makes two lists', () => {
  const { lists } = read(`<x> a skos:ConceptScheme ; skos:hasTopConcept <a> . <y> a skos:ConceptScheme .
<a> a skos:Concept . <b> a skos:Concept ; skos:inScheme <y> . <c> a skos:Concept ; skos:broader <b> . <d> a skos:Concept .`);
  expect(lists.map(({ list }) => [list.id, list.entries.length])).toEqual([
    ['v-x', 2],
    ['v-y', 2],
  ]);
});

const broken: readonly (readonly [what: string, text: string, message: RegExp])[] = [
  [
    'an open text',
    '<a> a skos:Concept ;\n skos:prefLabel "eins .\n',
    /v\.ttl cannot be read: line 4: it is not valid Turtle/,
  ],
  ['a prefix that is not declared', '\n<a> a nobody:Concept .', /line 4: it is not valid Turtle: .*nobody/],
  ['a missing stop', '<a> a skos:Concept\n<b> a skos:Concept .', /line 4: it is not valid Turtle/],
  ['no concepts', '<a> <b> <c> .', /it contains no skos:Concept/],
  ['another kind of file', '<html><body>', /it is not valid Turtle/],
];

for (const [what, text, message] of broken) {
  test(`${what} is refused, with the line`, () => {
    expect(() => read(text)).toThrow(message);
  });
}

test('a list of a hundred thousand entries is read in small steps', () => {
  const entry = (at: number) =>
    `<${at}> a skos:Concept ; skos:prefLabel "Wert ${at}"@de ; skos:broader <${Math.floor(at / 10)}> .`;
  const { lists, moreNotes } = read(Array.from({ length: 100_000 }, (_, at) => entry(at)).join('\n'));
  expect(lists[0]?.list.entries).toHaveLength(100_000);
  expect(lists[0]?.list.entries.at(-1)?.parent).toBe('http://example.org/v/9999');
  // Each lacks its English label; the report stays small.
  expect(moreNotes).toBeGreaterThan(90_000);
});

test('a long way up to the scheme, and many words for one concept, are read in time', () => {
  const count = 20_000;
  const chain = Array.from(
    { length: count },
    (_, at) =>
      `<c${at}> a skos:Concept ; skos:prefLabel "C"@de, "C"@en ; ${at === 0 ? 'skos:topConceptOf <s>' : `skos:broader <c${at - 1}>`} .`,
  );
  const words = Array.from({ length: count }, (_, at) => `"w${at}"@de`).join(', ');
  const text = `<s> a skos:ConceptScheme .\n${chain.reverse().join('\n')}\n<c0> skos:altLabel ${words} .\n`;
  const [read0] = read(text).lists;
  expect(read0?.list.entries).toHaveLength(count);
  expect(read0?.list.source).toBe('http://example.org/v/s');
  expect(read0?.list.entries.at(-1)?.synonyms?.get('de')).toHaveLength(count);
});

test('a concept that 100,000 others say is below them is shown below the first, and they are not compared with each other', () => {
  const notes = createNotes();
  const { add, resources } = createSkosCollector('v.ttl', notes);
  const child = { kind: 'resource', address: 'child' } as const;
  for (let line = 1; line <= 100_000; line += 1) {
    add({ subject: `p${line}`, predicate: 'http://www.w3.org/2004/02/skos/core#narrower', object: child, line });
  }
  const childToo = { kind: 'resource', address: 'nothing here' } as const;
  add({ subject: 'child', predicate: 'http://www.w3.org/2004/02/skos/core#broader', object: childToo, line: 100_001 });
  const before = process.cpuUsage();
  const parents = runNow(skosParents([...resources.values()], [], 'v.ttl', notes));
  const { user, system } = process.cpuUsage(before);
  expect([...parents]).toEqual([['child', { address: 'p1', line: 1 }]]);
  // Each against all before it would be five thousand million comparisons.
  expect((user + system) / 1e6).toBeLessThan(3);
});

test('who says twice that the other is above it has said nothing of a second one', () => {
  const { notes } = read('<a> a skos:Concept ; skos:broader <b>, <b> .\n<b> a skos:Concept ; skos:narrower <a> .');
  expect(notes.map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining('a second parent of a concept'),
  );
});
