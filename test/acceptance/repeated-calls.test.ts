import { describe, expect, test } from 'vitest';
import { newApp, registeredApp, signedBy } from '../support/apps.ts';
import { admin, anna, basic } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { aFile, at, download, makeFile, newName } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describe('a signature on another call', () => {
    test('is checked, and may be used again where nothing is changed', async () => {
      const app = await registeredApp(school);
      const headers = { ...signedBy(app), ...basic(anna) };
      const me = () => school.withHeaders(headers).getPerson({ repository, person: '-me-' });
      await me();
      expect((await me()).person.userName).toBe('anna');
      const bad = { ...headers, 'x-edu-app-sig': 'AAAA' };
      await expectRefused(school.withHeaders(bad).getPerson({ repository, person: '-me-' }), 401, /signature/);
      const stranger = { ...headers, 'x-edu-app-id': newApp().id };
      await expectRefused(school.withHeaders(stranger).validateSession(), 400, /not registered/);
    });

    test('signs the same person in again, and other people too', async () => {
      const signed = school.withHeaders(signedBy(await registeredApp(school)));
      const [first, second] = [newName('pupil'), newName('pupil')];
      for (const userId of [first, first, second]) {
        const { ticket } = await signed.signInByApp({ userId });
        const own = school.withHeaders({ authorization: `EDU-TICKET ${ticket}` });
        expect((await own.validateSession()).authorityName).toBe(userId);
      }
      await school.restart();
      expect((await signed.signInByApp({ userId: first })).userId).toBe(first);
    });

    test('allows other calls that change something, but not the same one again', async () => {
      const app = await registeredApp(school);
      const own = school.withHeaders({ ...signedBy(app), ...basic(anna) });
      const profile = { repository, person: '-me-', body: { email: anna.email } };
      await own.getPerson({ repository, person: '-me-' });
      await own.updatePersonProfile(profile);
      await own.updatePersonProfile({ ...profile, body: { email: anna.email, firstName: anna.firstName } });
      await expectRefused(own.updatePersonProfile(profile), 401, /same call/);
      await school.restart();
      await expectRefused(own.updatePersonProfile(profile), 401, /same call/);
      // Reading may go on.
      expect((await own.getPerson({ repository, person: '-me-' })).person.userName).toBe('anna');
    });

    test('tells calls apart by their person, path, query and body', async () => {
      const app = await registeredApp(school);
      const signed = signedBy(app);
      const [file, other] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'x')];
      const own = school.withHeaders({ ...signed, ...basic(anna) });
      await own.rateNode({ ...at(file), rating: 3 });
      await own.rateNode({ ...at(file), rating: 4 });
      await own.rateNode({ ...at(file), rating: 4, body: 'well explained' });
      await own.rateNode({ ...at(other), rating: 4 });
      await school.withHeaders({ ...signed, ...basic(admin) }).rateNode({ ...at(file), rating: 4 });
      await expectRefused(own.rateNode({ ...at(file), rating: 4 }), 401, /same call/);
      // The same signature, written in another way.
      const again = { ...signed, 'x-edu-app-sig': `${signed['x-edu-app-sig']}\n=`.replace('\n', '') };
      const rewritten = school.withHeaders({ ...again, ...basic(anna) });
      await expectRefused(rewritten.rateNode({ ...at(file), rating: 4 }), 401, /same call/);
    });

    test('compares uploads by name and type, because their bytes are a stream', async () => {
      const app = await registeredApp(school);
      const file = await makeFile(school.anna, 'first');
      const own = school.withHeaders({ ...signedBy(app), ...basic(anna) });
      const upload = (text: string, name: string) =>
        own.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile(text, { name }) });
      await upload('second', 'a.txt');
      await expectRefused(upload('third', 'a.txt'), 401, /same call/);
      await upload('fourth', 'b.txt');
      expect((await download(school.anna, file)).toString()).toBe('fourth');
    });

    test('may be repeated where a POST only reads', async () => {
      const app = await registeredApp(school);
      const own = school.withHeaders({ ...signedBy(app), ...basic(anna) });
      const search = { repository, metadataset: '-default-', query: 'ngsearch', body: { criteria: [] } };
      await own.searchBySet(search);
      expect((await own.searchBySet(search)).pagination.from).toBe(0);
    });
  });
});
