import {
  admin,
  anna,
  type Calls,
  expectEqual,
  expectTrue,
  iam,
  login,
  me,
  organizations,
  repository,
  sent,
  setting,
} from './ngx-context';

const group = 'ngx-group';
const authority = `GROUP_${group}`;
const person = 'ngx-person';

export const people: Calls = {
  async createUser() {
    const body = { firstName: 'Nadja', lastName: 'Gex', email: 'nadja@schule.example' };
    const user = await sent(admin, iam.createUser({ repository, person, password: 'Passwort 2026!', body }));
    expectEqual(user.authorityName, person);
  },
  async searchUser() {
    const { users } = await sent(admin, iam.searchUser({ repository, pattern: 'Nadja' }));
    expectEqual(
      users.map(({ userName }) => userName),
      [person],
    );
  },
  async getUser() {
    expectEqual((await sent(anna, iam.getUser({ repository, person: me }))).person.authorityName, 'anna');
  },
  async changeUserProfile() {
    await sent(admin, iam.changeUserProfile({ repository, person, body: { firstName: 'Nele', lastName: 'Gex' } }));
    const user = (await sent(admin, iam.getUser({ repository, person }))).person;
    expectEqual(user.profile?.firstName, 'Nele');
  },
  async changeUserPassword() {
    const body = { oldPassword: 'Passwort 2026!', newPassword: 'Passwort 2027!' };
    const own = { authorization: `Basic ${btoa(`${person}:${body.oldPassword}`)}` };
    await sent(own, iam.changeUserPassword({ repository, person: me, body }));
    expectEqual((await login(person, body.newPassword)).isValidLogin, true);
  },
  async createGroup() {
    const made = await sent(admin, iam.createGroup({ repository, group, body: { displayName: 'Klasse 5b' } }));
    expectEqual(made.authorityName, authority);
  },
  async searchGroups() {
    const { groups } = await sent(admin, iam.searchGroups({ repository, pattern: 'Klasse 5b' }));
    expectEqual(
      groups.map(({ authorityName }) => authorityName),
      [authority],
    );
  },
  async changeGroupProfile() {
    await sent(admin, iam.changeGroupProfile({ repository, group, body: { displayName: 'Klasse 6b' } }));
    expectEqual((await sent(admin, iam.getGroup({ repository, group }))).group.profile?.displayName, 'Klasse 6b');
  },
  async getGroup() {
    expectEqual((await sent(admin, iam.getGroup({ repository, group }))).group.groupName, group);
  },
  async addMembership() {
    await sent(admin, iam.addMembership({ repository, group, member: person }));
  },
  async getMembership() {
    const { authorities } = await sent(admin, iam.getMembership({ repository, group }));
    expectEqual(
      authorities.map(({ authorityName }) => authorityName),
      [person],
    );
  },
  async deleteMembership() {
    await sent(admin, iam.deleteMembership({ repository, group, member: person }));
    expectEqual((await sent(admin, iam.getMembership({ repository, group }))).authorities, []);
  },
};

export const dataProtection: Calls = {
  async requestDataProtectionExport() {
    const entry = await sent(anna, iam.requestDataProtectionExport({ repository, person: me }));
    expectEqual(entry.status, 'REQUESTED');
  },
  async getDataProtectionExport() {
    const run = `${setting.baseUrl}/admin/v1/dataprotection/run`;
    expectEqual((await fetch(run, { method: 'POST', headers: admin })).status, 200);
    const entry = await sent(anna, iam.getDataProtectionExport({ repository, person: me }));
    expectTrue(entry.nodeEntry?.node.ref.id !== undefined, 'no node');
  },
};

const school = 'ngx-school';

export const organizing: Calls = {
  async createOrganizations() {
    // The package sends neither a folder nor a profile: as on later servers, both the group and the folder are made.
    await sent(admin, organizations.createOrganizations({ repository, organization: school }));
  },
  async getOrganizations() {
    const found = await sent(admin, organizations.getOrganizations({ repository, pattern: school }));
    expectEqual(
      found.organizations.map(({ authorityName }) => authorityName.endsWith(school)),
      [true],
    );
  },
  async deleteOrganizations() {
    const { organizations: found } = await sent(admin, organizations.getOrganizations({ repository, pattern: school }));
    const organization = found[0]?.authorityName ?? '';
    await sent(admin, organizations.deleteOrganizations({ repository, organization }));
    const left = await sent(admin, organizations.getOrganizations({ repository, pattern: school }));
    expectEqual(left.organizations, []);
  },
};

export const peopleEnding: Calls = {
  async deleteGroup() {
    await sent(admin, iam.deleteGroup({ repository, group }));
  },
  async deleteUser() {
    await sent(admin, iam.deleteUser({ repository, person }));
    expectEqual((await sent(admin, iam.searchUser({ repository, pattern: person }))).users, []);
  },
};
