import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName } from '../support/trees.ts';

const repository = '-home-';
const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';
const unknown = 'GROUP_does-not-exist';

withTransports((school) => {
  describeCreating(school);
  describeReading(school);
  describeSearching(school);
  describeChanging(school);
  describeDeleting(school);
});

/** A new group; its stored name. */
async function makeGroup(school: School, stem = 'class', displayName?: string): Promise<string> {
  const body = displayName === undefined ? {} : { displayName };
  return (await school.admin.createGroup({ repository, group: newName(stem), body })).authorityName;
}

const join = (school: School, group: string, member: string) => school.admin.addMember({ repository, group, member });

const memberNames = async (school: School, group: string): Promise<string[]> =>
  (await school.admin.listMembers({ repository, group })).authorities.map(({ authorityName }) => authorityName);

function describeCreating(school: School): void {
  describeOperation('createGroup', school, {
    effect: {
      'it is read again under its name with and without GROUP_, and shown by its name unless told': async () => {
        const name = newName('class');
        const made = await school.admin.createGroup({ repository, group: name, body: {} });
        expect(made).toEqual({
          authorityName: `GROUP_${name}`,
          authorityType: 'GROUP',
          groupName: name,
          profile: { displayName: name, groupType: null, groupEmail: null, scopeType: null },
        });
        for (const group of [name, `GROUP_${name}`]) {
          expect((await school.admin.getGroup({ repository, group })).group).toEqual(made);
        }
      },
      'the profile is kept, bare or wrapped, and fields of later servers are left aside': async () => {
        const profile = {
          displayName: 'Klasse 7a',
          groupType: 'CLASS',
          groupEmail: '7a@schule.example',
          scopeType: null,
        };
        // The types forbid what is tried here.
        const bodies = [profile, { properties: profile }, { ...profile, customAttributes: { x: ['y'] } }] as unknown[];
        for (const body of bodies) {
          const made = await school.admin.createGroup({ repository, group: newName(), body: body as typeof profile });
          expect(made.profile).toEqual(profile);
        }
      },
      'with a parent it is a member of that group from the start': async () => {
        const parent = await makeGroup(school, 'grade');
        const { authorityName } = await school.admin.createGroup({ repository, group: newName(), parent, body: {} });
        // An empty parent is none.
        expect(await school.admin.createGroup({ repository, group: newName(), parent: '', body: {} })).toBeDefined();
        expect(await memberNames(school, parent)).toEqual([authorityName]);
      },
    },
    refusal: {
      'only an administrator makes groups': async () => {
        const group = newName();
        await expectRefused(school.anna.createGroup({ repository, group, body: {} }), 403, /administrator/);
        await expectRefused(school.nobody.createGroup({ repository, group, body: {} }), 401, /Sign in/);
        await expectRefused(school.admin.getGroup({ repository, group }), 404, /does not exist/);
      },
    },
    badInput: {
      'a taken name is refused, with and without GROUP_, and the group stays as it was': async () => {
        const group = await makeGroup(school, 'class', 'First');
        for (const name of [group, group.slice('GROUP_'.length)]) {
          const attempt = school.admin.createGroup({ repository, group: name, body: { displayName: 'Second' } });
          await expectRefused(attempt, 400, /already exists/);
        }
        expect((await school.admin.getGroup({ repository, group })).group.profile.displayName).toBe('First');
      },
      'a name that differs from a taken one only in its Unicode normalization form is refused': async () => {
        const group = newName('größen');
        await school.admin.createGroup({ repository, group: group.normalize('NFC'), body: {} });
        const attempt = school.admin.createGroup({ repository, group: group.normalize('NFD'), body: {} });
        await expectRefused(attempt, 400, /already exists/);
      },
      'names that cannot be one are refused': async () => {
        const names = ['a/b', 'a:b', ' a', 'a ', 'a\nb', 'GROUP_', 'GROUP_GROUP_x', 'ROLE_OWNER', '-me-', 'EVERYONE'];
        for (const group of [...names, 'GROUP_EVERYONE', 'x'.repeat(101)]) {
          await expectRefused(school.admin.createGroup({ repository, group, body: {} }), 400, /group name/);
        }
      },
      'a parent that does not exist makes no group': async () => {
        const group = newName();
        for (const parent of [unknown, 'EVERYONE']) {
          await expectRefused(
            school.admin.createGroup({ repository, group, parent, body: {} }),
            404,
            /Group .*not exist/,
          );
        }
        await expectRefused(school.admin.getGroup({ repository, group }), 404);
      },
      'a profile of the wrong form is refused': async () => {
        // The types forbid what is tried here.
        const body = { displayName: ['A'] } as unknown as { displayName: string };
        await expectRefused(school.admin.createGroup({ repository, group: newName(), body }), 400, /body displayName/);
      },
    },
  });
}

function describeReading(school: School): void {
  describeOperation('getGroup', school, {
    effect: {
      'members read it, also through another group': async () => {
        const [outer, inner] = [await makeGroup(school, 'grade', 'Jahrgang 7'), await makeGroup(school)];
        await join(school, outer, inner);
        await join(school, inner, 'carla');
        const { group } = await school.carla.getGroup({ repository, group: outer });
        expect(group.profile.displayName).toBe('Jahrgang 7');
      },
    },
    refusal: {
      'others do not, and are not told whether it exists': async () => {
        const group = await makeGroup(school);
        await expectRefused(school.bert.getGroup({ repository, group }), 403, /administrator/);
        await expectRefused(school.bert.getGroup({ repository, group: unknown }), 403, /administrator/);
        await expectRefused(school.nobody.getGroup({ repository, group }), 401, /Sign in/);
      },
      'whoever left it does not from the next call on': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        expect((await school.carla.getGroup({ repository, group })).group.authorityName).toBe(group);
        await school.admin.removeMember({ repository, group, member: 'carla' });
        await expectRefused(school.carla.getGroup({ repository, group }), 403);
      },
    },
    badInput: {
      'an unknown group is missing': async () => {
        await expectRefused(
          school.admin.getGroup({ repository, group: unknown }),
          404,
          /does-not-exist does not exist/,
        );
      },
    },
  });
}

function describeSearching(school: School): void {
  describeOperation('searchGroups', school, {
    effect: {
      'the list is in the order that was asked for, and ties are by name': async () => {
        const mark = newName('order');
        const displayNames = [`Ärmel ${mark}`, `Zed ${mark}`, `Arm ${mark}`];
        for (const [at, displayName] of displayNames.entries())
          await makeGroup(school, `${at + 1}${mark}`, displayName);
        const orders: readonly (readonly [string, { sortProperties?: string[]; sortAscending?: boolean[] }])[] = [
          ['123', {}],
          ['312', { sortProperties: ['displayName'] }],
          ['213', { sortProperties: ['cm:authorityDisplayName'], sortAscending: [false] }],
          ['321', { sortProperties: ['groupType', 'authorityName'], sortAscending: [true, false] }],
          ['123', { sortProperties: ['toString'] }],
        ];
        for (const [expected, query] of orders) {
          const { groups } = await school.admin.searchGroups({ repository: '-home-', pattern: mark, ...query });
          expect([query, groups.map(({ groupName }) => groupName.charAt(0)).join('')]).toEqual([query, expected]);
        }
      },
      'is found by a part of its name or display name, whatever case and umlauts': async () => {
        const mark = newName('Fach');
        const made = await makeGroup(school, mark, `Förderkreis ${mark}`);
        for (const pattern of [mark, made, mark.slice(2), `*${mark}*`, `FOERDERKREIS ${mark}`, `förder*${mark}`]) {
          const { groups } = await school.admin.searchGroups({ repository, pattern });
          expect(groups.map(({ authorityName }) => authorityName)).toEqual([made]);
        }
      },
      'an empty pattern means all; a page over the limit is cut, and pages follow each other': async () => {
        await makeGroup(school);
        const all = await school.admin.searchGroups({ repository, pattern: '', maxItems: 1_000_000 });
        expect(all.pagination).toEqual({ total: all.groups.length, from: 0, count: all.groups.length });
        expect(all.groups.map(({ authorityName }) => authorityName)).toContain(administrators);
        const paged = [];
        for (let skipCount = 0; skipCount < all.pagination.total; skipCount += 2) {
          const page = await school.admin.searchGroups({ repository, pattern: '*', maxItems: 2, skipCount });
          expect(page.pagination.total).toBe(all.pagination.total);
          paged.push(...page.groups);
        }
        expect(paged).toEqual(all.groups);
      },
    },
    refusal: {
      'only an administrator searches groups': async () => {
        await expectRefused(school.anna.searchGroups({ repository, pattern: '' }), 403, /administrator/);
        await expectRefused(school.nobody.searchGroups({ repository, pattern: '' }), 401, /Sign in/);
      },
    },
    badInput: {
      'a missing pattern and pages that cannot be are refused; what is nowhere is not found': async () => {
        // The types forbid what is tried here.
        const without = { repository } as unknown as { repository: string; pattern: string };
        await expectRefused(school.admin.searchGroups(without), 400, /query pattern/);
        for (const paging of [{ maxItems: -1 }, { skipCount: -1 }]) {
          await expectRefused(school.admin.searchGroups({ repository, pattern: '', ...paging }), 400, /query/);
        }
        const none = await school.admin.searchGroups({ repository, pattern: '__proto__' });
        expect(await school.admin.searchGroups({ repository, pattern: 'OUP_' })).toEqual(none);
        expect(none).toEqual({ groups: [], pagination: { total: 0, from: 0, count: 0 } });
      },
    },
  });
}

function describeChanging(school: School): void {
  describeOperation('updateGroupProfile', school, {
    effect: {
      'what is named is changed, what is not named stays': async () => {
        const group = await makeGroup(school, 'class', 'Klasse 7a');
        await school.admin.updateGroupProfile({ repository, group, body: { groupEmail: '7a@schule.example' } });
        await school.admin.updateGroupProfile({
          repository,
          group,
          body: { displayName: 'Klasse 8a', groupType: 'CLASS' },
        });
        expect((await school.admin.getGroup({ repository, group })).group.profile).toEqual({
          displayName: 'Klasse 8a',
          groupType: 'CLASS',
          groupEmail: '7a@schule.example',
          scopeType: null,
        });
        await school.admin.updateGroupProfile({ repository, group, body: { groupEmail: null } });
        expect((await school.admin.getGroup({ repository, group })).group.profile.groupEmail).toBeNull();
      },
    },
    refusal: {
      'only an administrator changes it, not its members': async () => {
        const group = await makeGroup(school, 'class', 'Klasse 7a');
        await join(school, group, 'carla');
        const call = { repository, group, body: { displayName: 'Mine' } };
        await expectRefused(school.carla.updateGroupProfile(call), 403, /administrator/);
        await expectRefused(school.nobody.updateGroupProfile(call), 401, /Sign in/);
        expect((await school.admin.getGroup({ repository, group })).group.profile.displayName).toBe('Klasse 7a');
      },
    },
    badInput: {
      'an unknown group is missing, and a body must be there': async () => {
        const call = { repository, group: unknown, body: { displayName: 'x' } };
        await expectRefused(school.admin.updateGroupProfile(call), 404, /does not exist/);
        // The types forbid what is tried here.
        const nothing = { ...call, body: undefined } as unknown as typeof call;
        await expectRefused(school.admin.updateGroupProfile(nothing), 400, /body/);
      },
    },
  });
}

function describeDeleting(school: School): void {
  describeOperation('deleteGroup', school, {
    effect: {
      'its members stay and lose at once what they had by it': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        const file = await makeFile(school.anna, 'x');
        const grant = { authority: { authorityName: group }, permission: 'Consumer' };
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant] } });
        expect((await school.carla.getNode(at(file))).node.name).toBe(file.name);
        await school.admin.deleteGroup({ repository, group });
        await expectRefused(school.carla.getNode(at(file)), 403);
        await expectRefused(school.admin.getGroup({ repository, group }), 404);
        const { groups } = await school.carla.listMemberships({ repository, person: '-me-' });
        expect(groups.map(({ authorityName }) => authorityName)).not.toContain(group);
      },
      'a later group of the same name has neither its members nor its rights': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        const file = await makeFile(school.anna, 'x');
        const grant = { authority: { authorityName: group }, permission: 'Consumer' };
        await school.anna.setPermissions({ ...at(file), body: { inherited: false, permissions: [grant] } });
        await school.admin.deleteGroup({ repository, group });
        await school.admin.createGroup({ repository, group, body: {} });
        expect(await memberNames(school, group)).toEqual([]);
        await join(school, group, 'carla');
        await expectRefused(school.carla.getNode(at(file)), 403);
        const { permissions } = await school.anna.getPermissions(at(file));
        expect(permissions.localPermissions).toEqual({ inherited: false, permissions: [] });
      },
    },
    refusal: {
      'only an administrator deletes it': async () => {
        const group = await makeGroup(school);
        await join(school, group, 'carla');
        await expectRefused(school.carla.deleteGroup({ repository, group }), 403, /administrator/);
        await expectRefused(school.nobody.deleteGroup({ repository, group }), 401, /Sign in/);
        expect(await memberNames(school, group)).toEqual(['carla']);
      },
    },
    badInput: {
      "the administrators' group stays, and an unknown one is missing": async () => {
        for (const group of [administrators, 'ALFRESCO_ADMINISTRATORS']) {
          await expectRefused(school.admin.deleteGroup({ repository, group }), 400, /administrators/);
        }
        expect(await memberNames(school, administrators)).toContain('admin');
        await expectRefused(school.admin.deleteGroup({ repository, group: unknown }), 404, /does not exist/);
        await expectRefused(school.admin.deleteGroup({ repository, group: 'EVERYONE' }), 404, /does not exist/);
      },
    },
  });
}
