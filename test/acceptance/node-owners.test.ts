import { expect } from 'vitest';
import { fileWithChildren, grant, makeChild } from '../support/child-objects.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, type WireNode } from '../support/trees.ts';

const ownerOf = async (client: School['anna'], node: WireNode): Promise<string | undefined> =>
  (await client.getNode(at(node))).node.owner.firstName;

withTransports((school) => {
  describeOperation('setOwner', school, {
    effect: {
      'the new owner has all rights, and lists show the node as theirs': async () => {
        const file = await makeFile(school.anna, 'x');
        await grant(school, file, 'bert', 'Consumer');
        await school.anna.setOwner({ ...at(file), username: 'carla' });
        expect((await school.carla.getNode(at(file))).node.access).toContain('Delete');
        expect(await ownerOf(school.anna, file)).toBe('Carla');
        const shared = (await school.carla.listChildren(at('-my_shared_files-'))).nodes.map(({ ref }) => ref.id);
        expect(shared).toContain(file.ref.id);
        const before = (await school.anna.listChildren(at('-my_shared_files-'))).nodes.map(({ ref }) => ref.id);
        expect(before).not.toContain(file.ref.id);
      },
      'a node that is not in the home folder of its former owner is closed to them': async () => {
        const folder = await makeFolder(school.bert);
        await school.bert.setPermissions({
          ...at(folder),
          body: { permissions: [{ authority: { authorityName: 'anna' }, permission: 'Contributor' }] },
        });
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await school.bert.setPermissions({ ...at(folder), body: { permissions: [] } });
        await school.anna.setOwner({ ...at(file), username: 'bert' });
        await expectRefused(school.anna.getNode(at(file)), 403);
        await school.admin.setOwner({ ...at(file), username: 'anna' });
        expect((await school.anna.getNode(at(file))).node.access).toContain('Delete');
      },
      'child objects follow their file, except those of other people; files in a folder do not': async () => {
        const folder = await makeFolder(school.anna);
        const { file, children } = await fileWithChildren(school, folder);
        const foreign = await makeChild(school, await makeFile(school.bert, 'x'), { by: school.bert });
        await grant(school, file, 'bert', 'Contributor');
        await school.bert.moveNode({ ...at(file), source: foreign.ref.id });
        await school.anna.setOwner({ ...at(folder), username: 'carla' });
        expect(await ownerOf(school.anna, file)).toBe('Anna');
        await school.anna.setOwner({ ...at(file), username: 'CARLA' });
        expect(await Promise.all(children.map((child) => ownerOf(school.admin, child)))).toEqual(['Carla', 'Carla']);
        expect(await ownerOf(school.admin, foreign)).toBe('Bert');
        expect(await ownerOf(school.admin, await makeChild(school, file))).toBe('Carla');
      },
    },
    refusal: {
      'only owners, coordinators and administrators set an owner': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { ...at(file), username: 'carla' };
        await expectRefused(school.carla.setOwner(call), 403, /TakeOwnership/);
        await grant(school, file, 'carla', 'Collaborator');
        await expectRefused(school.carla.setOwner(call), 403, /TakeOwnership/);
        await expectRefused(school.nobody.setOwner(call), 401, /Sign in/);
        expect(await ownerOf(school.anna, file)).toBe('Anna');
        await grant(school, file, 'carla', 'Coordinator');
        await school.carla.setOwner(call);
        expect(await ownerOf(school.anna, file)).toBe('Carla');
      },
      'a home folder keeps its owner': async () => {
        await expectRefused(school.anna.setOwner({ ...at('-userhome-'), username: 'carla' }), 400, /system folder/);
      },
    },
    badInput: {
      'an unknown person, a group or an unknown node is missing': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.setOwner({ ...at(file), username: 'karla' }), 404, /karla/);
        await expectRefused(school.anna.setOwner({ ...at(file), username: 'GROUP_EVERYONE' }), 404, /GROUP_EVERYONE/);
        const unknown = '00000000-0000-4000-8000-000000000000';
        await expectRefused(school.anna.setOwner({ ...at(unknown), username: 'carla' }), 404, /does not exist/);
        expect(await ownerOf(school.anna, file)).toBe('Anna');
      },
    },
  });
});
