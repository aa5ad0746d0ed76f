import { describe, expect, test } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName } from '../support/trees.ts';

const repository = '-home-';
const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';
const unknown = 'GROUP_does-not-exist';

withTransports((school) => {
  describeAdding(school);
  describeRemoving(school);
  describeMembers(school);
  describeMemberships(school);
  describeLastAdministrator(school);
});

async function makeGroup(school: School, stem = 'class', displayName?: string): Promise<string> {
  const body = displayName === undefined ? {} : { displayName };
  return (await school.admin.createGroup({ repository, group: newName(stem), body })).authorityName;
}

const join = (school: School, group: string, member: string) => school.admin.addMember({ repository, group, member });

const leave = (school: School, group: string, member: string) =>
  school.admin.removeMember({ repository, group, member });

const memberNames = async (school: School, group: string): Promise<string[]> =>
  (await school.admin.listMembers({ repository, group })).authorities.map(({ authorityName }) => authorityName);

/** A file of Anna's that this group may read. */
async function fileFor(school: School, group: string) {
  const file = await makeFile(school.anna, 'x');
  const grant = { authority: { authorityName: group }, permission: 'Consumer' };
  await school.anna.setPermissions({ ...at(file), body: { permissions: [grant] } });
  return file;
}

function describeAdding(school: School): void {
  describeOperation('addMember', school, {
    effect: {
      'a member has the rights of the group, through groups in groups too, from the next call on': async () => {
        const [grade, form, course] = [await makeGroup(school), await makeGroup(school), await makeGroup(school)];
        const file = await fileFor(school, grade);
        await join(school, grade, form);
        await join(school, form, course);
        await expectRefused(school.carla.getNode(at(file)), 403);
        await join(school, course, 'carla');
        expect((await school.carla.getNode(at(file))).node.name).toBe(file.name);
        await expectRefused(school.bert.getNode(at(file)), 403);
      },
      'a group may be named without GROUP_, and to be made a member again does nothing': async () => {
        const group = await makeGroup(school);
        await join(school, group.slice('GROUP_'.length), 'carla');
        await join(school, group, 'carla');
        expect(await memberNames(school, group)).toEqual(['carla']);
      },
      '-me- is whoever asks, also to leave again': async () => {
        const group = await makeGroup(school);
        await join(school, group, '-me-');
        expect(await memberNames(school, group)).toEqual(['admin']);
        await leave(school, group, '-me-');
        expect(await memberNames(school, group)).toEqual([]);
      },
    },
    refusal: {
      'only an administrator adds members, and nobody adds themselves': async () => {
        const group = await makeGroup(school);
        for (const member of ['bert', 'carla']) {
          await expectRefused(school.bert.addMember({ repository, group, member }), 403, /administrator/);
        }
        const intoAdministrators = { repository, group: administrators, member: 'bert' };
        await expectRefused(school.bert.addMember(intoAdministrators), 403, /administrator/);
        await expectRefused(school.nobody.addMember(intoAdministrators), 401, /Sign in/);
        expect(await memberNames(school, group)).toEqual([]);
      },
    },
    badInput: {
      'an unknown group and an unknown member are missing': async () => {
        const group = await makeGroup(school);
        await expectRefused(join(school, unknown, 'carla'), 404, /Group GROUP_does-not-exist does not exist/);
        await expectRefused(join(school, group, 'zoe'), 404, /Person zoe does not exist/);
        await expectRefused(join(school, group, unknown), 404, /Group GROUP_does-not-exist does not exist/);
        await expectRefused(join(school, group, 'a/b'), 404, /does not exist/);
        expect(await memberNames(school, group)).toEqual([]);
      },
      'no group gets into itself; the way that would be closed is named': async () => {
        const [a, b, c] = [await makeGroup(school, 'a'), await makeGroup(school, 'b'), await makeGroup(school, 'c')];
        await expectRefused(join(school, a, a), 400, /itself/);
        await join(school, a, b);
        await join(school, b, c);
        await expectRefused(join(school, b, a), 400, new RegExp(`${b} is a member of ${a}`));
        await expectRefused(join(school, c, a), 400, new RegExp(`${c} is a member of ${b}, which is a member of ${a}`));
        expect(await memberNames(school, c)).toEqual([]);
        // Two ways to the same group are no circle.
        await join(school, a, c);
        expect(await memberNames(school, a)).toEqual([b, c].sort());
      },
      'of two additions at once that would close a circle together, one is refused': async () => {
        const [a, b] = [await makeGroup(school, 'a'), await makeGroup(school, 'b')];
        const outcomes = await Promise.allSettled([join(school, a, b), join(school, b, a)]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      },
      'nobody joins EVERYONE, and EVERYONE joins nothing': async () => {
        const group = await makeGroup(school);
        for (const name of ['EVERYONE', 'GROUP_EVERYONE']) {
          await expectRefused(join(school, name, 'carla'), 400, /Everyone/);
        }
        for (const member of ['GROUP_EVERYONE', 'ROLE_OWNER', 'ROLE_GUEST']) {
          await expectRefused(join(school, group, member), 400, /cannot be a member/);
        }
      },
    },
  });
}

function describeRemoving(school: School): void {
  describeOperation('removeMember', school, {
    effect: {
      'the rights of the group are lost with the next call, also where a group leaves': async () => {
        const [grade, form] = [await makeGroup(school), await makeGroup(school)];
        const file = await fileFor(school, grade);
        await join(school, grade, form);
        await join(school, form, 'carla');
        await school.carla.getNode(at(file));
        await leave(school, form, 'carla');
        await expectRefused(school.carla.getNode(at(file)), 403);
        await join(school, form, 'carla');
        await school.carla.getNode(at(file));
        await leave(school, grade, form);
        await expectRefused(school.carla.getNode(at(file)), 403);
        expect(await memberNames(school, form)).toEqual(['carla']);
      },
    },
    refusal: {
      'only an administrator removes members': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        await expectRefused(school.carla.removeMember({ repository, group, member: 'carla' }), 403, /administrator/);
        await expectRefused(school.nobody.removeMember({ repository, group, member: 'carla' }), 401, /Sign in/);
        expect(await memberNames(school, group)).toEqual(['carla']);
      },
    },
    badInput: {
      'who is no member, and a group that is none, are missing': async () => {
        const [group, inner] = [await makeGroup(school), await makeGroup(school)];
        await join(school, group, inner);
        await join(school, inner, 'carla');
        await expectRefused(leave(school, group, 'carla'), 404, /does not exist/);
        await expectRefused(leave(school, group, 'zoe'), 404, /does not exist/);
        await expectRefused(leave(school, unknown, 'carla'), 404, /does not exist/);
      },
    },
  });
}

function describeMembers(school: School): void {
  describeOperation('listMembers', school, {
    effect: {
      'groups come first, then people, with what their own calls say of them': async () => {
        const [group, inner] = [await makeGroup(school), await makeGroup(school, 'inner', 'Kurs 3')];
        for (const member of ['carla', inner, 'anna']) await join(school, group, member);
        const { authorities, pagination } = await school.admin.listMembers({ repository, group });
        expect(pagination).toEqual({ total: 3, from: 0, count: 3 });
        expect(authorities).toEqual([
          (await school.admin.getGroup({ repository, group: inner })).group,
          (await school.admin.getPerson({ repository, person: 'anna' })).person,
          (await school.admin.getPerson({ repository, person: 'carla' })).person,
        ]);
      },
      'they are narrowed down by a pattern and a type, and come in pages': async () => {
        const [group, inner] = [await makeGroup(school), await makeGroup(school, 'inner', 'Özdemir AG')];
        for (const member of ['carla', inner, 'anna']) await join(school, group, member);
        const names = async (wanted: object) => {
          const { authorities } = await school.admin.listMembers({ repository, group, ...wanted });
          return authorities.map(({ authorityName }) => authorityName);
        };
        expect(await names({ pattern: 'oezdemir' })).toEqual([inner, 'anna']);
        expect(await names({ pattern: 'ÖZDEMIR', authorityType: 'USER' })).toEqual(['anna']);
        expect(await names({ authorityType: 'GROUP' })).toEqual([inner]);
        expect(await names({ maxItems: 1, skipCount: 1 })).toEqual(['anna']);
        expect(await names({ maxItems: 0 })).toEqual([]);
      },
    },
    refusal: {
      'only an administrator lists them, not the members': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        await expectRefused(school.carla.listMembers({ repository, group }), 403, /administrator/);
        await expectRefused(school.nobody.listMembers({ repository, group }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown group and an unknown type are refused': async () => {
        await expectRefused(school.admin.listMembers({ repository, group: unknown }), 404, /does not exist/);
        const group = await makeGroup(school);
        // The types forbid what is tried here.
        const authorityType = 'ROBOT' as 'USER';
        await expectRefused(school.admin.listMembers({ repository, group, authorityType }), 400, /authorityType/);
      },
    },
  });
}

function describeMemberships(school: School): void {
  describeOperation('listMemberships', school, {
    effect: {
      'one reads the own ones, not those through other groups': async () => {
        const person = newName('dora');
        await school.admin.createPerson({ repository, person, password: 'Passwort', body: {} });
        const [outer, inner] = [await makeGroup(school, 'outer'), await makeGroup(school, 'inner')];
        await join(school, outer, inner);
        await join(school, inner, person);
        const dora = school.as({ userName: person, password: 'Passwort' });
        const own = await dora.listMemberships({ repository, person: '-me-' });
        expect(own.groups.map(({ authorityName }) => authorityName)).toEqual([inner]);
        expect(await school.admin.listMemberships({ repository, person })).toEqual(own);
      },
    },
    refusal: {
      'others are read by administrators only': async () => {
        await expectRefused(school.bert.listMemberships({ repository, person: 'anna' }), 403, /administrator/);
        await expectRefused(school.nobody.listMemberships({ repository, person: '-me-' }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown person is missing': async () => {
        await expectRefused(school.admin.listMemberships({ repository, person: 'zoe' }), 404, /does not exist/);
      },
    },
  });
}

function describeLastAdministrator(school: School): void {
  describe('the administrators', () => {
    test('keep somebody who can sign in, whatever is taken away', async () => {
      const staff = await makeGroup(school, 'staff');
      const chief = newName('chief');
      const silent = newName('silent');
      await school.admin.createPerson({ repository, person: chief, password: 'Passwort', body: {} });
      await school.admin.createPerson({ repository, person: silent, body: {} });
      const asChief = school.as({ userName: chief, password: 'Passwort' });
      const noneLeft = /no administrator who can sign in/;

      await join(school, administrators, silent);
      await expectRefused(leave(school, administrators, 'admin'), 400, noneLeft);
      await join(school, administrators, staff);
      await expectRefused(leave(school, administrators, 'admin'), 400, noneLeft);
      await join(school, staff, chief);
      await leave(school, administrators, 'admin');
      await expectRefused(school.admin.getStatus(), 403);

      await expectRefused(asChief.removeMember({ repository, group: staff, member: chief }), 400, noneLeft);
      await expectRefused(asChief.removeMember({ repository, group: administrators, member: staff }), 400, noneLeft);
      await expectRefused(asChief.deleteGroup({ repository, group: staff }), 400, noneLeft);

      await asChief.addMember({ repository, group: administrators, member: 'admin' });
      await expectRefused(school.admin.deletePerson({ repository, person: 'admin' }), 400, /yourself/);
      await expectRefused(asChief.deletePerson({ repository, person: 'admin' }), 400, /command line/);
      await school.admin.deletePerson({ repository, person: chief });
      await school.admin.deleteGroup({ repository, group: staff });
      expect(await memberNames(school, administrators)).toEqual(['admin', silent].sort());
      await leave(school, administrators, silent);
    });
  });
}
