import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withEveryTransport } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, namesIn, newName, pictureOf } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withEveryTransport((school) => {
  describeCreateNode(school);
  describeGetNode(school);
});

function describeCreateNode(school: School): void {
  describeOperation('createNode', school, {
    effect: {
      'the child is listed in its folder, with its properties and version 1.0': async () => {
        const folder = await makeFolder(school.anna);
        const { node } = await school.anna.createNode({
          ...at(folder),
          type: 'ccm:io',
          aspects: ['cm:versionable', 'ccm:published'],
          versionComment: 'first',
          body: { 'cm:name': ['Brüche.pdf'], 'cclom:title': ['Brüche kürzen'], 'cclom:general_keyword': ['a', 'b'] },
        });
        const { nodes, pagination } = await school.anna.listChildren(at(folder));
        expect(nodes).toEqual([node]);
        expect(pagination).toEqual({ total: 1, from: 0, count: 1 });
        expect(node).toMatchObject({
          name: 'Brüche.pdf',
          title: 'Brüche kürzen',
          type: 'ccm:io',
          aspects: ['cm:versionable', 'ccm:published'],
          parent: { id: folder.ref.id },
          contentVersion: '1.0',
          size: null,
          downloadUrl: null,
          isDirectory: false,
          createdBy: { firstName: 'Anna' },
        });
        expect(node.properties['cclom:general_keyword']).toEqual(['a', 'b']);
        const { version } = await school.anna.getVersion({ ...at(node), major: 1, minor: 0 });
        expect(version.comment).toBe('first');
      },
      'a taken name gets a number before its extension where that is asked for': async () => {
        const folder = await makeFolder(school.anna);
        for (let count = 0; count < 3; count += 1) {
          await school.anna.createNode({
            ...at(folder),
            type: 'ccm:io',
            renameIfExists: true,
            body: { 'cm:name': ['a.txt'] },
          });
        }
        expect((await namesIn(school.anna, folder)).sort()).toEqual(['a - 1.txt', 'a - 2.txt', 'a.txt']);
      },
      'of many callers who want one name at once, one gets it': async () => {
        const folder = await makeFolder(school.anna);
        const attempts = Array.from({ length: 8 }, () =>
          makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'wanted' }),
        );
        const outcomes = await Promise.allSettled(attempts);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await namesIn(school.anna, folder)).toEqual(['wanted']);
      },
      'types and property names in their long form are answered in the short one': async () => {
        const { node } = await school.anna.createNode({
          ...at('-userhome-'),
          type: '{http://www.campuscontent.de/model/1.0}io',
          body: {
            '{http://www.alfresco.org/model/content/1.0}name': [newName('long')],
            '{http://www.campuscontent.de/model/lom/1.0}title': ['Long form'],
          },
        });
        expect(node).toMatchObject({ type: 'ccm:io', title: 'Long form' });
        expect(node.properties['cclom:title']).toEqual(['Long form']);
      },
    },
    refusal: {
      'a stranger cannot put anything into the folder': async () => {
        const folder = await makeFolder(school.anna);
        const before = await pictureOf(school.anna, folder);
        await expectRefused(makeNode(school.bert, { type: 'ccm:io', parent: folder }), 403, /bert.*AddChildren/);
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
      'nobody can without signing in': async () => {
        const folder = await makeFolder(school.anna);
        await expectRefused(makeNode(school.nobody, { type: 'ccm:io', parent: folder }), 401, /Sign in/);
        expect(await namesIn(school.anna, folder)).toEqual([]);
      },
    },
    badInput: {
      'a sibling of the same name is a conflict': async () => {
        const folder = await makeFolder(school.anna);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'twice' });
        const before = await pictureOf(school.anna, folder);
        await expectRefused(
          makeNode(school.anna, { type: 'ccm:map', parent: folder, name: 'twice' }),
          409,
          /"twice".*another name/,
        );
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
      'an unknown parent is missing': async () => {
        await expectRefused(makeNode(school.anna, { type: 'ccm:io', parent: unknownNode }), 404, /does not exist/);
      },
      'an unknown type is refused, and the known ones are named': async () => {
        const folder = await makeFolder(school.anna);
        const attempt = makeNode(school.anna, { type: 'ccm:spaceship', parent: folder });
        await expectRefused(attempt, 400, /ccm:spaceship.*ccm:map/);
        expect(await namesIn(school.anna, folder)).toEqual([]);
      },
      'a file is no folder': async () => {
        const file = await makeFile(school.anna, 'text');
        await expectRefused(makeNode(school.anna, { type: 'ccm:io', parent: file }), 400, /not a folder/);
      },
      'without a name nothing is made': async () => {
        const folder = await makeFolder(school.anna);
        const attempt = school.anna.createNode({ ...at(folder), type: 'ccm:io', body: { 'cclom:title': ['x'] } });
        await expectRefused(attempt, 400, /cm:name is missing/);
        expect(await namesIn(school.anna, folder)).toEqual([]);
      },
    },
  });
}

function describeGetNode(school: School): void {
  describeOperation('getNode', school, {
    effect: {
      'the map form is answered with all its fields': async () => {
        const folder = await makeFolder(school.anna);
        const made = await makeFile(school.anna, 'Größe', {
          parent: folder,
          name: 'Maße.txt',
          properties: { 'cclom:general_description': 'Über Längen', 'ccm:commonlicense_key': 'CC_BY_SA' },
        });
        const { node } = await school.anna.getNode(at(made));
        expect(node).toEqual(made);
        expect(node).toMatchObject({
          ref: { repo: 'local', id: made.ref.id, archived: false, isHomeRepo: true },
          parent: { id: folder.ref.id },
          name: 'Maße.txt',
          description: 'Über Längen',
          mimetype: 'text/plain',
          mediatype: 'file-txt',
          size: '7',
          contentVersion: '1.1',
          commentCount: 0,
          metadataset: 'default',
          repositoryType: 'LOCAL',
          collection: null,
          owner: { firstName: 'Anna', lastName: 'Lehrerin-Özdemir', mailbox: 'anna.oezdemir@schule.example' },
          modifiedBy: { firstName: 'Anna' },
          isPublic: false,
        });
        expect(node.access).toContain('ChangePermissions');
        expect(node.licenseURL).toMatch(/licence-cc_by_sa\.svg$/);
        for (const url of [node.content.url, node.downloadUrl, node.preview.url]) expect(url).toMatch(/\?.*=/);
        expect(node.properties['cm:name']).toEqual(['Maße.txt']);
        expect(node.properties['sys:node-uuid']).toEqual([made.ref.id]);
      },
      'the id of the repository, -userhome- and -companyhome- lead to where they should': async () => {
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        const { node: same } = await school.anna.getNode({ repository: 'local', node: home.ref.id });
        expect(same).toEqual(home);
        expect(home).toMatchObject({ name: 'anna', isDirectory: true });
        const { node: top } = await school.anna.getNode(at('-companyhome-'));
        expect(top.parent).toBeNull();
      },
    },
    refusal: {
      'a stranger is not told anything': async () => {
        const secret = await makeFile(school.anna, 'text', { name: 'Zeugnis.txt' });
        await expectRefused(school.bert.getNode(at(secret)), 403, /bert needs the right/);
        await expectRefused(school.nobody.getNode(at(secret)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.getNode(at(unknownNode)), 404, /Node .* does not exist/);
      },
      'what is no node id is missing': async () => {
        for (const node of ['abc', '-unknownhome-', '../x', ' ', 'ä'.repeat(300)]) {
          await expectRefused(school.anna.getNode(at(node)), 404, /does not exist/);
        }
      },
      'an unknown repository is missing': async () => {
        const attempt = school.anna.getNode({ repository: 'elsewhere', node: '-userhome-' });
        await expectRefused(attempt, 404, /elsewhere does not exist/);
      },
    },
  });
}
