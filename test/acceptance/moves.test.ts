import { describe, expect, test } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, namesIn, newName, pictureOf, versionsOf, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const unknownNode = '00000000-0000-4000-8000-000000000000';

const grant = (school: School, node: WireNode, person: string, permission: string) =>
  school.admin.setPermissions({
    ...at(node),
    body: { inherited: true, permissions: [{ authority: { authorityName: person }, permission }] },
  });

const grantAll = (school: School, node: WireNode, person: string, permissions: readonly string[]) =>
  school.admin.setPermissions({
    ...at(node),
    body: {
      inherited: true,
      permissions: permissions.map((permission) => ({ authority: { authorityName: person }, permission })),
    },
  });

const move = (school: School, node: WireNode, folder: string | WireNode) =>
  school.anna.moveNode({ ...at(folder), source: node.ref.id });

withTransports((school) => {
  describeOperation('moveNode', school, {
    effect: {
      'a folder goes with all below it, and nothing else of it changes': async () => {
        const [from, to] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const folder = await makeFolder(school.anna, { parent: from, name: 'folder' });
        const file = await makeFile(school.anna, 'x', { parent: folder, name: 'file' });
        const { node } = await move(school, folder, to);
        expect(node).toEqual({
          ...folder,
          parent: to.ref,
          properties: { ...folder.properties, 'virtual:primaryparent_nodeid': [to.ref.id] },
        });
        expect(await namesIn(school.anna, from)).toEqual([]);
        expect(await namesIn(school.anna, to)).toEqual(['folder']);
        expect((await school.anna.resolvePath({ ...at(to), path: 'folder/file' })).node.ref.id).toBe(file.ref.id);
        await expectRefused(school.anna.resolvePath({ ...at(from), path: 'folder' }), 404);
      },
      'the rights of the new place hold below at once, in search too': async () => {
        const word = newName('wort').replace('-', '');
        const [open, closed] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        await grant(school, open, 'bert', 'Consumer');
        const folder = await makeFolder(school.anna, { parent: closed });
        const file = await makeFile(school.anna, word, { parent: folder });
        const found = async () => (await school.bert.searchNodes({ repository, query: word })).pagination.total;
        for (const [place, sees] of [
          [open, true],
          [closed, false],
          [open, true],
        ] as const) {
          expect(await found()).toBe(sees ? 0 : 1);
          await move(school, folder, place);
          if (sees) expect((await school.bert.getNode(at(file))).node.ref.id).toBe(file.ref.id);
          else await expectRefused(school.bert.getNode(at(file)), 403);
          expect(await found()).toBe(sees ? 1 : 0);
        }
      },
      'into the folder where it is, nothing happens': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        const before = await pictureOf(school.anna, folder);
        await move(school, file, folder);
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
      'with a new name it is renamed in the same step, and its version keeps the old one': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { name: newName('old') });
        const { node } = await school.anna.moveNode({ ...at(folder), source: file.ref.id, name: 'new' });
        expect(node).toMatchObject({ name: 'new', parent: { id: folder.ref.id }, contentVersion: '1.1' });
        const { version } = await school.anna.getVersion({ ...at(file), major: 1, minor: 1 });
        expect(version.properties).toMatchObject({ 'cm:name': [file.name] });
        await school.anna.moveNode({ ...at(folder), source: file.ref.id, name: 'newer' });
        expect(await namesIn(school.anna, folder)).toEqual(['newer']);
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1']);
      },
      'whoever may clear out the folder moves what others put there': async () => {
        const shared = await makeFolder(school.anna);
        await grant(school, shared, 'bert', 'Collaborator');
        const file = await makeFile(school.bert, 'x', { parent: shared });
        await move(school, file, '-userhome-');
        expect(await namesIn(school.anna, shared)).toEqual([]);
        expect((await school.bert.getNode(at(file))).node.owner.firstName).toBe('Bert');
      },
    },
    refusal: {
      'whoever may not delete it there, or not add to the folder, moves nothing': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await grant(school, folder, 'bert', 'Collaborator');
        const call = { ...at('-userhome-'), source: file.ref.id };
        await expectRefused(school.bert.moveNode(call), 403, /bert needs the right/);
        await expectRefused(school.nobody.moveNode({ ...at(folder), source: file.ref.id }), 401);
        const own = await makeFile(school.bert, 'x');
        const home = (await school.anna.getNode(at('-userhome-'))).node;
        await expectRefused(school.bert.moveNode({ ...at(home), source: own.ref.id }), 403);
        expect(await namesIn(school.anna, folder)).toEqual([file.name]);
      },
      'whoever may not change the properties gives no new name': async () => {
        const [folder, other] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const file = await makeFile(school.anna, 'x', { parent: folder });
        for (const each of [folder, other]) await grant(school, each, 'bert', 'ESChildManager');
        await grant(school, file, 'bert', 'Consumer');
        await expectRefused(school.bert.moveNode({ ...at(other), source: file.ref.id, name: 'mine' }), 403);
        await school.bert.moveNode({ ...at(other), source: file.ref.id });
        expect(await namesIn(school.anna, folder)).toEqual([]);
      },
      'nobody comes by rights through the new place': async () => {
        const [folder, alike, open] = [
          await makeFolder(school.anna),
          await makeFolder(school.anna),
          await makeFolder(school.anna),
        ];
        const file = await makeFile(school.anna, 'exam', { parent: folder });
        for (const each of [folder, alike]) await grantAll(school, each, 'bert', ['Read', 'Delete', 'AddChildren']);
        await grantAll(school, open, 'bert', ['Consumer', 'Delete', 'AddChildren']);
        const own = await makeFolder(school.bert);
        await expectRefused(school.bert.moveNode({ ...at('-userhome-'), source: file.ref.id }), 403, /more rights/);
        await expectRefused(school.bert.moveNode({ ...at(own), source: file.ref.id }), 403, /ChangePermissions/);
        await expectRefused(school.bert.moveNode({ ...at(open), source: file.ref.id }), 403, /more rights/);
        await school.bert.moveNode({ ...at(alike), source: file.ref.id });
        const back = await makeFolder(school.bert, { parent: alike });
        await expectRefused(school.bert.moveNode({ ...at(back), source: file.ref.id }), 403, /more rights/);
        expect((await namesIn(school.anna, alike)).toSorted()).toEqual([file.name, back.name].toSorted());
      },
      'nor below a folder whose list they write': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'exam', { parent: folder });
        await grantAll(school, folder, 'bert', ['Read', 'Delete', 'AddChildren']);
        const own = await makeFolder(school.bert, { parent: folder });
        // Bert owns what is above; of what Anna made in it he has only what his list gives him.
        await grantAll(school, own, 'anna', ['Coordinator']);
        const inner = await makeFolder(school.anna, { parent: own });
        await expectRefused(school.bert.moveNode({ ...at(inner), source: file.ref.id }), 403, /more rights/);
      },
    },
    badInput: {
      'a folder is not moved into itself or below itself': async () => {
        const top = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: top });
        const deep = await makeFolder(school.anna, { parent: inner });
        for (const folder of [top, inner, deep]) await expectRefused(move(school, top, folder), 400, /into itself/);
        expect(await namesIn(school.anna, inner)).toEqual([deep.name]);
      },
      'a name that the folder has already is a conflict': async () => {
        const [from, to] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const file = await makeFile(school.anna, 'x', { parent: from, name: 'same' });
        const other = await makeFile(school.anna, 'y', { parent: to, name: 'same' });
        await expectRefused(move(school, file, to), 409, /same/);
        await school.anna.moveNode({ ...at(to), source: file.ref.id, name: 'another' });
        await expectRefused(school.anna.moveNode({ ...at(to), source: file.ref.id, name: 'same' }), 409);
        expect((await school.anna.getNode(at(other))).node.parent?.id).toBe(to.ref.id);
      },
      'nothing goes into a file, and no name is impossible': async () => {
        const [file, other] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'y')];
        await expectRefused(move(school, file, other), 400, /not a folder/);
        for (const name of ['', 'a\nb', '.']) {
          await expectRefused(school.anna.moveNode({ ...at('-userhome-'), source: file.ref.id, name }), 400);
        }
      },
      'what does not exist is missing': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(move(school, file, unknownNode), 404);
        await expectRefused(school.anna.moveNode({ ...at('-userhome-'), source: unknownNode }), 404);
        await expectRefused(school.anna.moveNode({ ...at('-userhome-'), source: 'nothing' }), 404);
        await school.anna.deleteNode(at(file));
        await expectRefused(move(school, file, '-userhome-'), 404);
      },
      'the folders that the repository itself needs stay where they are': async () => {
        const folder = await makeFolder(school.admin, { parent: '-companyhome-' });
        for (const source of ['-companyhome-', '-userhome-']) {
          await expectRefused(school.admin.moveNode({ ...at(folder), source }), 400, /system folder/);
        }
        const homes = (await school.admin.resolvePath({ ...at('-companyhome-'), path: 'User Homes' })).node;
        const home = (await school.anna.getNode(at('-userhome-'))).node;
        for (const node of [homes, home]) {
          await expectRefused(school.admin.moveNode({ ...at(folder), source: node.ref.id }), 400, /system folder/);
        }
      },
    },
  });

  describe('moves at the same moment', () => {
    test('never make a circle', async () => {
      for (let round = 0; round < 5; round += 1) {
        const top = await makeFolder(school.anna);
        const folders = await Promise.all(
          Array.from({ length: 6 }, (_, index) => makeFolder(school.anna, { parent: top, name: `${index}` })),
        );
        const tries = folders.flatMap((one) =>
          folders.filter((other) => other !== one).map((other) => [one, other] as const),
        );
        await Promise.allSettled(tries.map(([one, other]) => move(school, one, other)));
        for (const folder of folders) {
          const seen = new Set<string>();
          for (let id = folder.ref.id; id !== top.ref.id; ) {
            expect(seen).not.toContain(id);
            seen.add(id);
            id = (await school.anna.getNode(at(id))).node.parent?.id ?? '';
          }
        }
      }
    });

    test('to one name: exactly one arrives', async () => {
      const to = await makeFolder(school.anna);
      const files = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const parent = await makeFolder(school.anna);
          return makeFile(school.anna, 'x', { parent, name: 'same' });
        }),
      );
      const outcomes = await Promise.allSettled(files.map((file) => move(school, file, to)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await namesIn(school.anna, to)).toEqual(['same']);
    });
  });
});
