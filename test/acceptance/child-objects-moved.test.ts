import { describe, expect, test } from 'vitest';
import { aspect, countOf, fileWithChildren, grant, makeChild, restore, seen } from '../support/child-objects.ts';
import { enabledExports, exportOf, fileOf, unpacked } from '../support/data-exports.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  childrenOf,
  download,
  makeFile,
  makeFolder,
  namesIn,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describe('child objects and their file', () => {
    test('they move with their file, and a version, a revert or a new content of it leaves them', async () => {
      const { file, children } = await fileWithChildren(school);
      const target = await makeFolder(school.anna);
      await grant(school, target, 'bert', 'Consumer');
      await school.anna.moveNode({ ...at(target), source: file.ref.id });
      await school.anna.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile('second') });
      await school.anna.revertVersion({ ...at(file), major: 1, minor: 0 });
      expect(await namesIn(school.bert, file)).toEqual(['one.txt', 'two.txt']);
      expect((await download(school.bert, children[0] as WireNode)).toString()).toBe('solution');
      const path = `${file.name}/two.txt`;
      expect((await school.bert.resolvePath({ ...at(target), path })).node.ref.id).toBe(children[1]?.ref.id);
    });

    test('each has versions of its own', async () => {
      const { file, children } = await fileWithChildren(school);
      const [child] = children as [WireNode, WireNode];
      await school.anna.uploadContent({ ...at(child), mimetype: 'text/plain', body: aFile('better') });
      expect(await versionsOf(school.anna, child)).toEqual(['1.0', '1.1', '1.2']);
      expect((await download(school.anna, child, '1.1')).toString()).toBe('solution');
      expect(await namesIn(school.anna, file)).toEqual(['one.txt', 'two.txt']);
    });

    test('they are copied with their file and with its folder, and belong to the caller there', async () => {
      const top = await makeFolder(school.anna);
      const { file } = await fileWithChildren(school, top);
      await grant(school, top, 'bert', 'Consumer');
      for (const withChildren of [true, false]) {
        const call = { ...at('-userhome-'), source: file.ref.id, withChildren };
        const { node } = await school.bert.copyNode({ ...call, name: newName() });
        const copies = await childrenOf(school.bert, node);
        expect(copies.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
        expect(copies[0]).toMatchObject({ aspects: [aspect], owner: { firstName: 'Bert' }, contentVersion: '1.0' });
        expect((await download(school.bert, copies[1] as WireNode)).toString()).toBe('solution');
      }
      const { node } = await school.bert.copyNode({ ...at('-userhome-'), source: top.ref.id, withChildren: true });
      const [copied] = await childrenOf(school.bert, node);
      expect(copied?.properties['virtual:childobjectcount']).toEqual(['2']);
      expect(await namesIn(school.bert, copied as WireNode)).toEqual(['one.txt', 'two.txt']);
    });

    test('one alone moves and is copied to another file, or becomes a file in a folder', async () => {
      const { file, children } = await fileWithChildren(school);
      const [child] = children as [WireNode, WireNode];
      const other = await makeFile(school.anna, 'other');
      await school.anna.moveNode({ ...at(other), source: child.ref.id });
      await school.anna.copyNode({ ...at(file), source: child.ref.id, withChildren: false, name: 'copy.txt' });
      expect(await namesIn(school.anna, other)).toEqual(['one.txt']);
      expect(await namesIn(school.anna, file)).toEqual(['copy.txt', 'two.txt']);
      const folder = await makeFolder(school.anna);
      const copy = await school.anna.copyNode({ ...at(folder), source: child.ref.id, withChildren: true });
      expect(copy.node).toMatchObject({ name: 'one.txt', aspects: [] });
      expect(await namesIn(school.anna, folder)).toEqual(['one.txt']);
    });

    test('a move to a file of somebody else does not take one from its owner', async () => {
      const { file, children } = await fileWithChildren(school);
      const [child] = children as [WireNode, WireNode];
      await grant(school, file, 'bert', 'Coordinator');
      const other = await makeFile(school.bert, 'other');
      await school.bert.moveNode({ ...at(other), source: child.ref.id });
      expect(await seen(school.anna, child)).toMatchObject({
        owner: { firstName: 'Anna' },
        parent: { id: other.ref.id },
      });
    });

    test('they go to the trash with their file, come back with it, and are purged with it', async () => {
      const { file, children } = await fileWithChildren(school);
      const [child] = children as [WireNode, WireNode];
      await school.anna.deleteNode(at(file));
      await expectRefused(school.anna.getNode(at(child)), 404);
      await expectRefused(school.anna.listChildren(at(file)), 404);
      await restore(school.anna, file);
      expect(await namesIn(school.anna, file)).toEqual(['one.txt', 'two.txt']);
      expect(await countOf(school.anna, file)).toBe('2');
      await school.anna.deleteNode({ ...at(file), recycle: false });
      await expectRefused(school.anna.getNode(at(child)), 404);
      const { nodes } = await school.anna.searchArchive({ repository, pattern: '*' });
      expect(nodes.map(({ name }) => name)).not.toContain('one.txt');
    });

    test('one alone goes to the trash and back, and to a folder when its file is gone', async () => {
      const { file, children } = await fileWithChildren(school);
      const [one, two] = children as [WireNode, WireNode];
      for (const child of children) await school.anna.deleteNode(at(child));
      expect(await namesIn(school.anna, file)).toEqual([]);
      await restore(school.anna, one);
      expect(await namesIn(school.anna, file)).toEqual(['one.txt']);
      await school.anna.deleteNode({ ...at(file), recycle: false });
      await expectRefused(restore(school.anna, two), 400, /The file of "two\.txt"/);
      const folder = await makeFolder(school.anna);
      await restore(school.anna, two, folder);
      expect(await namesIn(school.anna, folder)).toEqual(['two.txt']);
      expect((await seen(school.anna, two)).aspects).toEqual([]);
    });

    test('to delete a file for good needs the right on each of them', async () => {
      const folder = await makeFolder(school.anna);
      const { file, children } = await fileWithChildren(school, folder);
      await grant(school, folder, 'bert', 'Coordinator');
      await school.anna.setPermissions({
        ...at(children[0] as WireNode),
        body: { inherited: false, permissions: [] },
      });
      await expectRefused(school.bert.deleteNode({ ...at(file), recycle: false }), 403, /every node below/);
      await expectRefused(school.bert.deleteNode({ ...at(folder), recycle: false }), 403, /every node below/);
      await school.bert.deleteNode(at(folder));
    });
  });
});

withTransports(
  (school) => {
    test('a data export has them in the folder of their file', async () => {
      const file = await makeFile(school.anna, 'worksheet', { name: 'sheet.txt' });
      await makeChild(school, file, { name: 'solution.txt', text: 'forty-two' });
      const files = await unpacked(await fileOf(school.anna, await exportOf(school.anna, school.admin)));
      expect(String(files.get('home/sheet.txt/solution.txt/solution.txt'))).toBe('forty-two');
      expect(files.has('home/sheet.txt/solution.txt/solution.txt.json')).toBe(true);
    });
  },
  { overrides: enabledExports },
);
