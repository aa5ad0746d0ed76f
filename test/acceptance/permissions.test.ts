import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, pictureOf } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeGetPermissions(school);
  describeSetPermissions(school);
});

type GivenList = Parameters<School['anna']['setPermissions']>[0]['body'];

const grant = (authorityName: string, ...permissions: readonly string[]) => ({
  authority: { authorityName },
  permissions: [...permissions],
});

function describeGetPermissions(school: School): void {
  describeOperation('getPermissions', school, {
    effect: {
      'local and inherited entries are told apart, under the old name and the new one': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await school.anna.setPermissions({ ...at(folder), body: { permissions: [grant('carla', 'Consumer')] } });
        await school.anna.setPermissions({
          ...at(file),
          body: { permissions: [grant('GROUP_EVERYONE', 'Consumer', 'CCPublish')] },
        });
        const { permissions } = await school.anna.getPermissions(at(file));
        const authority = { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' };
        const roles = ['Consumer', 'CCPublish'];
        // Later servers have one entry for each authority: their clients take the first one, and write it back.
        const merged = [{ authority, permission: 'Consumer', permissions: roles }];
        expect(permissions.localPermissions).toEqual({ inherited: true, permissions: merged });
        const inLists = (await school.anna.getPermissions({ ...at(file), nodeForm: 'list' })).permissions;
        const split = roles.map((permission) => ({ authority, permission, permissions: [permission] }));
        expect(inLists.localPermissions).toEqual({ inherited: true, permissions: split });
        expect(permissions.inheritedPermissions).toContainEqual({
          authority: { authorityName: 'carla', authorityType: 'USER' },
          permission: 'Consumer',
          permissions: ['Consumer'],
        });
      },
      'a changed permission counts, whatever is sent back under the other name': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('carla', 'Coordinator')] } });
        const read = (await school.anna.getPermissions(at(file))).permissions.localPermissions;
        const changed = read.permissions.map((ace) => ({ ...ace, permission: 'Consumer' }));
        await school.anna.setPermissions({ ...at(file), body: { inherited: true, permissions: changed } });
        const { permissions } = (await school.anna.getPermissions(at(file))).permissions.localPermissions;
        expect(permissions.map(({ permission }) => permission)).toEqual(['Consumer']);
        const more = permissions.map((ace) => ({ ...ace, permissions: ['Consumer', 'CCPublish'] }));
        await school.anna.setPermissions({ ...at(file), body: { inherited: true, permissions: more } });
        const after = (await school.anna.getPermissions(at(file))).permissions.localPermissions;
        expect(after.permissions.map((ace) => ace.permissions)).toEqual([['Consumer', 'CCPublish']]);
      },
      'a client that adds an entry to those that it read keeps all permissions of every authority': async () => {
        const file = await makeFile(school.anna, 'x');
        const both = grant('carla', 'Write', 'Collaborator');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [both] } });
        for (const nodeForm of ['map', 'list'] as const) {
          const read = (await school.anna.getPermissions({ ...at(file), nodeForm })).permissions.localPermissions;
          expect(new Set(read.permissions.map(({ permission }) => permission))).toContain('Collaborator');
          const body = { ...read, permissions: [...read.permissions, grant('bert', 'Consumer')] };
          await school.anna.setPermissions({ ...at(file), body });
          const after = (await school.anna.getPermissions(at(file))).permissions.localPermissions;
          expect(after.permissions).toMatchObject([
            { permission: 'Collaborator', permissions: ['Write', 'Collaborator'] },
            { permission: 'Consumer' },
          ]);
        }
      },
      'the special authorities may be named by their type': async () => {
        const file = await makeFile(school.anna, 'x');
        const special = ['EVERYONE', 'OWNER', 'GUEST'] as const;
        const permissions = special.map((authorityType) => ({
          authority: { authorityName: authorityType, authorityType },
          permission: 'Consumer',
        }));
        await school.anna.setPermissions({ ...at(file), body: { permissions } });
        const { localPermissions } = (await school.anna.getPermissions(at(file))).permissions;
        expect(localPermissions.permissions.map(({ authority }) => authority.authorityName)).toEqual([
          'GROUP_EVERYONE',
          'ROLE_OWNER',
          'ROLE_GUEST',
        ]);
      },
      'what several folders above say is told once': async () => {
        const outer = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: outer });
        const file = await makeFile(school.anna, 'x', { parent: inner });
        for (const folder of [outer, inner]) {
          const body = { permissions: [grant('carla', 'Consumer', 'Write'), grant('bert', 'Consumer')] };
          await school.anna.setPermissions({ ...at(folder), body });
        }
        const { inheritedPermissions } = (await school.anna.getPermissions(at(file))).permissions;
        const told = inheritedPermissions.flatMap(({ authority, permissions }) =>
          permissions.map((permission) => `${authority.authorityName} ${permission}`),
        );
        expect(told.toSorted()).toEqual(['anna Coordinator', 'bert Consumer', 'carla Consumer', 'carla Write']);
      },
    },
    refusal: {
      'who may not read permissions is not told them': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('carla', 'Consumer')] } });
        await expectRefused(school.carla.getPermissions(at(file)), 403, /ReadPermissions/);
        await expectRefused(school.bert.getPermissions(at(file)), 403, /ReadPermissions/);
        await expectRefused(school.nobody.getPermissions(at(file)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.getPermissions(at(unknownNode)), 404, /does not exist/);
      },
    },
  });
}

function describeSetPermissions(school: School): void {
  describeOperation('setPermissions', school, {
    effect: {
      'what is set takes the place of what was there, and is taken away again at once': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('carla', 'Consumer')] } });
        expect((await school.carla.getNode(at(file))).node.name).toBe(file.name);
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('bert', 'Consumer')] } });
        await expectRefused(school.carla.getNode(at(file)), 403);
        expect((await school.bert.getNode(at(file))).node.name).toBe(file.name);
        await school.anna.setPermissions({ ...at(file), body: { permissions: [] } });
        await expectRefused(school.bert.getNode(at(file)), 403);
        const { permissions } = await school.anna.getPermissions(at(file));
        expect(permissions.localPermissions).toEqual({ inherited: true, permissions: [] });
      },
      'the old form with one permission, and EVERYONE by its type, are understood': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({
          ...at(file),
          body: {
            inherited: false,
            permissions: [
              { authority: { authorityName: 'carla', authorityType: 'USER' }, permission: 'Consumer' },
              { authority: { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' }, permission: 'Read' },
            ],
          },
        });
        expect((await school.carla.getNode(at(file))).node.access).toContain('ReadAll');
        expect((await school.bert.getNode(at(file))).node.access).toEqual(['Read', 'ReadChildren']);
        expect((await school.anna.getPermissions(at(file))).permissions.localPermissions.inherited).toBe(false);
      },
      'the form that the call for reading answers is understood as well': async () => {
        const [from, to] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'y')];
        await school.anna.setPermissions({ ...at(from), body: { permissions: [grant('carla', 'Consumer')] } });
        const { permissions } = await school.anna.getPermissions(at(from));
        await school.anna.setPermissions({ ...at(to), body: permissions });
        expect((await school.anna.getPermissions(at(to))).permissions.localPermissions).toEqual(
          permissions.localPermissions,
        );
      },
      'people and groups that are deleted are not in what the call for reading answers': async () => {
        const file = await makeFile(school.anna, 'x');
        const [group, person] = [`GROUP_${newName('gone')}`, newName('gone')];
        await school.admin.createGroup({ repository: '-home-', group, body: {} });
        await school.admin.createPerson({ repository: '-home-', person, password: 'secret', body: {} });
        const granted = [grant('carla', 'Consumer'), grant(group, 'Consumer'), grant(person, 'Consumer')];
        await school.anna.setPermissions({ ...at(file), body: { permissions: granted } });
        await school.admin.deleteGroup({ repository: '-home-', group });
        await school.admin.deletePerson({ repository: '-home-', person });
        const { permissions } = await school.anna.getPermissions(at(file));
        await school.anna.setPermissions({ ...at(file), body: permissions });
        const { localPermissions } = (await school.anna.getPermissions(at(file))).permissions;
        expect(localPermissions.permissions.map(({ authority }) => authority.authorityName)).toEqual(['carla']);
      },
      'open to everybody is told by isPublic': async () => {
        const file = await makeFile(school.anna, 'x');
        expect(file.isPublic).toBe(false);
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('GROUP_EVERYONE', 'Consumer')] } });
        expect((await school.bert.getNode(at(file))).node.isPublic).toBe(true);
      },
    },
    refusal: {
      'who may not change permissions gives nothing to anybody': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('carla', 'Collaborator')] } });
        const before = await pictureOf(school.anna, file);
        const body = { permissions: [grant('bert', 'Coordinator')] };
        await expectRefused(school.carla.setPermissions({ ...at(file), body }), 403, /ChangePermissions/);
        await expectRefused(school.bert.setPermissions({ ...at(file), body }), 403, /ChangePermissions/);
        await expectRefused(school.nobody.setPermissions({ ...at(file), body }), 401, /Sign in/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
    },
    badInput: {
      'unknown permissions are named, and nothing is set': async () => {
        const file = await makeFile(school.anna, 'x');
        const before = await pictureOf(school.anna, file);
        for (const name of ['Owner', 'consumer', '', '__proto__', 'constructor']) {
          const body = { permissions: [grant('carla', 'Consumer'), grant('bert', name)] };
          await expectRefused(school.anna.setPermissions({ ...at(file), body }), 400, /Unknown permissions/);
        }
        const otherCase = { permissions: [grant('bert', 'consumer')] };
        await expectRefused(school.anna.setPermissions({ ...at(file), body: otherCase }), 400, /mean Consumer\?/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'unknown authorities are named, and nothing is set': async () => {
        const file = await makeFile(school.anna, 'x');
        const before = await pictureOf(school.anna, file);
        for (const name of ['zoe', 'GROUP_UNKNOWN', '__proto__', 'Annas']) {
          const body = { permissions: [grant('carla', 'Consumer'), grant(name, 'Consumer')] };
          const attempt = school.anna.setPermissions({ ...at(file), body });
          await expectRefused(attempt, 400, new RegExp(`Unknown people or groups: ${name}`));
        }
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'all that is unknown is named at once': async () => {
        const file = await makeFile(school.anna, 'x');
        const body = { permissions: [grant('zoe', 'Reader'), grant('GROUP_UNKNOWN', 'Writer')] };
        for (const name of ['zoe', 'GROUP_UNKNOWN', 'Reader', 'Writer']) {
          await expectRefused(school.anna.setPermissions({ ...at(file), body }), 400, new RegExp(name));
        }
      },
      'of very many that are unknown the first are named': async () => {
        const file = await makeFile(school.anna, 'x');
        const names = Array.from({ length: 30 }, (_, index) => `unknown-${index}`);
        const body = { permissions: names.map((name) => grant(name, 'Consumer')) };
        const told = /groups: unknown-0, .*unknown-19 and 10 more\. Create/;
        await expectRefused(school.anna.setPermissions({ ...at(file), body }), 400, told);
      },
      'a list of more than 1,000 entries is refused, and nothing is set': async () => {
        const file = await makeFile(school.anna, 'x');
        const before = await pictureOf(school.anna, file);
        const permissions = Array.from({ length: 1_001 }, () => grant('carla', 'Consumer'));
        await expectRefused(school.anna.setPermissions({ ...at(file), body: { permissions } }), 400, /1000/);
        const nested = { localPermissions: { permissions } };
        await expectRefused(school.anna.setPermissions({ ...at(file), body: nested }), 400, /body permissions/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
        await school.anna.setPermissions({ ...at(file), body: { permissions: permissions.slice(1) } });
      },
      'Deny, which would take nothing away, is refused with what to do instead': async () => {
        const folder = await makeFolder(school.anna);
        await school.anna.setPermissions({ ...at(folder), body: { permissions: [grant('carla', 'Consumer')] } });
        const file = await makeFile(school.anna, 'x', { parent: folder });
        const before = await pictureOf(school.anna, file);
        const body = { permissions: [grant('carla', 'Deny')] };
        await expectRefused(school.anna.setPermissions({ ...at(file), body }), 400, /inherited/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'a name that contradicts its type is refused, so that nothing is shared with everyone by mistake': async () => {
        const file = await makeFile(school.anna, 'x');
        const before = await pictureOf(school.anna, file);
        for (const authorityType of ['EVERYONE', 'OWNER', 'GUEST'] as const) {
          const permissions = [{ authority: { authorityName: 'carla', authorityType }, permission: 'Consumer' }];
          const told = new RegExp(`"carla" is not the name of the type ${authorityType}`);
          await expectRefused(school.anna.setPermissions({ ...at(file), body: { permissions } }), 400, told);
        }
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'an entry without a permission or without a name is refused': async () => {
        const file = await makeFile(school.anna, 'x');
        const before = await pictureOf(school.anna, file);
        const entries = [grant('carla'), { authority: { authorityName: 'carla' } }, grant('', 'Consumer')];
        for (const entry of entries) {
          await expectRefused(school.anna.setPermissions({ ...at(file), body: { permissions: [entry] } }), 400);
        }
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'a body of another form is refused': async () => {
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant('carla', 'Consumer')] } });
        const before = await pictureOf(school.anna, file);
        const bodies = [{}, [], 'Consumer', { inherited: 'yes' }, { permissions: 'carla' }, { permissions: [null] }];
        for (const body of bodies) {
          // The types forbid what is tried here.
          await expectRefused(
            school.anna.setPermissions({ ...at(file), body: body as unknown as GivenList }),
            400,
            /body/,
          );
        }
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'an unknown node is missing': async () => {
        await expectRefused(
          school.anna.setPermissions({ ...at(unknownNode), body: { permissions: [] } }),
          404,
          /does not exist/,
        );
      },
    },
  });
}
