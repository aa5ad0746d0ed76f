import { describe, expect, test, vi } from 'vitest';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode } from '../support/trees.ts';

withTransports((school) => {
  describe('folders that the repository itself needs', () => {
    test('nobody deletes a home folder, also not their own', async () => {
      await expect(school.anna.deleteNode(at('-userhome-'))).rejects.toMatchObject({ status: 400 });
      const { node } = await school.anna.getNode(at('-userhome-'));
      await expect(school.admin.deleteNode({ ...at(node), recycle: false })).rejects.toMatchObject({ status: 400 });
      expect((await school.anna.getNode(at('-userhome-'))).node.ref.id).toBe(node.ref.id);
    });

    test('nobody deletes the top folder', async () => {
      await expect(school.admin.deleteNode(at('-companyhome-'))).rejects.toMatchObject({ status: 400 });
    });
  });

  describe('a folder that is deleted for good', () => {
    test('takes all below it along, and its name is free at once', async () => {
      const top = await makeFolder(school.anna, { name: 'for good' });
      let parent = top;
      for (let depth = 0; depth < 30; depth += 1) {
        for (const name of ['a', 'b']) await makeNode(school.anna, { type: 'ccm:io', parent, name });
        parent = await makeFolder(school.anna, { parent, name: 'deeper' });
      }
      const file = await makeFile(school.anna, 'the deepest text', { parent });
      const before = (await school.admin.getStatus()).store.nodes;
      await school.anna.deleteNode({ ...at(top), recycle: false });
      await makeFolder(school.anna, { name: 'for good' });
      await expect(school.admin.getNode(at(file))).rejects.toMatchObject({ status: 404 });
      await expect(school.admin.listVersions(at(file))).rejects.toMatchObject({ status: 404 });
      await expect(school.admin.downloadContent({ nodeId: file.ref.id })).rejects.toMatchObject({ status: 404 });
      // The records go behind the answer: 92 of them, and one new folder has come.
      await vi.waitFor(async () => expect((await school.admin.getStatus()).store.nodes).toBe(before - 92 + 1), 120_000);
    });
  });
});
