import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

withTransports(describeArrangements);

/** Until the clock shows another time than that of what was made last. */
async function aMoment(): Promise<void> {
  const before = Date.now();
  while (Date.now() === before) await new Promise((resolve) => setImmediate(resolve));
}

/** Two folders and four files, made one after the other in this order. */
async function mixedFolder(school: School): Promise<WireNode> {
  const folder = await makeFolder(school.anna);
  const parent = folder;
  await makeFile(school.anna, '12345', { parent, name: 'Bild 10.png', mimeType: 'image/png' });
  await aMoment();
  await makeFolder(school.anna, { parent, name: 'Übung', properties: { 'cm:title': 'Alle Übungen' } });
  const titled = { name: 'Straße.txt', properties: { 'cclom:title': 'Zebra', 'ccm:taxonid': ['9', '1'] } };
  await aMoment();
  await makeFile(school.anna, '123456789', { parent, ...titled });
  const other = { name: 'Bild 2.PNG', properties: { 'cclom:title': 'Mond', 'ccm:taxonid': '10' } };
  await aMoment();
  await makeFile(school.anna, '123', { parent, ...other, mimeType: 'image/PNG' });
  await aMoment();
  await makeFolder(school.anna, { parent, name: 'Äpfel' });
  await aMoment();
  await makeNode(school.anna, { type: 'ccm:io', parent, name: 'Strasse.txt' });
  return folder;
}

type ChildrenQuery = Omit<Parameters<School['anna']['listChildren']>[0], 'repository' | 'node'>;

const namesBy = async (school: School, folder: WireNode, query: ChildrenQuery): Promise<string[]> =>
  (await school.anna.listChildren({ ...at(folder), ...query })).nodes.map(({ name }) => name);

const byNames = ['Äpfel', 'Übung', 'Bild 2.PNG', 'Bild 10.png', 'Strasse.txt', 'Straße.txt'];
const made = ['Übung', 'Äpfel', 'Bild 10.png', 'Straße.txt', 'Bild 2.PNG', 'Strasse.txt'];
const cmName = '{http://www.alfresco.org/model/content/1.0}name';

const orders: readonly (readonly [ChildrenQuery, readonly string[]])[] = [
  [{}, byNames],
  [{ sortProperties: ['cm:name'] }, byNames],
  [{ sortProperties: [cmName], sortAscending: [true] }, byNames],
  [{ sortProperties: ['score'], sortAscending: [false] }, byNames],
  [{ sortProperties: ['ccm:nowhere'], sortAscending: [false] }, byNames],
  [
    { sortProperties: ['name'], sortAscending: [false] },
    ['Übung', 'Äpfel', 'Straße.txt', 'Strasse.txt', 'Bild 10.png', 'Bild 2.PNG'],
  ],
  [{ foldersFirst: false }, ['Äpfel', 'Bild 2.PNG', 'Bild 10.png', 'Strasse.txt', 'Straße.txt', 'Übung']],
  [
    { foldersFirst: false, sortProperties: ['cm:name', 'cm:created'], sortAscending: [false] },
    ['Übung', 'Straße.txt', 'Strasse.txt', 'Bild 10.png', 'Bild 2.PNG', 'Äpfel'],
  ],
  [{ sortProperties: ['cm:created'] }, made],
  [{ sortProperties: ['cm:modifiedISO8601'] }, made],
  [
    { sortProperties: ['cm:modified'], sortAscending: [false] },
    ['Äpfel', 'Übung', 'Strasse.txt', 'Bild 2.PNG', 'Straße.txt', 'Bild 10.png'],
  ],
  [{ sortProperties: ['cclom:size'] }, ['Äpfel', 'Übung', 'Bild 2.PNG', 'Bild 10.png', 'Straße.txt', 'Strasse.txt']],
  [
    { sortProperties: ['size'], sortAscending: [false] },
    ['Äpfel', 'Übung', 'Straße.txt', 'Bild 10.png', 'Bild 2.PNG', 'Strasse.txt'],
  ],
  [
    { sortProperties: ['cm:title'], foldersFirst: false },
    ['Übung', 'Bild 2.PNG', 'Straße.txt', 'Äpfel', 'Bild 10.png', 'Strasse.txt'],
  ],
  [
    { sortProperties: ['ccm:taxonid'], foldersFirst: false },
    ['Straße.txt', 'Bild 2.PNG', 'Äpfel', 'Bild 10.png', 'Strasse.txt', 'Übung'],
  ],
  [
    { sortProperties: ['cm:creator', 'cclom:format', 'cm:name'], sortAscending: [true, true, false] },
    ['Übung', 'Äpfel', 'Bild 10.png', 'Bild 2.PNG', 'Straße.txt', 'Strasse.txt'],
  ],
];

const filters: readonly (readonly [readonly string[], readonly string[]])[] = [
  [[], byNames],
  [['files'], ['Bild 2.PNG', 'Bild 10.png', 'Strasse.txt', 'Straße.txt']],
  [['folders'], ['Äpfel', 'Übung']],
  [['files', 'folders'], byNames],
  [['mime:image/png'], ['Bild 2.PNG', 'Bild 10.png']],
  [['mime:IMAGE'], ['Bild 2.PNG', 'Bild 10.png']],
  [['mime:image/*'], ['Bild 2.PNG', 'Bild 10.png']],
  [['mime:imag'], []],
  [
    ['folders', 'mime:text'],
    ['Äpfel', 'Übung', 'Straße.txt'],
  ],
];

function describeArrangements(school: School): void {
  describeOperation('listChildren', school, {
    effect: {
      'the query decides on the order': async () => {
        const folder = await mixedFolder(school);
        for (const [query, names] of orders) {
          expect(await namesBy(school, folder, query), JSON.stringify(query)).toEqual(names);
        }
      },
      'the query decides which children are listed and counted': async () => {
        const folder = await mixedFolder(school);
        for (const [filter, names] of filters) {
          const { nodes, pagination } = await school.anna.listChildren({ ...at(folder), filter: [...filter] });
          expect([nodes.map(({ name }) => name), pagination.total], filter.join()).toEqual([names, names.length]);
        }
        const page = await school.anna.listChildren({ ...at(folder), filter: ['files'], skipCount: 1, maxItems: 1 });
        expect(page.pagination).toEqual({ total: 4, from: 1, count: 1 });
        expect(page.nodes.map(({ name }) => name)).toEqual(['Bild 10.png']);
      },
      'what changes is at its new place at once, in every order': async () => {
        const folder = await mixedFolder(school);
        const bySize = { sortProperties: ['cclom:size'], sortAscending: [false], filter: ['files'] };
        expect((await namesBy(school, folder, bySize))[0]).toBe('Straße.txt');
        const small = (await school.anna.resolvePath({ ...at(folder), path: 'Bild 2.PNG' })).node;
        await school.anna.uploadContent({ ...at(small), mimetype: 'image/png', body: aFile('x'.repeat(100)) });
        expect((await namesBy(school, folder, bySize))[0]).toBe('Bild 2.PNG');
        await school.anna.updateMetadata({ ...at(small), body: { 'cm:name': ['zuletzt.png'] } });
        expect((await namesBy(school, folder, bySize))[0]).toBe('zuletzt.png');
        expect((await namesBy(school, folder, {})).at(-1)).toBe('zuletzt.png');
        await school.anna.deleteNode(at(small));
        expect(await namesBy(school, folder, bySize)).not.toContain('zuletzt.png');
      },
      'clients that write booleans in capitals and repeat parameters are understood': overHttp(async () => {
        const folder = await mixedFolder(school);
        const query = 'sortProperties=cclom:title&sortAscending=False&filter=files&filter=folders&foldersFirst=False';
        const answer = await rawRequest(school.raw, {
          path: `/node/v1/nodes/-home-/${folder.ref.id}/children?${query}`,
          headers: basic(anna),
        });
        const { nodes } = answer.json() as { nodes: { name: string }[] };
        expect(nodes.map(({ name }) => name).slice(0, 2)).toEqual(['Straße.txt', 'Bild 2.PNG']);
      }),
    },
    refusal: {
      'what the caller may not read is counted in no order and by no filter': async () => {
        const folder = await mixedFolder(school);
        const hidden = (await school.anna.resolvePath({ ...at(folder), path: 'Bild 10.png' })).node;
        const permissions = [{ authority: { authorityName: 'carla' }, permissions: ['ConsumerMetadata'] }];
        await school.anna.setPermissions({ ...at(folder), body: { permissions } });
        await school.anna.setPermissions({ ...at(hidden), body: { inherited: false, permissions: [] } });
        for (const query of [{ filter: ['mime:image'] }, { filter: ['files'], sortProperties: ['cclom:size'] }]) {
          const [seen, all] = [school.carla, school.anna].map((client) =>
            client.listChildren({ ...at(folder), ...query }),
          );
          const names = (await all)?.nodes.map(({ name }) => name).filter((name) => name !== 'Bild 10.png');
          expect((await seen)?.nodes.map(({ name }) => name)).toEqual(names);
          expect((await seen)?.pagination.total).toBe(names?.length);
        }
        const attempt = school.bert.listChildren({ ...at(folder), filter: ['mime:image'] });
        await expectRefused(attempt, 403, /ReadChildren/);
      },
    },
    badInput: {
      'an unknown filter is refused, naming those that are known': async () => {
        for (const filter of ['images', 'mime:', 'mime:image/', 'Files', 'mime:a/b/c', '-all-']) {
          const attempt = school.anna.listChildren({ ...at('-userhome-'), filter: ['files', filter] });
          await expectRefused(attempt, 400, /filter.*is not a filter; use files, folders, or mime:/);
        }
      },
      'what is no property cannot be ordered by': async () => {
        const attempts: readonly (readonly [string, RegExp])[] = [
          ['modified', /"modified" is not a sort criterion; use name, size, score, or a property with its namespace/],
          ['__proto__', /"__proto__" is not a sort criterion/],
          ['cm:na me', /is not a sort criterion/],
          ['foreign:name', /unknown namespace: foreign:name/],
          ['{http://example.org}name', /unknown namespace: \{http:\/\/example.org\}name\. Known namespaces: cm, /],
        ];
        for (const [property, message] of attempts) {
          const attempt = school.anna.listChildren({ ...at('-userhome-'), sortProperties: [property] });
          await expectRefused(attempt, 400, message);
        }
      },
      'directions without properties, and words that are no direction, are refused': async () => {
        const more = { ...at('-userhome-'), sortProperties: ['cm:name'], sortAscending: [true, false] };
        await expectRefused(school.anna.listChildren(more), 400, /sortAscending has more values than sortProperties/);
        await expectRefused(school.anna.listChildren({ ...at('-userhome-'), sortAscending: [true] }), 400, /more/);
        // The types forbid what is tried here.
        const word = { ...more, sortAscending: ['up' as unknown as boolean] };
        await expectRefused(school.anna.listChildren(word), 400, /sortAscending/);
      },
      'more properties than anybody needs are refused': async () => {
        const sortProperties = Array.from({ length: 11 }, (_, index) => `ccm:p${index}`);
        await expectRefused(school.anna.listChildren({ ...at('-userhome-'), sortProperties }), 400, /sortProperties/);
      },
    },
  });
}
