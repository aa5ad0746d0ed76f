import { describe, expect, test } from 'vitest';
import { registeredApp, signedBy } from '../support/apps.ts';
import { anna, basic, bert } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName } from '../support/trees.ts';
import { newPlatform } from '../support/usages.ts';

const repository = '-home-';

withTransports((school) => {
  const ofApp = async (appId: string) => (await school.admin.listAppUsages({ appId })).usages;

  describe('a usage', () => {
    test('ends when its node is purged, and survives a restart before that', async () => {
      const platform = await newPlatform(school);
      const folder = await makeFolder(school.anna);
      const file = await makeFile(school.anna, 'x', { parent: folder });
      const usage = await platform.uses(file);
      await school.restart();
      expect(await ofApp(platform.app.id)).toEqual([usage]);
      await school.anna.deleteNode({ ...at(folder), recycle: false });
      await expect.poll(() => ofApp(platform.app.id)).toEqual([]);
      await expectRefused(platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: usage.nodeId }), 404);
    });

    test('ends with its app, unless the app is registered again with a new key', async () => {
      const [app, file] = [await registeredApp(school), await makeFile(school.anna, 'x')];
      const record = () =>
        school
          .withHeaders({ ...signedBy(app), ...basic(anna) })
          .recordUsage({ repository, body: { appId: app.id, courseId: '1', resourceId: '2', nodeId: file.ref.id } });
      const again = () => registeredApp(school, { ...app.entries });
      await record();
      await school.admin.removeApplication({ application: app.id, keepUsages: true });
      await again();
      expect(await record()).toMatchObject({ usageCounter: 2 });
      await school.admin.removeApplication({ application: app.id });
      await again();
      expect(await ofApp(app.id)).toEqual([]);
      expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([]);
    });

    test('forgets its person, also if another person of the same name comes', async () => {
      const platform = await newPlatform(school);
      const person = { ...bert, userName: newName('teacher'), password: 'A word for one test' };
      const profile = { firstName: 'T', lastName: 'X', email: 't@schule.example' };
      const create = () =>
        school.admin.createPerson({ repository, person: person.userName, password: person.password, body: profile });
      await create();
      const file = await makeFile(school.as(person), 'x');
      expect(await platform.uses(file, {}, person)).toMatchObject({
        appUser: person.userName,
        appUserMail: profile.email,
      });
      await school.admin.deletePerson({ repository, person: person.userName });
      await create();
      expect(await ofApp(platform.app.id)).toMatchObject([{ appUser: '', appUserMail: '', usageCounter: 1 }]);
      expect(await school.admin.listAppUsages({ appId: platform.app.id })).toMatchObject({ usages: [{ appUser: '' }] });
    });
  });
});
