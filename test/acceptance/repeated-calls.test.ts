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

    test('with parameters that are unknown is refused where it changes something', async () => {
      const signed = { ...signedBy(await registeredApp(school)), ...basic(anna) };
      const { ref } = await makeFile(school.anna, 'x');
      const rate = (query: Readonly<Record<string, string>>) =>
        school.send({
          operation: 'rateNode',
          params: { repository, node: ref.id },
          query: { rating: '3', ...query },
          body: undefined,
          headers: signed,
        });
      for (const name of ['x', 'Rating', '__proto__x']) {
        const { status, body } = await rate({ [name]: '1' });
        expect(status).toBe(400);
        expect(JSON.stringify(body)).toContain(`unknown here: ${name}.`);
      }
      expect((await rate({})).status).toBe(200);
      expect((await rate({})).status).toBe(401);
      const read = await school.send({
        operation: 'getPerson',
        params: { repository, person: '-me-' },
        query: { x: '1' },
        body: undefined,
        headers: signed,
      });
      expect(read.status).toBe(200);
    });

    test('is the same call with what says nothing: another form of a number, more values, unknown keys, another order', async () => {
      const signed = { ...signedBy(await registeredApp(school)), ...basic(anna) };
      const { ref } = await makeFile(school.anna, 'x');
      const rate = (rating: string | readonly string[]) =>
        school.send({
          operation: 'rateNode',
          params: { repository, node: ref.id },
          query: { rating },
          body: undefined,
          headers: signed,
        });
      expect((await rate('3')).status).toBe(200);
      for (const rating of ['3.0', ['3', '4'], ['3', '3']]) expect((await rate(rating)).status).toBe(401);
      const own = school.withHeaders(signed);
      const profile = { email: anna.email, firstName: anna.firstName };
      await own.updatePersonProfile({ repository, person: '-me-', body: profile });
      for (const body of [
        { ...profile, unknown: 1 },
        { firstName: anna.firstName, email: anna.email },
      ])
        await expectRefused(own.updatePersonProfile({ repository, person: '-me-', body }), 401, /same call/);
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
