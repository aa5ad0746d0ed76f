import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../src/daemon/serve.ts';
import type { Log } from '../../src/ports/log.ts';
import { registeredApp, signedBy, type TestApp } from '../support/apps.ts';
import { addAsEarlierPrograms } from '../support/earlier-programs.ts';
import { anna, basic } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { newSchoolDirectory, removeFolder, setPasswords } from '../support/repository.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';
const password = 'Geheim: ß';
const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The forms in which platforms send one name: each Unicode form in each case. */
const spellingsOf = (name: string): string[] =>
  [name, name.toUpperCase(), name.toLowerCase()].flatMap((cased) => [cased.normalize('NFC'), cased.normalize('NFD')]);

/** The same with a password. */
async function addTwins(directory: string, userNames: readonly string[]): Promise<void> {
  await addAsEarlierPrograms(directory, userNames, anna.userName);
  await setPasswords(
    directory,
    userNames.map((userName) => ({ ...anna, userName, password })),
  );
}

const byApp = (school: School, app: TestApp, userId: string) =>
  school.withHeaders(signedBy(app)).signInByApp({ userId, body: { firstName: 'Neu' } });

const whoIs = async (school: School, headers: Record<string, string>) =>
  (await school.withHeaders(headers).validateSession()).authorityName;

/** The accounts whose name equals this one. */
async function accountsNamed(school: School, name: string): Promise<string[]> {
  const { users } = await school.admin.searchPeople({ repository, pattern: '*', maxItems: 1000 });
  const folded = (text: string) => text.normalize('NFC').toLowerCase();
  return users.map(({ userName }) => userName).filter((userName) => folded(userName) === folded(name));
}

withTransports((school) => {
  let app: TestApp;
  let scopedApp: TestApp;
  beforeAll(async () => {
    app = await registeredApp(school, { allow_admin: 'true' });
    scopedApp = await registeredApp(school);
  });

  describe('a platform that spells a user name differently', () => {
    test('signs in the account that the administrator made, in any case and Unicode form', async () => {
      const name = newName('Jörg').normalize('NFD');
      await school.admin.createPerson({ repository, person: name, password, body: { firstName: 'Alt' } });
      for (const spelling of spellingsOf(name)) {
        const { userId, ticket } = await byApp(school, app, spelling);
        expect(userId).toBe(name);
        expect(await whoIs(school, { authorization: `EDU-TICKET ${ticket}` })).toBe(name);
      }
      expect(await accountsNamed(school, name)).toEqual([name]);
      expect((await school.admin.getPerson({ repository, person: name })).person.profile.firstName).toBe('Neu');
      expect(await whoIs(school, basic({ userName: name.toUpperCase(), password }))).toBe(name);
    });

    test('makes one account, with the spelling that came first, also at the same moment', async () => {
      const name = newName('Jürgen');
      const answers = await Promise.all(spellingsOf(name).map((spelling) => byApp(school, app, spelling)));
      const [first] = answers;
      expect(new Set(answers.map(({ userId }) => userId))).toEqual(new Set([first?.userId]));
      expect(await accountsNamed(school, name)).toEqual([first?.userId]);
    });

    test('does not become the administrator', async () => {
      for (const userId of ['Admin', 'ADMIN', 'admin'])
        expect((await byApp(school, scopedApp, userId)).userId).toBe(`admin@${scopedApp.id}`);
    });

    test('does not sign in a blocked person', async () => {
      const name = newName('Tina');
      await byApp(school, app, name);
      await school.admin.setPersonStatus({ repository, person: name.toUpperCase(), status: 'blocked' });
      for (const spelling of spellingsOf(name)) await expectRefused(byApp(school, app, spelling), 403, /blocked/);
    });
  });

  describe('accounts of an earlier program whose names are equal', () => {
    let names: readonly [string, string];
    let third: string;
    beforeAll(async () => {
      const stem = newName('Jörn');
      names = [stem, stem.toLowerCase().normalize('NFD')];
      third = stem.toUpperCase();
      await school.restart(() => addTwins(school.dataDirectory, names));
    });

    test('are reported by the status', async () => {
      const { store } = await school.admin.getStatus();
      expect(store.equalUserNames.map((equal) => equal.toSorted())).toEqual([names.toSorted()]);
    });

    test('are two people, each with the exact spelling, and no other spelling is one of them', async () => {
      for (const name of names) {
        expect(await whoIs(school, basic({ userName: name, password }))).toBe(name);
        expect((await byApp(school, app, name)).userId).toBe(name);
        expect((await school.admin.getPerson({ repository, person: name })).person.userName).toBe(name);
      }
      await expectRefused(school.as({ userName: third, password }).getPerson({ repository, person: '-me-' }), 401);
      await expectRefused(school.admin.getPerson({ repository, person: third }), 404);
    });

    test('get no third one, from an administrator or from a platform', async () => {
      await expectRefused(school.admin.createPerson({ repository, person: third, body: {} }), 400, /already exists/);
      await expectRefused(byApp(school, app, third), 400, /differ only in upper and lower case/);
      expect((await accountsNamed(school, third)).toSorted()).toEqual(names.toSorted());
    });

    test('are no longer reported when one is deleted, and the other has any spelling', async () => {
      const [kept, deleted] = names;
      await school.admin.deletePerson({ repository, person: deleted });
      expect((await school.admin.getStatus()).store.equalUserNames).toEqual([]);
      expect((await byApp(school, app, third)).userId).toBe(kept);
      expect(await whoIs(school, basic({ userName: deleted, password }))).toBe(kept);
    });
  });
});

test('a server that starts with accounts of equal names names them in its log', async () => {
  const directory = await newSchoolDirectory();
  const warnings: unknown[][] = [];
  const log = { ...silent, warn: (...entry: unknown[]) => void warnings.push(entry) };
  const start = async () => (await serve({ dataDirectory: directory, overrides: { 'server.port': '0' }, log })).close();
  const reports = () => warnings.filter(([message]) => String(message).startsWith('User names differ only in upper'));
  try {
    await addTwins(directory, ['Tina', 'Uwe']);
    await start();
    expect(reports()).toEqual([]);
    await addTwins(directory, ['tina']);
    await start();
    expect(reports()).toEqual([[expect.stringMatching(/exact spelling/), { names: 'Tina, tina' }]]);
  } finally {
    await removeFolder(directory);
  }
});
