import { describe, expect, test } from 'vitest';
import {
  aspect,
  childio,
  countOf,
  fileWithChildren,
  found,
  grant,
  makeChild,
  restore,
  seen,
} from '../support/child-objects.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  childrenOf,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describe('child objects of a file', () => {
    test('GET children of a file is 200, with its child objects; assocType=ccm:childio makes one', async () => {
      const file = await makeFile(school.anna, 'x');
      expect(await school.anna.listChildren(at(file))).toMatchObject({ nodes: [], pagination: { total: 0 } });
      const child = await makeChild(school, file, { name: 'one.txt' });
      expect(child).toMatchObject({
        type: 'ccm:io',
        aspects: [aspect],
        isDirectory: false,
        parent: { id: file.ref.id },
      });
      const { nodes, pagination } = await school.anna.listChildren(at(file));
      expect(nodes.map(({ ref }) => ref.id)).toEqual([child.ref.id]);
      expect(pagination).toEqual({ total: 1, from: 0, count: 1 });
      expect((await download(school.anna, child)).toString()).toBe('solution');
      expect(await versionsOf(school.anna, child)).toEqual(['1.0', '1.1']);
    });

    test('assocType or the aspect alone suffices, and each leads to both', async () => {
      const file = await makeFile(school.anna, 'x');
      const asked = [{ assocType: childio }, { aspects: [aspect] }, { assocType: '', aspects: [aspect] }];
      for (const how of asked) {
        const body = { 'cm:name': [newName()] };
        const { node } = await school.anna.createNode({ ...at(file), type: 'ccm:io', body, ...how });
        expect(node.aspects).toEqual([aspect]);
      }
      expect(await countOf(school.anna, file)).toBe('3');
    });

    test('names are unique in a file, and another one is found with renameIfExists', async () => {
      const { file } = await fileWithChildren(school);
      const call = { ...at(file), type: 'ccm:io', assocType: childio, body: { 'cm:name': ['one.txt'] } };
      await expectRefused(school.anna.createNode(call), 409, /one\.txt/);
      const { node } = await school.anna.createNode({ ...call, renameIfExists: true });
      expect(node.name).toBe('one - 1.txt');
    });

    test('virtual:childobjectcount counts those that the caller may read, and only files have it', async () => {
      const folder = await makeFolder(school.anna);
      const { file, children } = await fileWithChildren(school, folder);
      await grant(school, file, 'bert', 'Consumer');
      expect([await countOf(school.anna, file), await countOf(school.bert, file)]).toEqual(['2', '2']);
      await school.anna.setPermissions({
        ...at(children[0] as WireNode),
        body: { inherited: false, permissions: [] },
      });
      expect([await countOf(school.anna, file), await countOf(school.bert, file)]).toEqual(['2', '1']);
      expect(await namesIn(school.bert, file)).toEqual(['two.txt']);
      const [listed] = await childrenOf(school.anna, folder);
      expect(listed?.properties['virtual:childobjectcount']).toEqual(['2']);
      expect(await countOf(school.anna, children[1] as WireNode)).toBe('0');
      expect(await countOf(school.anna, folder)).toBeUndefined();
      await school.anna.deleteNode(at(children[1] as WireNode));
      expect(await countOf(school.anna, file)).toBe('1');
    });

    test('folders and searches do not show them beside their file', async () => {
      const folder = await makeFolder(school.anna);
      const word = newName('quaxl').replace('-', '');
      const file = await makeFile(school.anna, 'x', { parent: folder, name: `${word}.txt` });
      const child = await makeChild(school, file, { name: `${word}-solution.txt`, text: `${word} text` });
      expect(await namesIn(school.anna, folder)).toEqual([file.name]);
      expect(await found(school.anna, word)).toEqual([file.ref.id]);
      expect(await found(school.anna, 'ASPECT:"ccm:io_childobject"')).toEqual([]);
      // In a folder it is a file like others.
      await school.anna.moveNode({ ...at(folder), source: child.ref.id });
      expect((await found(school.anna, word)).sort()).toEqual([file.ref.id, child.ref.id].sort());
      await school.anna.deleteNode(at(child));
      await restore(school.anna, child);
      expect((await seen(school.anna, child)).parent?.id).toBe(folder.ref.id);
    });

    test('they inherit the rights of their file, those of its owner too, and only CreateChildren makes them', async () => {
      const { file, children } = await fileWithChildren(school);
      const [child] = children as [WireNode, WireNode];
      await expectRefused(school.bert.getNode(at(child)), 403);
      await expectRefused(school.nobody.listChildren(at(file)), 401);
      await grant(school, file, 'bert', 'Consumer');
      expect((await seen(school.bert, child)).access).toEqual((await seen(school.bert, file)).access);
      await expectRefused(makeChild(school, file, { by: school.bert }), 403, /AddChildren|CreateChildren/);
      await grant(school, file, 'bert', 'Coordinator');
      const his = await makeChild(school, file, { by: school.bert });
      expect((await seen(school.anna, his)).access).toEqual((await seen(school.anna, file)).access);
      expect(his).toMatchObject({ owner: { firstName: 'Anna' }, createdBy: { firstName: 'Bert' } });
      await school.anna.setPermissions({ ...at(file), body: { permissions: [] } });
      await expectRefused(school.bert.getNode(at(his)), 403);
      await expectRefused(school.bert.downloadContent({ nodeId: child.ref.id }), 403);
    });

    test('a reference in a collection has those of its original, and takes none', async () => {
      const { file, children } = await fileWithChildren(school);
      const { collection } = await school.anna.createCollection({
        ...{ repository, collection: '-root-' },
        body: { title: newName(), collection: { scope: 'MY', type: 'default' } },
      });
      const { node } = await school.anna.addReference({
        ...{ repository, collection: collection.ref.id, node: file.ref.id },
      });
      expect((await childrenOf(school.anna, node)).map(({ ref }) => ref.id)).toEqual(children.map(({ ref }) => ref.id));
      expect(await countOf(school.anna, node)).toBe('2');
      await expectRefused(makeChild(school, node), 400, /reference.*original/);
    });

    test('only ccm:childio or the aspect makes one, of a file that is none itself, from a file', async () => {
      const { file, children } = await fileWithChildren(school);
      const folder = await makeFolder(school.anna);
      const body = { 'cm:name': [newName()] };
      for (const assocType of ['', 'cm:contains', 'x']) {
        await expectRefused(school.anna.createNode({ ...at(file), type: 'ccm:io', body, assocType }), 400, /assocType/);
      }
      await expectRefused(makeChild(school, children[0] as WireNode), 400, /child object/);
      const asFolder = { ...at(file), type: 'ccm:map', body, assocType: childio };
      await expectRefused(school.anna.createNode(asFolder), 400, /child object/);
      await expectRefused(makeChild(school, folder), 400, /is a folder/);
      const plain = await makeFile(school.anna, 'plain');
      await expectRefused(school.anna.moveNode({ ...at(file), source: plain.ref.id }), 400, /not a folder/);
      expect(await namesIn(school.anna, file)).toEqual(['one.txt', 'two.txt']);
    });

    test('a file in a folder with the aspect stays a file, and an empty assocType is ignored', async () => {
      const folder = await makeFolder(school.anna);
      const body = { 'cm:name': ['plain'] };
      const call = { ...at(folder), type: 'ccm:io', aspects: [aspect], assocType: '', body };
      const { node } = await school.anna.createNode(call);
      expect(node.aspects).toEqual([aspect]);
      expect(await namesIn(school.anna, folder)).toEqual(['plain']);
      await makeNode(school.anna, { type: 'ccm:io', parent: folder });
    });

    test('a call for many makes them by the aspect', async () => {
      const file = await makeFile(school.anna, 'x');
      const line = {
        id: newName(),
        parent: file.ref.id,
        type: 'ccm:io',
        aspects: [aspect],
        properties: { 'cm:name': ['a'] },
      };
      await school.anna.createNodes({ body: aFile(`${JSON.stringify(line)}\n`) });
      expect(await namesIn(school.anna, file)).toEqual(['a']);
    });
  });
});
