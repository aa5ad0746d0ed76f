import { describe, expect, test } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

const maxDepth = 10;

/** Folders in each other, the deepest one last: nothing can be created in it. */
async function foldersToTheLimit(school: School): Promise<WireNode[]> {
  const folders: WireNode[] = [];
  for (let count = 0; count < maxDepth - 2; count += 1) {
    const parent = folders.at(-1);
    folders.push(await makeFolder(school.anna, parent === undefined ? {} : { parent }));
  }
  return folders;
}

withTransports(
  (school) => {
    describe(`folders that may be nested ${maxDepth} deep`, () => {
      const tooDeep = /nested 10 deep.*limits\.folderDepth/;

      test('take nothing new in the deepest one, and everything else as before', async () => {
        const folders = await foldersToTheLimit(school);
        const [deepest, above] = [folders.at(-1), folders.at(-2)];
        if (deepest === undefined || above === undefined) throw new Error('There are no folders.');
        const file = await makeFile(school.anna, 'x', { parent: above });
        await expectRefused(makeNode(school.anna, { type: 'ccm:io', parent: deepest }), 400, tooDeep);
        await expectRefused(makeFolder(school.anna, { parent: deepest }), 400, tooDeep);
        const source = { source: file.ref.id };
        await expectRefused(school.anna.moveNode({ ...at(deepest), ...source }), 400, tooDeep);
        await expectRefused(school.anna.copyNode({ ...at(deepest), ...source, withChildren: true }), 400, tooDeep);
        await school.anna.deleteNode(at(file));
        const restore = { repository: '-home-', archivedNodeIds: [file.ref.id] };
        await expectRefused(school.anna.restoreArchived({ ...restore, target: deepest.ref.id }), 400, tooDeep);
        await school.anna.restoreArchived(restore);
        expect((await school.anna.listChildren(at(deepest))).pagination.total).toBe(0);
        expect((await school.anna.listChildren(at(above))).pagination.total).toBe(2);
      });

      test('count from where they are: a folder that moves up can be filled again', async () => {
        const folders = await foldersToTheLimit(school);
        const [deepest, top] = [folders.at(-1), folders[0]];
        if (deepest === undefined || top === undefined) throw new Error('There are no folders.');
        await school.anna.moveNode({ ...at(top), source: deepest.ref.id });
        await makeFile(school.anna, 'x', { parent: deepest });
      });

      test('are refused to others for their rights first', async () => {
        const deepest = (await foldersToTheLimit(school)).at(-1);
        if (deepest === undefined) throw new Error('There are no folders.');
        await expectRefused(makeNode(school.bert, { type: 'ccm:io', parent: deepest }), 403);
      });

      test('are collections too', async () => {
        let collection = '-root-';
        const create = async (): Promise<string> => {
          const body = { title: newName(), collection: {} };
          const created = await school.anna.createCollection({ repository: '-home-', collection, body });
          return created.collection.ref.id;
        };
        for (let count = 0; count < maxDepth - 1; count += 1) collection = await create();
        await expectRefused(create(), 400, tooDeep);
      });
    });
  },
  { overrides: { 'limits.folderDepth': String(maxDepth) } },
);
