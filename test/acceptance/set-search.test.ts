import { beforeAll, describe, expect, test } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const inSet = { repository, metadataset: '-default-', query: 'ngsearch' };

type Person = School['anna'];
type Asked = Partial<Parameters<Person['searchBySet']>[0]>;
type Criteria = Readonly<Record<string, readonly string[]>>;

withTransports(describeSearchBySet);
withTransports(describeCountBySet);
withTransports(describeSearchByProperties);
withTransports(describeGetNodesById);
withTransports(describeWordsOfSets);
withTransports(describeUnknownProperties);

const criteriaOf = (criteria: Criteria) =>
  Object.entries(criteria).map(([property, values]) => ({ property, values: [...values] }));

const search = (person: Person, criteria: Criteria, asked: Asked = {}) =>
  person.searchBySet({ ...inSet, maxItems: 1000, ...asked, body: { criteria: criteriaOf(criteria), ...asked.body } });

async function idsFound(person: Person, criteria: Criteria, asked: Asked = {}): Promise<string[]> {
  return (await search(person, criteria, asked)).nodes.map(({ ref }) => ref.id).sort();
}

const idsOf = (...nodes: readonly WireNode[]): string[] => nodes.map(({ ref }) => ref.id).sort();

/** A word that stands in no other test's material, and is no typo away from one. */
let words = 0;
function newWord(): string {
  words += 1;
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pra', 'sche', 'tri', 'wo', 'zu'];
  const digits = [...String(words * 7919 + 204_729)].map((digit) => syllables[Number(digit)]);
  return `s${digits.join('')}`;
}

const emptyFacet = (property: string) => ({ property, values: [], sumOtherDocCount: 0 });

const titled = (person: Person, title: string, more: Readonly<Record<string, string | readonly string[]>> = {}) =>
  makeFile(person, 'x', { properties: { 'cclom:title': title, ...more } as never });

function describeSearchBySet(school: School): void {
  describeOperation('searchBySet', school, {
    effect: {
      'mimetypes2 is another name of mediatype, as in the sets of other servers': async () => {
        const word = newWord();
        const picture = await makeFile(school.anna, 'x', {
          mimeType: 'image/png',
          properties: { 'cclom:title': word },
        });
        await titled(school.anna, word);
        for (const criterion of ['mediatype', 'mimetypes2']) {
          const criteria = { ngsearchword: [word], [criterion]: ['image'] };
          expect(await idsFound(school.anna, criteria), criterion).toEqual(idsOf(picture));
        }
      },
      'mimetypes2 takes media types, too': async () => {
        const word = newWord();
        const properties = { 'cclom:title': word };
        const picture = await makeFile(school.anna, 'x', { mimeType: 'image/png', properties });
        await titled(school.anna, word);
        expect(await idsFound(school.anna, { ngsearchword: [word], mimetypes2: ['image/png'] })).toEqual(
          idsOf(picture),
        );
      },
      'what was typed is found word by word, whatever the order, and umlauts as they are written': async () => {
        const [one, two] = [newWord(), newWord()];
        const both = await makeFile(school.anna, `Hier steht ${two}.`, {
          properties: { 'cclom:title': `Größe ${one}` },
        });
        const first = await titled(school.anna, one);
        for (const typed of [`${two} ${one}`, `groesse ${one}`]) {
          const found = await search(school.anna, { ngsearchword: [typed] });
          expect([found.nodes[0]?.ref.id, found.totalWithAllWords]).toEqual([both.ref.id, 1]);
        }
        expect(await idsFound(school.anna, { ngsearchword: [one] })).toEqual(idsOf(both, first));
      },
      'any word is enough, those with all come first, and the answer says how many they are': async () => {
        const [one, two, none] = [newWord(), newWord(), newWord()];
        const both = await titled(school.anna, `${one} ${two}`);
        const first = await titled(school.anna, one);
        const strict = await search(school.anna, { ngsearchword: [`${one} ${two}`] });
        expect(strict).toMatchObject({ relaxed: false, totalWithAllWords: 1, pagination: { total: 2 } });
        const found = await search(school.anna, { ngsearchword: [`${one} ${two} ${none}`] });
        expect(found).toMatchObject({ relaxed: true, totalWithAllWords: 0 });
        expect(found.nodes.map(({ ref }) => ref.id)).toEqual([both.ref.id, first.ref.id]);
        expect(await search(school.anna, { ngsearchword: [none] })).toMatchObject({ nodes: [], relaxed: false });
      },
      'the names of folders count for what is in them': async () => {
        const [one, two, three] = [newWord(), newWord(), newWord()];
        const grade = await makeFolder(school.anna, { properties: { 'cm:name': one } });
        const topic = await makeFolder(school.anna, { parent: grade.ref.id, properties: { 'cm:name': two } });
        const inside = await makeFile(school.anna, 'x', {
          parent: topic.ref.id,
          properties: { 'cclom:title': three },
        });
        await titled(school.anna, three);
        const found = await search(school.anna, { ngsearchword: [`${three} ${two} ${one}`] });
        expect([found.nodes[0]?.ref.id, found.totalWithAllWords]).toEqual([inside.ref.id, 1]);
        // A folder that has a word is enough.
        expect(await idsFound(school.anna, { ngsearchword: [two] })).toEqual(idsOf(topic, inside));
        // A colleague who sees the file, but not the folders, does not learn their names.
        await school.anna.setPermissions({
          ...at(inside.ref.id),
          body: {
            inherited: true,
            permissions: [{ authority: { authorityName: 'bert', authorityType: 'USER' }, permission: 'Consumer' }],
          },
        });
        const bert = await search(school.bert, { ngsearchword: [`${three} ${two}`] });
        expect([bert.nodes.map(({ ref }) => ref.id), bert.relaxed]).toEqual([idsOf(inside), true]);
        const both = await titled(school.anna, `${three} ${two} ${one}`);
        const foundAgain = await search(school.anna, { ngsearchword: [`${three} ${two} ${one}`] });
        expect(foundAgain.nodes.slice(0, 2).map(({ ref }) => ref.id)).toEqual([both.ref.id, inside.ref.id]);
      },
      'learning goals, hints for teachers and pupils, and classifications are searched, too': async () => {
        const searched = [
          'ccm:taxonentry',
          'ccm:classification_keyword',
          'ccm:educationallearningresourcetype',
          'ccm:educationalcontext',
          'ccm:learninggoal',
          'ccm:guidanceteachers',
          'ccm:guidancestudents',
        ];
        for (const property of searched) {
          const word = newWord();
          const file = await makeFile(school.anna, 'x', { properties: { [property]: word } });
          expect(await idsFound(school.anna, { ngsearchword: [word] }), property).toEqual(idsOf(file));
        }
        const word = newWord();
        const address = `https://example.org/${word}`;
        await makeFile(school.anna, 'x', { properties: { 'ccm:educationalcontext': address } });
        expect(await idsFound(school.anna, { ngsearchword: [word] })).toEqual([]);
      },
      'the authors are found by their names': async () => {
        const [first, last] = [newWord(), newWord()];
        const properties = { 'ccm:author_freetext': `${first} ${last}` };
        const written = await makeFile(school.anna, 'x', { properties });
        const card = `BEGIN:VCARD\nVERSION:3.0\nN:${last};${first}\nFN;CHARSET=utf-8:${first} ${last}\nURL:https://example.org\nEND:VCARD`;
        const carded = await makeFile(school.anna, 'x', { properties: { 'ccm:lifecyclecontributer_author': card } });
        const folded = `BEGIN:VCARD\r\nVERSION:4.0\r\nitem1.N:${last};${first.slice(0, 3)}\r\n ${first.slice(3)};;;\r\nEND:VCARD`;
        const bare = await makeFile(school.anna, 'x', { properties: { 'ccm:lifecyclecontributer_author': folded } });
        expect(bare.properties['ccm:lifecyclecontributer_author_DISPLAYNAME']).toEqual([`${first} ${last}`]);
        const found = await idsFound(school.anna, { ngsearchword: [`${first} ${last}`] });
        expect(found.toSorted()).toEqual(idsOf(written, carded, bare).toSorted());
        expect(await idsFound(school.anna, { ngsearchword: ['VCARD'] })).toEqual([]);
      },
      'what stands in quotation marks is found as it stands': async () => {
        const [one, two] = [newWord(), newWord()];
        const row = await titled(school.anna, `${one} ${two}`);
        await titled(school.anna, `${two} ${one}`);
        expect(await idsFound(school.anna, { ngsearchword: [`"${one} ${two}"`] })).toEqual(idsOf(row));
      },
      'a query in the notation of node search narrows what the criteria find': async () => {
        const word = newWord();
        const [draft, final] = [
          await titled(school.anna, `${word} Entwurf`),
          await titled(school.anna, `${word} Endfassung`),
        ];
        expect(await idsFound(school.anna, { ngsearchword: [word] })).toEqual(idsOf(draft, final));
        const lucene = 'NOT cclom:title:entwurf';
        expect(await idsFound(school.anna, { ngsearchword: [word] }, { lucene })).toEqual(idsOf(final));
        const broken = school.anna.searchBySet({ ...inSet, lucene: '(entwurf' });
        await expectRefused(broken, 400, /cannot be read at character 1: the parenthesis is not closed/);
      },
      'other ways to write it keep what was typed, and have the umlauts of the material': async () => {
        const word = `${newWord()}größe`;
        await makeFile(school.anna, `Davor steht ${word} und mehr.`);
        const typo = word.replace('größe', 'grßöe');
        const wordings = async (typed: string) =>
          (await search(school.anna, { ngsearchword: [typed] }, { body: { returnSuggestions: true } })).suggests[0]
            ?.text;
        expect(await wordings(typo)).toBe(word);
        const [capital, wrong] = [word, typo].map((one) => `S${one.slice(1)}`);
        expect(await wordings(`Davor, ${wrong}!`)).toBe(`Davor, ${capital}!`);
        expect(await wordings(`+${typo.toUpperCase()}`)).toBe(`+${word.toUpperCase()}`);
        expect(await wordings(word)).toBeUndefined();
      },
      'an empty value keeps nothing out, and neither do no criteria at all': async () => {
        const everything = (await search(school.anna, {}, { maxItems: 0 })).pagination.total;
        expect(everything).toBeGreaterThan(0);
        for (const values of [[''], [], ['*']]) {
          expect((await search(school.anna, { ngsearchword: values }, { maxItems: 0 })).pagination.total).toBe(
            everything,
          );
        }
        const none = await school.anna.searchBySet({ ...inSet, maxItems: 0 });
        expect(none.pagination.total).toBe(everything);
      },
      'criteria of the set and known properties narrow what is found; several values of one are any of them':
        async () => {
          const word = newWord();
          const make = (subject: string, licence: string) =>
            titled(school.anna, word, {
              'ccm:taxonid': [subject],
              'ccm:commonlicense_key': [licence],
              'ccm:wwwurl': `https://${subject}.example/${licence}`,
            });
          const [a, b, c] = [await make('Mathe', 'CC_BY'), await make('Physik', 'CC_BY'), await make('Physik', 'CC_0')];
          expect(await idsFound(school.anna, { ngsearchword: [word], 'ccm:taxonid': ['Physik'] })).toEqual(idsOf(b, c));
          expect(await idsFound(school.anna, { ngsearchword: [word], 'ccm:taxonid': ['Physik', 'Mathe'] })).toEqual(
            idsOf(a, b, c),
          );
          const physics = { 'ccm:taxonid': ['Physik'], 'ccm:commonlicense_key': ['CC_0'] };
          expect(await idsFound(school.anna, { ngsearchword: [word], ...physics })).toEqual(idsOf(c));
          expect(
            await idsFound(school.anna, { 'ccm:wwwurl': ['https://Mathe.example/CC_BY'], ngsearchword: [word] }),
          ).toEqual(idsOf(a));
          // A known property that is no criterion has the value, whole.
          expect(await idsFound(school.anna, { 'ccm:wwwurl': ['Mathe'], ngsearchword: [word] })).toEqual([]);
          const long = '{http://www.campuscontent.de/model/1.0}taxonid';
          expect(await idsFound(school.anna, { ngsearchword: [word], [long]: ['Mathe'] })).toEqual(idsOf(a));
        },
      'a value that is chosen from a list is meant whole: choosing what a facet counts finds as many': async () => {
        const word = newWord();
        const subject = 'http://w3id.org/openeduhub/vocabs/discipline/380';
        for (const [licence, about] of [
          ['CC_BY', subject],
          ['CC_BY_SA', `${subject}/1`],
          ['CC-BY', `${subject}00`],
          ['CC_BY_NC', subject],
        ] as const) {
          await titled(school.anna, word, { 'ccm:commonlicense_key': licence, 'ccm:taxonid': [about] });
        }
        const facets = ['ccm:commonlicense_key', 'ccm:taxonid'];
        const all = await search(school.anna, { ngsearchword: [word] }, { body: { facets } });
        for (const { property, values } of all.facets) {
          for (const { value, count } of values) {
            const chosen = await idsFound(school.anna, { ngsearchword: [word], [property]: [value] });
            expect([value, chosen.length]).toEqual([value, count]);
          }
        }
      },
      'choosing any value that a facet of the default set counts finds as many as it counts': async () => {
        const word = newWord();
        const { widgets } = await school.anna.getMetadataSet({ repository, metadataset: '-default-' });
        const chosen = widgets.filter(({ id, values }) => id.includes(':') && (values ?? []).length > 1);
        expect(chosen.length).toBeGreaterThan(4);
        for (const { id, values } of chosen) {
          const keys = (values ?? []).slice(0, 3).map((value) => value.id);
          for (const key of keys) await titled(school.anna, word, { [id]: [key] });
          await titled(school.anna, word, { [id]: [`${keys[0]}_X`] });
        }
        const facets = chosen.map(({ id }) => id);
        const all = await search(school.anna, { ngsearchword: [word] }, { body: { facets } });
        for (const { property, values } of all.facets) {
          expect(values.length, property).toBeGreaterThan(1);
          for (const { value, count } of values) {
            const found = await idsFound(school.anna, { ngsearchword: [word], [property]: [value] });
            expect([property, value, found.length]).toEqual([property, value, count]);
          }
        }
      },
      'what was described with a value is found by what the value is called, in words and as a criterion': async () => {
        const word = newWord();
        const subject = 'http://w3id.org/openeduhub/vocabs/discipline/320';
        const node = await titled(school.anna, word, { 'ccm:taxonid': [subject], 'cclom:general_language': ['de'] });
        const called = await titled(school.anna, word, { 'ccm:taxonid': ['Informatik'] });
        await titled(school.anna, word, { 'ccm:taxonid': ['http://w3id.org/openeduhub/vocabs/discipline/380'] });
        const criterion = (text: string) => idsFound(school.anna, { ngsearchword: [word], 'ccm:taxonid': [text] });
        expect(await idsFound(school.anna, { ngsearchword: [`${word} informatik`] })).toContain(node.ref.id);
        expect(await criterion('informatik')).toEqual(idsOf(node));
        expect(await criterion('Informatik')).toEqual(idsOf(node, called));
        expect(await criterion(subject)).toEqual(idsOf(node));
        // What a text is written in is not what it is about.
        const german = await search(school.anna, { ngsearchword: [`${word} deutsch`] });
        expect(german.relaxed).toBe(true);
      },
      'names in the body that nobody knows are told, and a criterion may have no others': async () => {
        const asked = { ...inSet, maxItems: 0 };
        const { ignored } = await school.anna.searchBySet({ ...asked, body: { critera: [] } as never });
        expect(ignored).toEqual(['critera']);
        const wrong = { criteria: [{ property: 'ngsearchword', value: ['x'] }] };
        await expectRefused(school.anna.searchBySet({ ...asked, body: wrong as never }), 400);
      },
      'values are found by the beginning of their address': async () => {
        const of = { query: 'ngsearch', property: 'ccm:taxonid' };
        const pattern = 'http://w3id.org/openeduhub/vocabs/discipline/38';
        const body = { ...of, pattern };
        const { values } = await school.anna.getValues({ repository, metadataset: '-default-', body });
        expect(values.map(({ key }) => key)).toContain(`${pattern}0`);
        expect(values.every(({ key }) => key.startsWith(pattern))).toBe(true);
      },
      'a value that is in no list finds nothing, and the one that comes closest is named': async () => {
        const found = await search(
          school.anna,
          { ngsearchword: [newWord()], 'ccm:taxonid': ['Informattik'] },
          { body: { returnSuggestions: true } },
        );
        expect(found.pagination.total).toBe(0);
        expect(found.suggests[0]?.text).toBe('Informatik');
        const english = await search(
          school.withHeaders({ locale: 'en_GB', ...basic(anna) }),
          { ngsearchword: [newWord()], 'ccm:taxonid': ['Informattik'] },
          { body: { returnSuggestions: true } },
        );
        expect(english.suggests[0]?.text).toBe('ICT');
      },
      'signs of the query language in a value are text': async () => {
        const word = newWord();
        const node = await titled(school.anna, word, { 'cclom:general_keyword': ['a" OR *:* ~(b) [c TO d] \\ ^2'] });
        for (const value of ['a" OR *:* ~(b) [c TO d] \\ ^2', '"', '\\', '" OR "', ') OR (', '${value}', 'TO', '*']) {
          const found = await idsFound(school.anna, { ngsearchword: [word], 'cclom:general_keyword': [value] });
          expect([[], idsOf(node)], value).toContainEqual(found);
        }
        expect(await idsFound(school.anna, { ngsearchword: [`" OR *:* OR "${word}`] })).toEqual([]);
        expect(await idsFound(school.anna, { ngsearchword: [`${word} ( " ) [ \\ ~ ^ : ! AND`] })).toEqual(idsOf(node));
      },
      'collections and the workspace are queries of their own': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna, { properties: { 'cm:title': word } });
        const file = await makeFile(school.anna, 'x', { parent: folder, properties: { 'cclom:title': word } });
        const { collection } = await school.anna.createCollection({
          repository,
          collection: '-root-',
          body: { title: word },
        });
        const there = (query: string, criteria: Criteria) =>
          idsFound(school.anna, { ngsearchword: [word], ...criteria }, { query });
        expect(await there('collections', {})).toEqual([collection.ref.id]);
        expect(await there('workspace', { parent: [folder.ref.id] })).toEqual(idsOf(file));
        expect(await there('workspace', {})).toEqual([...idsOf(folder, file), collection.ref.id].sort());
      },
      'contentType says which kinds of nodes are found': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna, { properties: { 'cm:title': word } });
        const file = await titled(school.anna, word);
        const { collection } = await school.anna.createCollection({
          repository,
          collection: '-root-',
          body: { title: word },
        });
        const kinds = {
          FILES: idsOf(file),
          FOLDERS: idsOf(folder),
          FILES_AND_FOLDERS: idsOf(file, folder),
          COLLECTIONS: [collection.ref.id],
          TOOLPERMISSIONS: [],
          COLLECTION_PROPOSALS: [],
          ALL: [...idsOf(file, folder), collection.ref.id].sort(),
        };
        for (const [contentType, expected] of Object.entries(kinds)) {
          const asked = { contentType } as Asked;
          expect(await idsFound(school.anna, { ngsearchword: [word] }, asked), contentType).toEqual(expected);
        }
      },
      'below says in which folder, at any depth': async () => {
        const word = newWord();
        const outer = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: outer });
        const deep = await makeFile(school.anna, word, { parent: inner, properties: { 'cclom:title': word } });
        const beside = await titled(school.anna, word);
        expect(await idsFound(school.anna, { ngsearchword: [word] }, { below: outer.ref.id })).toEqual(idsOf(deep));
        expect(await idsFound(school.anna, { ngsearchword: [word] }, { below: '-userhome-' })).toEqual(
          idsOf(deep, beside),
        );
      },
      'what is found comes in the order asked for, page by page': async () => {
        const word = newWord();
        const names = ['Äpfel', 'Birne 10', 'Birne 2', 'Zitrone'];
        for (const title of ['Birne 2', 'Zitrone', 'Äpfel', 'Birne 10'])
          await titled(school.anna, title, { 'cclom:general_keyword': [word] });
        const titlesIn = async (asked: Asked) =>
          (await search(school.anna, { ngsearchword: [word] }, asked)).nodes.map(({ title }) => title);
        const up = await titlesIn({ sortProperties: ['cclom:title'] });
        expect([...up].sort()).toEqual([...names].sort());
        expect(await titlesIn({ sortProperties: ['cclom:title'], sortAscending: [false] })).toEqual([...up].reverse());
        expect(up[0]).toBe('Äpfel');
        const pages = [];
        for (const skipCount of [0, 2])
          pages.push(...(await titlesIn({ sortProperties: ['cclom:title'], skipCount, maxItems: 2 })));
        expect(pages).toEqual(up);
        const { pagination } = await search(school.anna, { ngsearchword: [word] }, { skipCount: 3, maxItems: 2 });
        expect(pagination).toEqual({ total: 4, from: 3, count: 1 });
      },
      'values are counted, with a minimum and a limit, and the answer says what is left out': async () => {
        const word = newWord();
        for (const subjects of [['A', 'B'], ['A'], ['A', 'C'], ['B']])
          await titled(school.anna, word, { 'ccm:taxonid': subjects });
        const counted = async (body: Asked['body']) =>
          search(school.anna, { ngsearchword: [word] }, { maxItems: 1, body: { facets: ['ccm:taxonid'], ...body } });
        const whole = await counted({});
        const values = [
          { value: 'A', count: 3 },
          { value: 'B', count: 2 },
          { value: 'C', count: 1 },
        ];
        expect(whole.facets).toEqual([{ property: 'ccm:taxonid', values, sumOtherDocCount: 0 }]);
        expect(whole.facettes).toEqual(whole.facets);
        const [limited] = (await counted({ facetLimit: 1 })).facets;
        expect(limited).toEqual({ property: 'ccm:taxonid', values: values.slice(0, 1), sumOtherDocCount: 3 });
        const [frequent] = (await counted({ facetMinCount: 2 })).facets;
        expect(frequent?.values).toEqual(values.slice(0, 2));
        const old = await school.anna.searchBySet({
          ...inSet,
          body: {
            criterias: criteriaOf({ ngsearchword: [word] }),
            facettes: ['ccm:taxonid'],
            facets: [{ property: 'cm:name' }],
          },
        });
        expect(old.facets.map(({ property }) => property).sort()).toEqual(['ccm:taxonid', 'cm:name']);
        expect(old.pagination.total).toBe(4);
      },
      'an unknown facet is empty and named, because clients request facets of several server versions': async () => {
        const word = newWord();
        await titled(school.anna, word, { 'ccm:taxonid': [word] });
        const facets = ['clom:general_keyword', 'ccm:taxonid', '__proto__'];
        const found = await search(school.anna, { ngsearchword: [word] }, { body: { facets } });
        expect(found.facets).toEqual([
          emptyFacet('clom:general_keyword'),
          { property: 'ccm:taxonid', values: [{ value: word, count: 1 }], sumOtherDocCount: 0 },
          emptyFacet('__proto__'),
        ]);
        expect(found.facettes).toEqual(found.facets);
        expect([found.pagination.total, found.ignored]).toEqual([1, ['clom:general_keyword', '__proto__']]);
      },
      'permissions leaves what the caller may do that with': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna);
        const shared = await makeFile(school.anna, 'x', { parent: folder, properties: { 'cclom:title': word } });
        const body = { permissions: [{ authority: { authorityName: 'bert' }, permissions: ['Consumer'] }] };
        await school.anna.setPermissions({ ...at(folder), body });
        const own = await titled(school.bert, word);
        const writable = { body: { permissions: ['Write'] } };
        expect(await idsFound(school.bert, { ngsearchword: [word] })).toEqual(idsOf(shared, own));
        expect(await idsFound(school.bert, { ngsearchword: [word] }, writable)).toEqual(idsOf(own));
        expect(await idsFound(school.anna, { ngsearchword: [word] }, writable)).toEqual(idsOf(shared));
      },
      'by title, a node is ordered by the one that is shown, whichever of the two it has': async () => {
        const word = newWord();
        const make = (properties: Readonly<Record<string, string>>) =>
          makeFile(school.anna, 'x', { properties: { 'cclom:general_keyword': word, ...properties } as never });
        const b = await make({ 'cm:title': 'Birke' });
        const c = await make({ 'cclom:title': 'Cypresse', 'cm:title': 'Ahorn' });
        const a = await make({ 'cclom:title': 'Apfel' });
        const none = await make({});
        const ordered = async (ascending: boolean) => {
          const sort = { sortProperties: ['cclom:title'], sortAscending: [ascending] };
          return (await search(school.anna, { ngsearchword: [word] }, sort)).nodes.map(({ ref }) => ref.id);
        };
        const idOf = ({ ref }: WireNode): string => ref.id;
        expect(await ordered(true)).toEqual([a, b, c, none].map(idOf));
        expect(await ordered(false)).toEqual([c, b, a, none].map(idOf));
      },
      'explain tells for each node what its score is made of': async () => {
        const word = newWord();
        const node = await titled(school.anna, word);
        const { explanations } = await search(school.anna, { ngsearchword: [word] }, { explain: true });
        expect(explanations).toMatchObject([{ id: node.ref.id, parts: [{ found: word, fields: ['title'] }] }]);
        expect(explanations?.[0]?.score).toBeGreaterThan(0);
      },
      'the school cloud searches as it does elsewhere': overHttp(async () => {
        const word = newWord();
        const node = await titled(school.anna, word, {
          'cclom:general_keyword': [word],
          'ccm:replicationsourceuuid': word,
        });
        const post = async (path: string, body: unknown) => {
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path,
            headers: { ...basic(anna), 'content-type': 'application/json', accept: 'application/json' },
            body: JSON.stringify(body),
          });
          expect(response.status, path).toBe(200);
          return response.json() as Awaited<ReturnType<Person['searchBySet']>>;
        };
        const query =
          '?contentType=FILES&skipCount=0&maxItems=9&sortProperties=score&sortAscending=false&propertyFilter=-all-';
        const body = {
          criteria: criteriaOf({ ngsearchword: [''], 'ccm:replicationsourceuuid': [word] }),
          facets: ['cclom:general_keyword'],
        };
        for (const path of ['mds_oeh/ngsearch', 'mds/ngsearch/', '-default-/ngsearch']) {
          const found = await post(`/search/v1/queries/-home-/${path}${query}`, body);
          expect(found.nodes.map(({ ref }) => ref.id)).toEqual([node.ref.id]);
          expect(found.nodes[0]?.properties['cclom:general_keyword']).toEqual([word]);
          expect(found.facets[0]?.values).toEqual([{ value: word, count: 1 }]);
        }
        const again = await post('/search/v1/queriesV2/-home-/-default-/ngsearch', body);
        expect(again.pagination.total).toBe(1);
        const invited = { criteria: criteriaOf({ ngsearchword: [word], 'ccm:ph_invited': ['GROUP_EVERYONE'] }) };
        expect((await post('/search/v1/queries/-home-/mds_oeh/ngsearch', invited)).pagination.total).toBe(0);
      }),
    },
    refusal: {
      'what the caller may not read is neither found, counted nor suggested': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna);
        const node = await makeFile(school.anna, word, {
          parent: folder,
          properties: { 'cclom:title': word, 'ccm:taxonid': 'geheim' },
        });
        const body = { facets: ['ccm:taxonid'], returnSuggestions: true };
        for (const criteria of [{ ngsearchword: [word] }, { 'cclom:title': [word] }, { PARENT: [folder.ref.id] }]) {
          const found = await search(school.bert, criteria as Criteria, { body });
          expect(found).toMatchObject({ nodes: [], pagination: { total: 0 }, suggests: [], relaxed: false });
          expect(found.facets).toEqual([{ property: 'ccm:taxonid', values: [], sumOtherDocCount: 0 }]);
        }
        await expectRefused(search(school.bert, {}, { below: folder.ref.id }), 403, /bert needs the right Read/);
        await expectRefused(search(school.nobody, { ngsearchword: [word] }), 401, /Sign in/);
        const shared = { permissions: [{ authority: { authorityName: 'bert' }, permissions: ['Consumer'] }] };
        await school.anna.setPermissions({ ...at(folder), body: shared });
        expect(await idsFound(school.bert, { ngsearchword: [word] })).toEqual(idsOf(node));
      },
    },
    badInput: {
      'an unknown set, query, criterion and sort property are refused, naming the nearest one': async () => {
        await expectRefused(search(school.anna, {}, { metadataset: 'defautl' }), 404, /"default"/);
        await expectRefused(search(school.anna, {}, { query: 'ngsaerch' }), 404, /"ngsearch"/);
        const tries: [Promise<unknown>, RegExp][] = [
          [search(school.anna, { ngsearchwrod: ['x'] }), /ngsearchword/],
          [search(school.anna, { 'cccm:taxonid': ['x'] }), /ccm:taxonid\?/],
          [search(school.anna, {}, { sortProperties: ['clom:title'] }), /cclom:title\?/],
          [search(school.anna, {}, { body: { permissions: ['Wirte'] } }), /Write\?/],
        ];
        for (const [tried, advice] of tries) await expectRefused(tried, 400, advice);
      },
      'an unknown kind of content is refused, and more directions than properties': async () => {
        // The types forbid what is tried here.
        const contentType = 'BOOKS' as 'FILES';
        await expectRefused(search(school.anna, {}, { contentType }), 400, /FILES/);
        await expectRefused(search(school.anna, {}, { sortAscending: [true] }), 400, /sortAscending/);
        await expectRefused(search(school.anna, {}, { maxItems: -1 }), 400, /maxItems/);
      },
      'several values where one is allowed, and more than anybody asks for, are refused': async () => {
        await expectRefused(search(school.anna, { ngsearchword: ['a', 'b'] }), 400, /takes one value/);
        const many = Array.from({ length: 201 }, (_, number) => String(number));
        await expectRefused(search(school.anna, { 'ccm:taxonid': many }), 400, /200/);
        await expectRefused(search(school.anna, { ngsearchword: ['ä'.repeat(5000)] }), 400, /values|characters/);
      },
      'a folder that is not there is missing, and so is an unknown repository': async () => {
        const below = '00000000-0000-4000-8000-000000000000';
        await expectRefused(search(school.anna, {}, { below }), 404, /does not exist/);
        await expectRefused(search(school.anna, {}, { repository: 'x' }), 404, /does not exist/);
      },
      'a body that is none is refused': overHttp(async () => {
        for (const body of ['[]', '{"criteria": 5}', '{"criteria": [{"values": ["x"]}]}', '{"facetLimit": "x"}', '{']) {
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path: '/search/v1/queries/-home-/-default-/ngsearch',
            headers: { ...basic(anna), 'content-type': 'application/json' },
            body,
          });
          expect(response.status, body).toBe(400);
        }
      }),
    },
  });
}

function describeCountBySet(school: School): void {
  describeOperation('countBySet', school, {
    effect: {
      'counts values, and those that are looked for by a part of them': async () => {
        const word = newWord();
        for (const subject of ['Größenlehre', 'Groessen', 'Physik'])
          await titled(school.anna, word, { 'ccm:taxonid': [subject] });
        const count = (facetSuggest?: string) =>
          school.anna.countBySet({
            ...inSet,
            body: {
              criteria: criteriaOf({ ngsearchword: [word] }),
              facets: ['ccm:taxonid'],
              ...(facetSuggest === undefined ? {} : { facetSuggest }),
            },
          });
        const all = await count();
        expect(all).toMatchObject({ nodes: [], pagination: { total: 3, count: 0 } });
        expect(all.facets[0]?.values).toHaveLength(3);
        const some = await count('grösse');
        expect(some.facets[0]?.values.map(({ value }) => value).sort()).toEqual(['Groessen', 'Größenlehre']);
      },
      'an unknown facet is empty, because clients request facets of several server versions': async () => {
        const body = { facets: ['cccm:taxonid'], facetSuggest: 'x' };
        const { facets, ignored } = await school.anna.countBySet({ ...inSet, body });
        expect([facets, ignored]).toEqual([[emptyFacet('cccm:taxonid')], ['cccm:taxonid']]);
      },
    },
    refusal: {
      'what the caller may not read is not counted': async () => {
        const word = newWord();
        await titled(school.anna, word, { 'ccm:taxonid': [word] });
        const body = { criteria: criteriaOf({ 'ccm:taxonid': [word] }), facets: ['ccm:taxonid'], facetSuggest: word };
        const { facets, pagination } = await school.bert.countBySet({ ...inSet, body });
        expect([pagination.total, facets[0]?.values]).toEqual([0, []]);
        await expectRefused(school.nobody.countBySet({ ...inSet, body }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown criterion is refused, naming the nearest one': async () => {
        const body = { criteria: criteriaOf({ 'cccm:taxonid': ['x'] }) };
        await expectRefused(school.anna.countBySet({ ...inSet, body }), 400, /ccm:taxonid\?/);
      },
    },
  });
}

function describeSearchByProperties(school: School): void {
  const find = async (
    property: string[],
    value: string[],
    more: Partial<Parameters<Person['searchByProperties']>[0]> = {},
  ) =>
    (await school.anna.searchByProperties({ repository, property, value, maxItems: 1000, ...more })).nodes
      .map(({ ref }) => ref.id)
      .sort();

  describeOperation('searchByProperties', school, {
    effect: {
      'properties are compared, all of them or one': async () => {
        const word = newWord();
        const make = (age: string) => titled(school.anna, word, { 'ccm:educationaltypicalagerange_from': age });
        const [six, ten, fourteen] = [await make('6'), await make('10'), await make('14')];
        const both = ['cclom:title', 'ccm:educationaltypicalagerange_from'];
        expect(await find(['cclom:title'], [word])).toEqual(idsOf(six, ten, fourteen));
        expect(await find(both, [word, '10'])).toEqual(idsOf(ten));
        expect(await find(both, [word, '10'], { comparator: ['=', '>='] })).toEqual(idsOf(ten, fourteen));
        expect(await find(both, [word, '10'], { comparator: ['=', '<'] })).toEqual(idsOf(six));
        expect(await find(both, [word, '10'], { comparator: ['=', '!='] })).toEqual(idsOf(six, fourteen));
        const one = ['cclom:title', 'cclom:title'];
        expect(await find(one, [word, newWord()], { combineMode: 'OR' })).toEqual(idsOf(six, ten, fourteen));
        expect(await find(one, [word, newWord()])).toEqual([]);
      },
      'an empty value stands for none at all, and keeps its position': async () => {
        const word = newWord();
        const [marked, bare] = [
          await titled(school.anna, word, { 'ccm:taxonid': ['a'] }),
          await titled(school.anna, word),
        ];
        const both = ['ccm:taxonid', 'cclom:title'];
        expect(await find(both, ['', word])).toEqual(idsOf(bare));
        expect(await find(both, ['', word], { comparator: ['!=', '='] })).toEqual(idsOf(marked));
        expect(await find(both, ['a', word], { comparator: ['' as '=', '' as '='] })).toEqual(idsOf(marked));
      },
      'repeated parameters belong together by their positions': overHttp(async () => {
        const word = newWord();
        const node = await titled(school.anna, word, { 'ccm:taxonid': ['a'] });
        const query = `property=cclom%3Atitle&property=ccm%3Ataxonid&value=${word}&value=a&comparator=%3D&comparator=%3D&combineMode=AND`;
        const path = `/search/v1/custom/-home-?${query}`;
        const response = await rawRequest(school.raw, { method: 'GET', path, headers: basic(anna) });
        expect(response.json()).toMatchObject({ nodes: [{ ref: { id: node.ref.id } }], pagination: { total: 1 } });
      }),
    },
    refusal: {
      'what the caller may not read is not found': async () => {
        const word = newWord();
        await titled(school.anna, word);
        const call = { repository, property: ['cclom:title'], value: [word] };
        expect((await school.bert.searchByProperties(call)).pagination.total).toBe(0);
        await expectRefused(school.nobody.searchByProperties(call), 401, /Sign in/);
      },
    },
    badInput: {
      'values without properties, unknown properties and comparators are refused': async () => {
        await expectRefused(find(['cclom:title'], []), 400, /correspond by position/);
        await expectRefused(find([], []), 400, /property/);
        await expectRefused(find(['clom:title'], ['x']), 400, /cclom:title\?/);
        const comparator = ['like' as '='];
        await expectRefused(find(['cclom:title'], ['x'], { comparator }), 400, /comparator/);
      },
    },
  });
}

function describeWordsOfSets(school: School): void {
  describe('a property that only a metadata set speaks of', () => {
    const property = 'ccm:berufsfeld';

    beforeAll(async () => {
      const body = aFile(`id: berufe\nfields: [{ property: '${property}' }]\n`, { name: 'berufe.yaml' });
      await school.admin.importMetadata({ repository, body });
    });

    test('is a criterion of every query, counted, ordered by and compared, in whatever search', async () => {
      const word = newWord();
      const [metal, wood] = [
        await titled(school.anna, word, { [property]: 'metall' }),
        await titled(school.anna, word, { [property]: 'holz' }),
      ];
      expect(await idsFound(school.anna, { ngsearchword: [word], [property]: ['metall'] })).toEqual(idsOf(metal));
      const asked = { repository, query: word, facettes: [property], sortProperties: [property] };
      const { nodes, facettes } = await school.anna.searchNodes(asked);
      expect(nodes.map(({ ref }) => ref.id)).toEqual([wood.ref.id, metal.ref.id]);
      expect(facettes[0]?.values).toEqual([
        { value: 'holz', count: 1 },
        { value: 'metall', count: 1 },
      ]);
      const compared = { repository, property: ['cclom:title', property], value: [word, 'holz'] };
      expect((await school.anna.searchByProperties(compared)).nodes.map(({ ref }) => ref.id)).toEqual([wood.ref.id]);
    });

    test('is named as the nearest of what nobody knows', async () => {
      const wrong = { repository, query: '*:*', sortProperties: ['cccm:berufsfeld'] };
      await expectRefused(school.anna.searchNodes(wrong), 400, /Did you mean ccm:berufsfeld\?/);
    });
  });
}

function describeUnknownProperties(school: School): void {
  test('an unknown facet of a node search is empty, because clients request facets of several server versions', async () => {
    const asked = { repository, query: '*:*', facettes: ['cccm:berufsfeld'] };
    const { facets, ignored } = await school.anna.searchNodes(asked);
    expect([facets, ignored]).toEqual([[emptyFacet('cccm:berufsfeld')], ['cccm:berufsfeld']]);
  });

  /** One that no model and no metadata set knows, in a namespace that is registered. */
  const property = 'ccm:hpi_unknown';

  test('a property that nothing defines is a criterion, counted, ordered by and compared, in whatever search', async () => {
    const word = newWord();
    const [second, first] = [
      await titled(school.anna, word, { [property]: ['b', 'c'] }),
      await titled(school.anna, word, { [property]: ['a'] }),
    ];
    expect(await idsFound(school.anna, { ngsearchword: [word], [property]: ['c'] })).toEqual(idsOf(second));
    const long = `{http://www.campuscontent.de/model/1.0}${property.slice('ccm:'.length)}`;
    for (const name of [property, long]) {
      const { nodes, facets } = await school.anna.searchBySet({
        ...{ ...inSet, sortProperties: [name], sortAscending: [true] },
        body: { criteria: criteriaOf({ ngsearchword: [word] }), facets: [name] },
      });
      expect(nodes.map(({ ref }) => ref.id)).toEqual([first.ref.id, second.ref.id]);
      expect(facets[0]?.values.map(({ value }) => value).sort()).toEqual(['a', 'b', 'c']);
    }
    const asked = { repository, query: word, facettes: [property], sortProperties: [property], sortAscending: [false] };
    const { nodes, facettes } = await school.anna.searchNodes(asked);
    expect(nodes.map(({ ref }) => ref.id)).toEqual([second.ref.id, first.ref.id]);
    expect(facettes[0]?.values).toHaveLength(3);
    const compared = { repository, property: ['cclom:title', property], value: [word, 'a'] };
    expect((await school.anna.searchByProperties(compared)).nodes.map(({ ref }) => ref.id)).toEqual([first.ref.id]);
    const never = { repository, property: ['ccm:hpi_never_used'], value: ['a'] };
    expect((await school.anna.searchByProperties(never)).pagination.total).toBe(0);
  });
}

function describeGetNodesById(school: School): void {
  describeOperation('getNodesById', school, {
    effect: {
      'answers nodes in the order asked for, each once': async () => {
        const [one, two] = [await titled(school.anna, newWord()), await titled(school.anna, newWord())];
        const nodeIds = [two.ref.id, one.ref.id, two.ref.id];
        const { nodes, pagination } = await school.anna.getNodesById({ repository, nodeIds });
        expect(nodes.map(({ name }) => name)).toEqual([two.name, one.name]);
        expect(pagination).toEqual({ total: 2, from: 0, count: 2 });
      },
    },
    refusal: {
      'what the caller may not read is left out': async () => {
        const [mine, foreign] = [
          await titled(school.bert, newName('mine')),
          await titled(school.anna, newName('other')),
        ];
        const nodeIds = [foreign.ref.id, mine.ref.id];
        const { nodes } = await school.bert.getNodesById({ repository, nodeIds });
        expect(nodes.map(({ ref }) => ref.id)).toEqual([mine.ref.id]);
        await expectRefused(school.nobody.getNodesById({ repository, nodeIds }), 401, /Sign in/);
      },
    },
    badInput: {
      'what is no id is left out, and none at all is refused': async () => {
        expect((await school.anna.getNodesById({ repository, nodeIds: ['nirgends'] })).nodes).toEqual([]);
        await expectRefused(school.anna.getNodesById({ repository, nodeIds: [] }), 400, /nodeIds/);
      },
    },
  });
}
