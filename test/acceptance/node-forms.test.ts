import { describe, expect, test } from 'vitest';
import type { NodeForm } from '../../src/contract/objects/node-form.ts';
import { zip } from '../support/archives.ts';
import { anna, basic } from '../support/people.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

type Json = Readonly<Record<string, unknown>>;

/** Section 2.3, line by line: fields of the table, which both forms have. */
const tableFields = [
  'ref',
  'parent',
  'type',
  'aspects',
  'name',
  'title',
  'description',
  'createdAt',
  'createdBy',
  'modifiedAt',
  'modifiedBy',
  'access',
  'contentVersion',
  'contentUrl',
  'properties',
  'mimetype',
  'size',
  'preview',
];

/** Section 2.3: what the map form carries besides. */
const mapFields = [
  'isDirectory',
  'commentCount',
  'metadataset',
  'repositoryType',
  'downloadUrl',
  'mediatype',
  'iconURL',
  'licenseURL',
  'license',
  'collection',
  'owner',
];

/** Required by the table: there and not null in either form. */
const required = ['ref', 'name', 'createdAt', 'createdBy', 'access', 'contentVersion', 'contentUrl'];

const rightNames =
  'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent AddChildren ReadPermissions ChangePermissions ReadChildren DeleteChildren Write Delete CCPublish'.split(
    ' ',
  );

/** A node as it stands on the wire: the client has types for the map form only. */
async function nodeIn(school: School, form: NodeForm | undefined, node: string | WireNode): Promise<Json> {
  const answer = await school.send({
    operation: 'getNode',
    params: at(node),
    query: form === undefined ? {} : { nodeForm: form },
    body: undefined,
    headers: basic(anna),
  });
  const { body } = answer;
  const json = body.kind === 'json' ? body.value : body.kind === 'written-json' ? body.json.parse() : undefined;
  return (json as { readonly node: Json }).node;
}

const fileWithAll = (school: School): Promise<WireNode> =>
  makeFile(school.anna, 'Größe', {
    name: newName('Maße "1" \\ 2'),
    properties: {
      'cclom:title': 'Maße «und» Gewichte',
      'cclom:general_description': 'Über\nLängen',
      'cclom:general_keyword': ['a', 'b'],
      'ccm:commonlicense_key': 'CC_BY_SA',
    },
  });

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && new Date(value).toISOString() === value.replace(/(?<!\.\d+)Z$/, '.000Z');

withTransports((school) => {
  describe('a node in the map form', () => {
    test('has every field of section 2.3', async () => {
      const made = await fileWithAll(school);
      const node = await nodeIn(school, 'map', made);
      expect(Object.keys(node)).toEqual(expect.arrayContaining([...tableFields, ...mapFields]));
      for (const field of required) expect(node[field], field).toEqual(expect.anything());
      expect(node).toMatchObject({
        ref: { repo: 'local', id: made.ref.id, archived: false, isHomeRepo: true },
        parent: { repo: 'local', isHomeRepo: true },
        type: 'ccm:io',
        aspects: [],
        title: 'Maße «und» Gewichte',
        description: 'Über\nLängen',
        createdBy: { firstName: 'Anna', lastName: 'Lehrerin-Özdemir', mailbox: 'anna.oezdemir@schule.example' },
        modifiedBy: { firstName: 'Anna' },
        owner: { firstName: 'Anna' },
        contentVersion: '1.1',
        mimetype: 'text/plain',
        size: '7',
        isDirectory: false,
        commentCount: 0,
        metadataset: 'default',
        repositoryType: 'LOCAL',
        mediatype: 'file-txt',
        collection: null,
        isPublic: false,
      });
      expect(node['name']).toBe(made.name);
      expect(node['access']).toEqual(rightNames);
      expect(isTime(node['createdAt']) && isTime(node['modifiedAt'])).toBe(true);
      expect(node['properties']).toMatchObject({
        'cm:name': [made.name],
        'cclom:general_keyword': ['a', 'b'],
        'cclom:size': ['7'],
        'cclom:format': ['text/plain'],
        'sys:node-uuid': [made.ref.id],
      });
      const preview = { url: expect.stringContaining(made.ref.id), isIcon: expect.any(Boolean) };
      expect(node['preview']).toMatchObject({ ...preview, isGenerated: expect.any(Boolean) });
    });

    test('says null where there is nothing: no content, no title, no parent', async () => {
      const bare = await makeNode(school.anna, { type: 'ccm:io' });
      const nothing = { title: null, description: null, mimetype: null, size: null, downloadUrl: null };
      expect(await nodeIn(school, 'map', bare)).toMatchObject({ ...nothing, mediatype: 'file', licenseURL: '' });
      const folder = await makeFolder(school.anna);
      const expected = { ...nothing, mediatype: 'folder', isDirectory: true, type: 'ccm:map' };
      expect(await nodeIn(school, 'map', folder)).toMatchObject(expected);
      expect(await nodeIn(school, 'map', '-companyhome-')).toMatchObject({ parent: null });
      const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': 'https://x.example/' } });
      expect(await nodeIn(school, 'map', link)).toMatchObject({ mediatype: 'link', downloadUrl: null });
    });

    test('2.3 contentUrl | string (URL) | required: yes: also without content, where it answers 404 with a message', async () => {
      const properties = { 'ccm:wwwurl': 'https://x.example/' };
      const link = await makeNode(school.anna, { type: 'ccm:io', properties });
      for (const each of [await makeNode(school.anna, { type: 'ccm:io' }), await makeFolder(school.anna), link]) {
        for (const form of ['map', 'list'] as const) {
          const { contentUrl } = await nodeIn(school, form, each);
          expect(contentUrl).toMatch(new RegExp(`\\?.*${each.ref.id}`));
        }
        const call = { operation: 'downloadContent', params: {}, query: { nodeId: each.ref.id } } as const;
        const answer = await school.send({ ...call, body: undefined, headers: basic(anna) });
        if (each === link) expect(answer).toMatchObject({ status: 302, headers: { location: 'https://x.example/' } });
        else {
          expect(answer.status).toBe(404);
          expect(JSON.stringify(answer.body)).toMatch(/no content/);
        }
      }
    });

    test('is file-h5p for H5P, which platforms grade, and has the properties that front ends read', async () => {
      const bytes = zip([{ name: 'h5p.json', content: Buffer.from('{"title":"Quiz"}') }]);
      const node = await makeFile(school.anna, bytes, { name: `${newName('Quiz')}.H5P`, mimeType: 'application/zip' });
      expect(node.mediatype).toBe('file-h5p');
      expect(node.iconURL).toMatch(/\/icons\/file-h5p\.svg$/);
      expect(node.properties['virtual:commentcount']).toEqual(['0']);
      expect(node.properties['virtual:permalink']).toEqual([node.contentUrl]);
    });

    test('has an address of its content even without content, to which clients append parameters', async () => {
      const bare = await makeNode(school.anna, { type: 'ccm:io' });
      for (const node of [bare, await makeFolder(school.anna), await makeFile(school.anna, 'x')]) {
        expect(node.content.url).toMatch(new RegExp(`\\?.*${node.ref.id}`));
      }
    });

    test.each([
      [{ 'ccm:commonlicense_key': 'CC_BY_SA' }, 'https://creativecommons.org/licenses/by-sa/4.0/'],
      [
        { 'ccm:commonlicense_key': 'CC_BY', 'ccm:commonlicense_cc_version': '3.0' },
        'https://creativecommons.org/licenses/by/3.0/',
      ],
      [
        { 'ccm:commonlicense_key': 'CC_BY', 'ccm:commonlicense_cc_version': '../x' },
        'https://creativecommons.org/licenses/by/4.0/',
      ],
      [{ 'ccm:commonlicense_key': 'CC_0' }, 'https://creativecommons.org/publicdomain/zero/1.0/'],
      [{ 'ccm:commonlicense_key': 'CUSTOM' }, null],
    ])('has the icon and the text of the licence %j', async (properties, url) => {
      const { license, licenseURL } = await makeNode(school.anna, { type: 'ccm:io', properties });
      expect(license).toEqual({ icon: licenseURL, url });
      expect(licenseURL).toMatch(/\/icons\/licence-\w+\.svg$/);
    });

    // An importer's reader of node lists stops at a file whose `license` is null.
    test.each(['', '"><script>', 'x'.repeat(41)])('has a licence without a text for the key «%s»', async (key) => {
      const properties = { 'ccm:commonlicense_key': key };
      const license = { icon: expect.stringMatching(/\/icons\/licence-none\.svg$/), url: null };
      expect(await makeNode(school.anna, { type: 'ccm:io', properties })).toMatchObject({ license, licenseURL: '' });
    });

    test('has a licence object for every file, and none for folders', async () => {
      expect((await makeNode(school.anna, { type: 'ccm:io' })).license).toEqual(expect.anything());
      expect((await makeFolder(school.anna)).license).toBeNull();
    });
  });

  describe('a node in the list form', () => {
    test('has the fields of the table and no others, with the values of the map form', async () => {
      const made = await fileWithAll(school);
      const map = await nodeIn(school, 'map', made);
      const list = await nodeIn(school, 'list', made);
      expect(Object.keys(list).sort()).toEqual([...tableFields].sort());
      const { ref, parent, access, properties, preview, size, ...same } = list;
      expect(map).toMatchObject({ ...same, size: String(size) });
      expect(ref).toEqual({ repo: 'local', id: made.ref.id });
      expect(parent).toEqual({ repo: 'local', id: made.parent?.id });
      expect(access).toEqual(rightNames.map((permission) => ({ permission, hasRight: true })));
      const entries = Object.entries(map['properties'] as Json).map(([name, values]) => ({ name, values }));
      expect(properties).toEqual(entries);
      const { url, width, height } = map['preview'] as Json;
      expect(preview).toEqual({ url, width, height });
    });

    test('leaves out what there is not, and never what is required', async () => {
      const optional = ['title', 'description', 'mimetype', 'size'];
      for (const place of [await makeNode(school.anna, { type: 'ccm:io' }), '-userhome-', '-companyhome-']) {
        const node = await nodeIn(school, 'list', place);
        for (const field of optional) expect(Object.hasOwn(node, field), field).toBe(false);
        for (const field of required) expect(node[field], field).toEqual(expect.anything());
        expect(Object.values(node)).not.toContain(null);
      }
      expect(Object.hasOwn(await nodeIn(school, 'list', '-companyhome-'), 'parent')).toBe(false);
    });

    test('says of every right whether the caller has it', async () => {
      const node = await nodeIn(school, 'list', '-companyhome-');
      const names = (hasRight: boolean) =>
        (node['access'] as Json[])
          .filter((entry) => entry['hasRight'] === hasRight)
          .map((entry) => entry['permission']);
      expect(names(true)).toEqual(['Read', 'ReadChildren']);
      expect(names(false)).toHaveLength(rightNames.length - 2);
    });
  });

  describe('nodeForm', () => {
    const isInLists = (node: WireNode): boolean => Array.isArray(node.properties) && !Object.hasOwn(node, 'owner');

    test('is taken by every call that answers nodes', async () => {
      const { anna: client } = school;
      const nodeForm = 'list';
      const name = newName('form');
      const body = { 'cm:name': [name] };
      const { node } = await client.createNode({ ...at('-userhome-'), type: 'ccm:io', nodeForm, body });
      const entries = [
        await client.getNode({ ...at(node), nodeForm }),
        await client.updateMetadata({ ...at(node), nodeForm, body: {} }),
        await client.createMetadataVersion({ ...at(node), nodeForm, versionComment: '', body: {} }),
        await client.uploadContent({ ...at(node), nodeForm, body: aFile('text') }),
        await client.resolvePath({ ...at('-userhome-'), path: name, nodeForm }),
      ];
      const { nodes: children } = await client.listChildren({ ...at('-userhome-'), nodeForm });
      const { nodes: found } = await client.searchNodes({ repository: '-home-', query: name, nodeForm });
      expect(children.length).toBeGreaterThan(0);
      expect(found).toHaveLength(1);
      for (const each of [node, ...entries.map((entry) => entry.node), ...children, ...found]) {
        expect(isInLists(each)).toBe(true);
      }
      expect(children.find((child) => child.ref.id === node.ref.id)).toEqual(entries.at(-1)?.node);
    });

    test('both forms of one node stay apart and up to date, whoever asked before', async () => {
      const node = await makeFile(school.anna, 'text');
      for (const title of ['eins', 'zwei']) {
        await school.anna.updateMetadata({ ...at(node), body: { 'cclom:title': title } });
        for (const form of ['map', 'list', 'map'] as const) {
          const answered = await nodeIn(school, form, node);
          expect(answered['title']).toBe(title);
          expect(Array.isArray(answered['properties'])).toBe(form === 'list');
        }
      }
    });

    test.each([undefined, 'list'] as const)(
      '2.4 NodeVersion: properties (opt, array of NodeProperty), whatever form the repository has, with nodeForm %s',
      async (nodeForm) => {
        const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'Eins' } });
        const { body } = await school.send({
          operation: 'getVersion',
          params: { ...at(file), major: '1', minor: '1' },
          query: nodeForm === undefined ? {} : { nodeForm },
          body: undefined,
          headers: basic(anna),
        });
        const entry = body.kind === 'json' ? body.value : body.kind === 'written-json' ? body.json.parse() : undefined;
        const inLists = expect.arrayContaining([{ name: 'cclom:title', values: ['Eins'] }]);
        expect(entry).toMatchObject({ version: { properties: inLists } });
      },
    );

    test('2.4 NodeVersion | properties (opt, array of NodeProperty): so, unless the call asks for the map', async () => {
      const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'Eins' } });
      const call = { ...at(file), major: 1, minor: 1 };
      const inLists = expect.arrayContaining([{ name: 'cclom:title', values: ['Eins'] }]);
      const { anna: client } = school;
      expect((await client.getVersion({ ...call, nodeForm: 'map' })).version.properties).toMatchObject({
        'cclom:title': ['Eins'],
        'cclom:size': ['1'],
      });
      expect((await client.getVersion({ ...call, nodeForm: 'list' })).version.properties).toEqual(inLists);
      const bare = {
        operation: 'getVersion',
        params: { ...at(file), major: '1', minor: '1' },
        query: {},
        body: undefined,
        headers: basic(anna),
      } as const;
      const { body } = await school.send(bare);
      const json = body.kind === 'json' ? body.value : body.kind === 'written-json' ? body.json.parse() : undefined;
      expect(json).toMatchObject({ version: { properties: inLists } });
      const { versions } = await client.describeVersions({ ...at(file), nodeForm: 'list' });
      expect(versions[1]?.properties).toEqual(inLists);
    });

    test('is one of the two', async () => {
      const attempt = school.anna.getNode({ ...at('-userhome-'), nodeForm: 'tree' as 'map' });
      await expectRefused(attempt, 400, /query nodeForm: must be "map" or "list"/);
    });
  });

  describe('propertyFilter', () => {
    const namesOf = (node: WireNode): string[] => Object.keys(node.properties).sort();

    test('leaves the named properties, by short and by long name, and never changes the other fields', async () => {
      const node = await fileWithAll(school);
      const propertyFilter = ['cclom:title', '{http://www.alfresco.org/model/content/1.0}name', 'ccm:nothing', 'odd'];
      const { node: filtered } = await school.anna.getNode({ ...at(node), propertyFilter });
      expect(namesOf(filtered)).toEqual(['cclom:title', 'cm:name']);
      expect({ ...filtered, properties: null }).toEqual({ ...node, properties: null });
      const home = await school.anna.listChildren({ ...at('-userhome-'), propertyFilter: ['cm:name'] });
      for (const child of home.nodes) expect(namesOf(child)).toEqual(['cm:name']);
      expect((await school.anna.getNode(at(node))).node).toEqual(node);
    });

    test('-all-, or none, answers all; a name in an unknown namespace none', async () => {
      const node = await fileWithAll(school);
      for (const propertyFilter of [[], ['-all-'], ['cm:name', '-all-']]) {
        expect((await school.anna.getNode({ ...at(node), propertyFilter })).node).toEqual(node);
      }
      const { node: none } = await school.anna.getNode({ ...at(node), propertyFilter: ['{urn:x}name', '__proto__'] });
      expect(none.properties).toEqual({});
    });
  });
});

withTransports(
  (school) => {
    const textOf = ({ text }: RawResponse): string => text;
    const get = (path: string): Promise<string> => rawRequest(school.raw, { path, headers: basic(anna) }).then(textOf);

    test('a repository that is configured for lists answers them, and maps to whoever asks for maps', async () => {
      const made = await fileWithAll(school);
      const [usual, list, map] = await Promise.all(
        ([undefined, 'list', 'map'] as const).map((form) => nodeIn(school, form, made)),
      );
      expect(usual).toEqual(list);
      expect(map).toEqual(made);
      const path = `/node/v1/nodes/-home-/${made.ref.id}/metadata`;
      expect(JSON.parse(await get(path))).toEqual({ node: list });
      expect(await get(`${path}?nodeForm=`)).toContain('nodeForm');
      expect(JSON.parse(await get(`${path}?nodeForm=map`))).toEqual({ node: map });
    });

    test('the addresses of licence and icon answer with pictures', async () => {
      const node = await fileWithAll(school);
      for (const url of [node.iconURL, node.licenseURL, node.preview.url]) {
        const { pathname, search } = new URL(url);
        const { status, headers } = await rawRequest(school.raw, {
          path: `^${pathname}${search}`,
          headers: basic(anna),
        });
        expect([status, headers['content-type']], url).toEqual([200, expect.stringMatching(/^image\//)]);
      }
    });
  },
  { only: ['TCP'], overrides: { 'repository.nodeForm': 'list' } },
);
