import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';

withTransports(describeSearchNodes);

type Person = School['anna'];

async function idsFound(person: Person, query: string): Promise<string[]> {
  return (await person.searchNodes({ repository, query, maxItems: 1000 })).nodes.map(({ ref }) => ref.id).sort();
}

const idsOf = (...nodes: readonly WireNode[]): string[] => nodes.map(({ ref }) => ref.id).sort();

/** A word that stands in no other test's material, and is no typo away from one. */
let words = 0;
function newWord(): string {
  words += 1;
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pra', 'sche', 'tri', 'wo', 'zu'];
  const digits = [...String(words * 7919 + 104_729)].map((digit) => syllables[Number(digit)]);
  return `q${digits.join('')}`;
}

function describeSearchNodes(school: School): void {
  describeOperation('searchNodes', school, {
    effect: {
      'umlauts are found however they are written, in all three places': async () => {
        const inName = await makeFile(school.anna, 'x', { name: 'Größentabelle.pdf' });
        const inTitle = await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'Die groesse der Erde' } });
        const inText = await makeFile(school.anna, 'Hier geht es um Grosse und kleine Zahlen.');
        const all = idsOf(inName, inTitle, inText);
        for (const query of ['größe', 'grosse', 'groesse', 'GRÖSSE', 'gro\u0308ße']) {
          expect(await idsFound(school.anna, query), query).toEqual(all);
        }
      },
      'name, title, description, keyword and text are looked through': async () => {
        const word = newWord();
        const nodes = await Promise.all([
          makeFile(school.anna, 'x', { name: `${word}.txt` }),
          makeFile(school.anna, 'x', { properties: { 'cclom:title': word } }),
          makeFolder(school.anna, { properties: { 'cm:title': word } }),
          makeFile(school.anna, 'x', { properties: { 'cclom:general_description': `über ${word}` } }),
          makeFile(school.anna, 'x', { properties: { 'cclom:general_keyword': ['anderes', word] } }),
          makeFile(school.anna, `# Heft\n\n${word}\n`, { mimeType: 'text/markdown' }),
          makeFile(school.anna, `<p>Das <b>${word}</b></p><script>hidden${word}</script>`, { mimeType: 'text/html' }),
          makeFile(school.anna, `a;${word};b\n`, { mimeType: 'text/csv' }),
        ]);
        expect(await idsFound(school.anna, word)).toEqual(idsOf(...nodes));
        expect(await idsFound(school.anna, word.slice(0, -2))).toEqual(idsOf(...nodes));
        expect(await idsFound(school.anna, `hidden${word}`)).toEqual([]);
      },
      'what is excluded has the word itself, and no similar one': async () => {
        const word = newWord();
        const same = await makeFile(school.anna, 'x', { properties: { 'cclom:title': `${word} eins` } });
        const longer = await makeFile(school.anna, 'x', { properties: { 'cclom:title': `${word}heft zwei` } });
        const mistyped = await makeFile(school.anna, 'x', {
          properties: { 'cclom:title': `${word.slice(0, -1)} drei` },
        });
        expect(await idsFound(school.anna, word)).toEqual(idsOf(same, longer, mistyped));
        const all = `(eins OR zwei OR drei) AND cclom:title:(${word}* OR ${word.slice(0, -1)})`;
        expect(await idsFound(school.anna, all)).toEqual(idsOf(same, longer, mistyped));
        for (const excluded of [`NOT ${word}`, `NOT (${word} OR nothing)`, `NOT "${word}"`]) {
          expect(await idsFound(school.anna, `${all} AND ${excluded}`), excluded).toEqual(idsOf(longer, mistyped));
        }
        expect(await idsFound(school.anna, `${all} AND NOT ${word}*`)).toEqual(idsOf(mistyped));
      },
      'the plural of a word finds the compounds that have it in any form': async () => {
        const folder = await makeFolder(school.anna);
        const names = ['Zylindersystem', 'Hohlzylinder', 'Quaderzylindern', 'Zylinder'].map((name) => newName(name));
        const made = await Promise.all(names.map((name) => makeFile(school.anna, 'x', { parent: folder, name })));
        const found = await idsFound(school.anna, 'Zylindern');
        expect(found).toEqual(expect.arrayContaining(made.map(({ ref }) => ref.id)));
      },
      'one typo is forgiven': async () => {
        const node = await makeFile(school.anna, 'x', { name: 'Photosynthese.odt' });
        for (const query of ['Photosynthse', 'Photosinthese', 'Photosyntheese']) {
          expect(await idsFound(school.anna, query), query).toContain(node.ref.id);
        }
        expect(await idsFound(school.anna, 'Fotosintese')).not.toContain(node.ref.id);
      },
      'field:value looks in one property': async () => {
        const word = newWord();
        const titled = await makeFile(school.anna, 'x', { properties: { 'cclom:title': word } });
        const described = await makeFile(school.anna, 'x', { properties: { 'cm:description': word } });
        expect(await idsFound(school.anna, word)).toEqual(idsOf(titled, described));
        for (const query of [`cclom:title:${word}`, `cclom\\:title:${word}`, `@cclom\\:title:"${word}"`]) {
          expect(await idsFound(school.anna, query), query).toEqual(idsOf(titled));
        }
        expect(await idsFound(school.anna, `cm:name:${word}`)).toEqual([]);
      },
      'a node is found at once: after it was made, changed, given content, and no more when it is deleted':
        async () => {
          const [first, second, third] = [newWord(), newWord(), newWord()];
          const folder = await makeFolder(school.anna);
          const node = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: `${first}.txt` });
          expect(await idsFound(school.anna, first)).toEqual(idsOf(node));
          await school.anna.updateMetadata({ ...at(node), body: { 'cm:name': [`${second}.txt`] } });
          expect(await idsFound(school.anna, first)).toEqual([]);
          expect(await idsFound(school.anna, second)).toEqual(idsOf(node));
          await school.anna.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile(third) });
          expect(await idsFound(school.anna, third)).toEqual(idsOf(node));
          await school.anna.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile('something else') });
          expect(await idsFound(school.anna, third)).toEqual([]);
          await school.anna.deleteNode(at(folder));
          expect(await idsFound(school.anna, second)).toEqual([]);
          expect(await idsFound(school.admin, second)).toEqual([]);
        },
      'pages and facets count all that was found': async () => {
        const word = newWord();
        const subjects = ['Mathematik', 'Mathematik', 'Physik', undefined, 'Mathematik'];
        for (const subject of subjects) {
          const properties = { 'cclom:title': word, ...(subject === undefined ? {} : { 'ccm:taxonid': subject }) };
          await makeNode(school.anna, { type: 'ccm:io', properties });
        }
        const found = await school.anna.searchNodes({
          repository,
          query: word,
          maxItems: 2,
          skipCount: 1,
          facettes: ['ccm:taxonid', 'ccm:wwwurl'],
        });
        expect(found.pagination).toEqual({ total: 5, from: 1, count: 2 });
        expect(found.facets).toEqual([
          {
            property: 'ccm:taxonid',
            values: [
              { value: 'Mathematik', count: 3 },
              { value: 'Physik', count: 1 },
            ],
            sumOtherDocCount: 0,
          },
          { property: 'ccm:wwwurl', values: [], sumOtherDocCount: 0 },
        ]);
        expect(found.facettes).toEqual(found.facets);
        const whole = await school.anna.searchNodes({ repository, query: word, maxItems: 5 });
        expect(whole.nodes.slice(1, 3)).toEqual(found.nodes);
        const usual = await school.anna.searchNodes({ repository, query: '*:*' });
        expect(usual.nodes).toHaveLength(10);
      },
      'of a facet with very many values the most frequent are told, and how much is left out': async () => {
        const word = newWord();
        const values = Array.from({ length: 10_002 }, (_, at) => `${word} ${at}`);
        // A property has a thousand values at most: each node has the first one and some of the others.
        for (let from = 1; from < values.length; from += 999) {
          const some = [values[0] ?? '', ...values.slice(from, from + 999)];
          await makeNode(school.anna, { type: 'ccm:io', properties: { 'cclom:general_keyword': some } });
        }
        const call = { repository, query: `"${word} 0"`, facettes: ['cclom:general_keyword'] };
        const { facets, facettes } = await school.anna.searchNodes(call);
        expect(facets).toHaveLength(1);
        expect(facets[0]?.values).toHaveLength(10_000);
        expect(facets[0]?.sumOtherDocCount).toBe(2);
        expect(facettes).toEqual(facets);
      },
      'facets may be separated by commas': async () => {
        const word = newWord();
        await makeFile(school.anna, 'x', { properties: { 'cclom:title': word, 'ccm:taxonid': 'Physik' } });
        const facettes = ['ccm:taxonid, cclom:title,', 'cclom:format'];
        const { facettes: counted } = await school.anna.searchNodes({ repository, query: word, facettes });
        expect(counted.map(({ property, values }) => [property, values.length])).toEqual([
          ['ccm:taxonid', 1],
          ['cclom:title', 1],
          ['cclom:format', 1],
        ]);
      },
      'highlights are the folder of each hit and passages with the words, in any form': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna, { name: newName('Klasse 6') });
        const text = `${'Vorwort ohne Belang. '.repeat(40)}Es gibt viele\n\n${word}en und mehr. ${'Nachwort. '.repeat(100)}Am Ende ${word}heft.`;
        const file = await makeFile(school.anna, text, {
          parent: folder,
          properties: { 'cclom:general_description': `Über ${word}` },
        });
        const { highlights } = await school.anna.searchNodes({ repository, query: word, highlights: true });
        expect(highlights).toMatchObject([{ id: file.ref.id, folder: `~/${folder.name}` }]);
        const passages = (highlights?.[0]?.passages ?? []).map((parts) =>
          parts.map((part) => (part.found ? `[${part.text}]` : part.text)).join(''),
        );
        expect(passages).toEqual([
          `Über [${word}]`,
          expect.stringMatching(
            new RegExp(`^…Vorwort ohne Belang\\. Es gibt viele \\[${word}en\\] und mehr\\. .{50,200}…$`, 'u'),
          ),
          expect.stringMatching(new RegExp(`^….{0,60}Am Ende \\[${word}heft\\]\\.$`, 'u')),
        ]);
        expect(await school.anna.searchNodes({ repository, query: word })).not.toHaveProperty('highlights');
      },
      'highlights mark misspelt words and parts of compounds where nothing fits better': async () => {
        const [first, second] = [newWord(), newWord()];
        await makeFile(school.anna, `Ein ${first} und ein ${second}.`);
        const foundFor = async (query: string) => {
          const body = { criteria: [{ property: 'ngsearchword', values: [query] }] };
          const set = { repository, metadataset: '-default-', query: 'ngsearch' };
          const { highlights = [] } = await school.anna.searchBySet({ ...set, body, highlights: true });
          return highlights.flatMap(({ passages }) =>
            passages.flat().flatMap(({ text, found }) => (found ? text : [])),
          );
        };
        expect(await foundFor(`${first.slice(0, -1)}`)).toEqual([first]);
        expect(await foundFor(`x${first.slice(1)}`)).toEqual([first]);
        expect(await foundFor(first + second)).toEqual([first, second]);
      },
      'POST finds the same': overHttp(async () => {
        const word = newWord();
        const node = await makeFile(school.anna, word, { name: newName('ä b') });
        const response = await rawRequest(school.raw, {
          method: 'POST',
          path: `/node/v1/nodes/-home-?query=${word}&facettes=cm:name&facettes=cm:title`,
          headers: { ...basic(anna), 'content-type': 'application/json' },
        });
        expect(response.status).toBe(200);
        expect(response.json()).toMatchObject({ nodes: [{ ref: { id: node.ref.id } }], pagination: { total: 1 } });
      }),
    },
    refusal: {
      'what the caller may not read is neither found nor counted': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna);
        const mine = await makeFile(school.anna, word, {
          parent: folder,
          properties: { 'cclom:title': word, 'ccm:taxonid': 'geheim' },
        });
        const nothing = { nodes: [], pagination: { total: 0, from: 0, count: 0 } };
        const call = { repository, query: word, facettes: ['ccm:taxonid'] };
        expect(await school.bert.searchNodes(call)).toEqual({
          ...nothing,
          facets: [{ property: 'ccm:taxonid', values: [], sumOtherDocCount: 0 }],
          facettes: [{ property: 'ccm:taxonid', values: [], sumOtherDocCount: 0 }],
          ...{ ignored: [], suggests: [], relaxed: false, totalWithAllWords: 0 },
        });
        await expectRefused(school.nobody.searchNodes(call), 401, /Sign in/);
        const shared = { permissions: [{ authority: { authorityName: 'bert' }, permissions: ['Consumer'] }] };
        await school.anna.setPermissions({ ...at(folder), body: shared });
        expect(await idsFound(school.bert, word)).toEqual(idsOf(mine));
        await school.anna.setPermissions({ ...at(folder), body: { permissions: [] } });
        expect(await idsFound(school.bert, word)).toEqual([]);
      },
      'highlights have nothing of a text or a folder that the caller may not read': async () => {
        const word = newWord();
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, `Geheim: ${word}`, {
          parent: folder,
          properties: { 'cclom:title': word, 'cclom:general_description': `Beschrieben: ${word}` },
        });
        const highlightsFor = async () =>
          (await school.bert.searchNodes({ repository, query: word, highlights: true })).highlights;
        const share = (permission: string) =>
          school.anna.setPermissions({
            ...at(file),
            body: { permissions: [{ authority: { authorityName: 'bert' }, permissions: [permission] }] },
          });
        await share('ReadProperties');
        const described = [
          { text: 'Beschrieben: ', found: false },
          { text: word, found: true },
        ];
        expect(await highlightsFor()).toEqual([
          { id: file.ref.id, folder: null, passages: [described], textWaiting: false },
        ]);
        await share('Consumer');
        const secret = [
          { text: 'Geheim: ', found: false },
          { text: word, found: true },
        ];
        expect(await highlightsFor()).toEqual([
          { id: file.ref.id, folder: null, passages: [described, secret], textWaiting: false },
        ]);
      },
    },
    badInput: {
      'an empty query is refused, and says how to ask for everything': async () => {
        for (const query of ['', '   ']) {
          await expectRefused(school.anna.searchNodes({ repository, query }), 400, /\*:\*/);
        }
      },
      'a broken query is refused, and says where': async () => {
        for (const query of ['(a', 'a)', '"a', 'a AND', '()']) {
          await expectRefused(school.anna.searchNodes({ repository, query }), 400, /\d/);
        }
      },
      'a query without end is refused': async () => {
        await expectRefused(school.anna.searchNodes({ repository, query: 'ä'.repeat(2100) }), 400, /too long/);
        await expectRefused(school.anna.searchNodes({ repository, query: 'x'.repeat(5000) }), 400, /query/);
      },
      'more facets than anybody reads are refused': async () => {
        const facettes = Array.from({ length: 101 }, () => 'cm:name');
        await expectRefused(school.anna.searchNodes({ repository, query: 'x', facettes }), 400, /facettes/);
        const separated = [facettes.join(',')];
        await expectRefused(school.anna.searchNodes({ repository, query: 'x', facettes: separated }), 400, /facettes/);
      },
      'a missing query and negative numbers are refused': async () => {
        // The types forbid what is tried here.
        const query = undefined as unknown as string;
        await expectRefused(school.anna.searchNodes({ repository, query }), 400, /query/);
        await expectRefused(school.anna.searchNodes({ repository, query: 'x', maxItems: -1 }), 400, /maxItems/);
      },
      'an unknown repository is missing': async () => {
        await expectRefused(school.anna.searchNodes({ repository: 'x', query: 'x' }), 404, /does not exist/);
      },
    },
  });
}
