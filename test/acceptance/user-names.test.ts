import { describe, expect, test } from 'vitest';
import { bearer, knowingOAuthClient, passwordGrant, whoIs } from '../support/oauth.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName } from '../support/trees.ts';

const repository = '-home-';
const password = 'Geheim: ß';

withTransports(
  (school) => {
    const create = (person: string) => school.admin.createPerson({ repository, person, password, body: {} });

    describe('the name of a person', () => {
      test('is found in any Unicode form and case, and keeps its spelling', async () => {
        const stem = newName('Jörg');
        const composed = stem.normalize('NFC');
        await create(stem.normalize('NFD'));
        for (const userName of [composed, composed.toUpperCase(), composed.toLowerCase()]) {
          const session = await school.as({ userName, password }).validateSession();
          expect(session.authorityName).toBe(stem.normalize('NFD'));
          const { person } = await school.admin.getPerson({ repository, person: userName });
          expect(person.userName).toBe(stem.normalize('NFD'));
        }
      });

      test('is taken in any spelling, also at the same moment', async () => {
        const name = newName('Tina');
        const outcomes = await Promise.allSettled([name, name.toUpperCase(), name.toLowerCase()].map(create));
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        await expectRefused(create(name.toUpperCase()), 400);
      });

      test('may be spelled differently as a member of a group, once', async () => {
        const [name, group] = [newName('Tina'), newName('klasse')];
        await create(name);
        await school.admin.createGroup({ repository, group, body: {} });
        for (const member of [name.toUpperCase(), name]) await school.admin.addMember({ repository, group, member });
        const { authorities } = await school.admin.listMembers({ repository, group });
        expect(authorities.map(({ authorityName }) => authorityName)).toEqual([name]);
        await school.admin.removeMember({ repository, group, member: name.toLowerCase() });
        expect((await school.admin.listMembers({ repository, group })).authorities).toEqual([]);
      });

      test('may be spelled differently for a token', async () => {
        const name = newName('Tina');
        await create(name);
        const body = passwordGrant({ userName: name.toUpperCase(), password });
        const { access_token } = await school.nobody.createToken({ body });
        expect(await whoIs(bearer(school, access_token))).toBe(name);
      });

      test('may be spelled differently in an access list', async () => {
        const name = newName('Tina');
        await create(name);
        const folder = await makeFolder(school.anna);
        const authority = { authorityName: name.toUpperCase(), authorityType: 'USER' as const };
        const permissions = [{ authority, permissions: ['Consumer'] }];
        await school.anna.setPermissions({ ...at(folder), body: { inherited: true, permissions } });
        expect((await school.as({ userName: name, password }).getNode(at(folder))).node.name).toBe(folder.name);
      });
    });

    test('a person with the name of a deleted one does not become the author', async () => {
      const person = newName('nach');
      await create(person);
      const file = await makeFile(school.as({ userName: person, password }), 'alt');
      await school.admin.deletePerson({ repository, person });
      await school.admin.createPerson({
        repository,
        person,
        password,
        body: { firstName: 'Neu', lastName: 'Neumann' },
      });
      const { node } = await school.admin.getNode(at(file));
      expect(node.createdBy.firstName ?? '').not.toBe('Neu');
      expect(node.modifiedBy.firstName ?? '').not.toBe('Neu');
      const own = await makeFile(school.as({ userName: person, password }), 'neu');
      const found = await school.admin.searchNodes({ repository, query: `cm:creator:"${person}"` });
      const ids = found.nodes.map(({ ref }: { ref: { id: string } }) => ref.id);
      expect(ids).toContain(own.ref.id);
      expect(ids).not.toContain(file.ref.id);
      const { version } = await school.admin.getVersion({ ...at(file), major: 1, minor: 0 });
      expect(version.modifiedBy.firstName ?? '').not.toBe('Neu');
    });
  },
  { overrides: knowingOAuthClient },
);
