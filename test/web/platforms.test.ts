import { describe, expect, test } from 'vitest';
import { registeredApp, signedBy } from '../support/apps.ts';
import { anna, carla } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { newPlace, newPlatform, type Place, type Platform } from '../support/usages.ts';
import { webVisitor } from '../support/web-visitor.ts';

/** The address to which a platform sends the browser of a pupil. */
function viewerOf(
  platform: Platform,
  node: string,
  place: Place,
  { changes = {}, timestamp = Date.now() }: { changes?: Record<string, string>; timestamp?: number } = {},
): string {
  const signed = `${platform.app.id}${timestamp}${node}`;
  const signature = platform.signature({ signed, timestamp })['x-edu-app-sig'] ?? '';
  const query = {
    ...{ app_id: platform.app.id, rep_id: 'home', obj_id: node, ts: String(timestamp), signed, sig: signature },
    ...{ course_id: place.courseId, resource_id: place.resourceId, display: 'window', u: 'AAAA', ticket: 'BBBB' },
    ...changes,
  };
  return `/renderingproxy?${new URLSearchParams(query)}`;
}

async function usedFile(school: School) {
  const [platform, place] = [await newPlatform(school), newPlace()];
  const properties = { 'cclom:title': 'Die <b>Zelle</b>' };
  const file = await makeFile(school.anna, 'Zellkern & Zellwand', { mimeType: 'text/plain', properties });
  await platform.uses(file, place);
  return { platform, file, place };
}

const ticketOf = async (school: School, person: string): Promise<string> => {
  const app = await registeredApp(school);
  return (await school.withHeaders(signedBy(app)).signInByApp({ userId: person })).ticket;
};

withTransports(
  (school) => {
    const visitor = () => webVisitor(school.raw);

    describe('the viewer', () => {
      test('shows what a course uses to a pupil without an account, in a frame and without cookies', async () => {
        const { platform, file, place } = await usedFile(school);
        const page = await visitor().get(viewerOf(platform, file.ref.id, place));
        expect(page.status).toBe(200);
        expect(page.words).toContain('Zellkern & Zellwand');
        expect(page.text).toContain('Die &lt;b&gt;Zelle');
        expect(page.headers['set-cookie']).toBeUndefined();
        expect(page.headers['x-frame-options']).toBeUndefined();
        expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
        const link = /href="([^"]*usageLink[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
        const { pathname, search } = new URL(link);
        expect((await visitor().send('GET', pathname + search)).text).toBe('Zellkern & Zellwand');
      });

      test('opens nothing else: another node, course, signature or time', async () => {
        const { platform, file, place } = await usedFile(school);
        const other = await makeFile(school.anna, 'Geheimnis');
        const id = file.ref.id;
        const statusOf = async (path: string): Promise<number> => {
          const page = await visitor().get(path);
          expect(page.text).not.toMatch(/Geheimnis|Zellkern/);
          return page.status;
        };
        const link = (changes: Record<string, string>) => viewerOf(platform, id, place, { changes });
        // A signature of one node with the address of another.
        expect(await statusOf(link({ obj_id: other.ref.id }))).toBe(400);
        expect(await statusOf(viewerOf(platform, other.ref.id, place))).toBe(403);
        expect(await statusOf(link({ course_id: 'other' }))).toBe(403);
        expect(await statusOf(link({ sig: 'AAAA' }))).toBe(401);
        expect(await statusOf(link({ app_id: 'unknown' }))).toBe(400);
        expect(await statusOf(link({ ts: String(Date.now() + 5) }))).toBe(400);
        const old = { timestamp: Date.now() - 24 * 3_600_000 };
        expect(await statusOf(viewerOf(platform, id, place, old))).toBe(400);
        for (const name of ['app_id', 'obj_id', 'ts', 'signed', 'sig'])
          expect(await statusOf(link({ [name]: '' }))).toBe(400);
      });

      test('shows nothing more to somebody who is signed in', async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'Nur für Anna');
        const own = visitor();
        await own.signIn(anna);
        expect((await own.get(viewerOf(platform, file.ref.id, newPlace()))).status).toBe(403);
      });

      test('a usage that has ended is explained', async () => {
        const { platform, file, place } = await usedFile(school);
        await school.anna.deleteNode(at(file));
        const page = await visitor().get(viewerOf(platform, file.ref.id, place), { 'accept-language': 'en' });
        expect([403, 404]).toContain(page.status);
        expect(page.words).toContain('The course no longer uses this material');
      });
    });

    describe('the picker', () => {
      const pick = (path: string, ticket: string, more = {}): string =>
        `${path}?${new URLSearchParams({ ticket, reurl: 'WINDOW', ...more })}`;

      const handedOver = (text: string): WireNode[] =>
        [...text.matchAll(/data-node="([^"]*)"/g)].map(([, json = '']) =>
          JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
        );

      test('finds as the person of the ticket, and hands over what platforms read', async () => {
        const word = newName('Zauberwort').replaceAll('-', '');
        const file = await makeFile(school.anna, 'x', { name: `${word} "a" <b>.txt` });
        const page = await visitor().get(pick('/components/search', await ticketOf(school, 'anna'), { q: word }));
        expect(page.status).toBe(200);
        const [node] = handedOver(page.text) as (WireNode & { objectUrl: string })[];
        expect(node).toMatchObject({ name: file.name, objectUrl: `ccrep://${file.ref.repo}/${file.ref.id}` });
        expect(node?.properties['cm:name']).toEqual([file.name]);
        // Moodle reads from it which version it can embed.
        expect(node?.properties['cclom:version']).toEqual([node?.contentVersion]);
        expect(node?.contentVersion).toMatch(/^1\.\d+$/);
        expect(page.headers['set-cookie']).toBeUndefined();
        const others = await visitor().get(pick('/components/search', await ticketOf(school, 'carla'), { q: word }));
        expect(handedOver(others.text)).toEqual([]);
      });

      test('opens folders and collections; a folder is handed over only if the platform takes folders', async () => {
        const folder = await makeFolder(school.anna, { name: newName('Ordner') });
        const file = await makeFile(school.anna, 'x', { parent: folder });
        const ticket = await ticketOf(school, 'anna');
        const files = '/components/workspace/files';
        const top = await visitor().get(pick(files, ticket));
        expect(top.words).toContain(folder.name);
        expect(handedOver(top.text).map(({ ref }) => ref.id)).not.toContain(folder.ref.id);
        const withFolders = await visitor().get(pick(files, ticket, { applyDirectories: 'true' }));
        expect(handedOver(withFolders.text).map(({ ref }) => ref.id)).toContain(folder.ref.id);
        const inside = await visitor().get(pick(files, ticket, { id: folder.ref.id }));
        expect(handedOver(inside.text).map(({ ref }) => ref.id)).toEqual([file.ref.id]);
        const made = await school.anna.createCollection({
          ...{ repository: '-home-', collection: '-root-' },
          body: { title: newName('Sammlung'), collection: { title: 'x', scope: 'MY' } },
        });
        const id = made.collection.ref.id;
        await school.anna.addReference({ repository: '-home-', collection: id, node: file.ref.id });
        const collections = await visitor().get(pick('/components/collections', ticket));
        expect(collections.text).toContain(`id=${id}`);
        const items = await visitor().get(pick('/components/collections', ticket, { id }));
        expect(handedOver(items.text)).toHaveLength(1);
      });

      test('shows what the person may only read, but does not hand it over: the platform could not record its use', async () => {
        const word = newName('Nurlesen').replaceAll('-', '');
        const file = await makeFile(school.anna, 'x', { name: `${word}.txt` });
        const path = async (): Promise<string> =>
          pick('/components/search', await ticketOf(school, 'carla'), { q: word });
        const share = (...permissions: string[]) =>
          school.anna.setPermissions({
            ...at(file),
            body: { permissions: [{ authority: { authorityName: carla.userName }, permissions }] },
          });
        await share('Consumer');
        const page = await visitor().get(await path(), { 'accept-language': 'en' });
        expect(page.words).toContain(`${file.name} You may only read it.`);
        expect(handedOver(page.text)).toEqual([]);
        await share('Consumer', 'CCPublish');
        expect(handedOver((await visitor().get(await path())).text).map(({ ref }) => ref.id)).toEqual([file.ref.id]);
      });

      test.each(['', 'TICKET_x', `TICKET_${'0'.repeat(64)}`, 'a b', '\u0000'])(
        'refuses the ticket %j',
        async (ticket) => {
          const own = visitor();
          await own.signIn(carla);
          const page = await own.get(pick('/components/search', ticket), { 'accept-language': 'en' });
          expect([page.status, page.words.includes('The sign-in has ended')]).toEqual([401, true]);
          expect(page.text).not.toContain('data-node');
        },
      );

      test('a place that the person may not see is explained, in a frame', async () => {
        const secret = await makeFolder(school.anna);
        const path = pick('/components/workspace/files', await ticketOf(school, 'carla'), { id: secret.ref.id });
        const page = await visitor().get(path, { 'accept-language': 'en' });
        expect([page.status, page.words.includes('There is nothing here')]).toEqual([403, true]);
        expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
      });

      test("another person's ticket does not replace the sign-in of the visitor", async () => {
        const own = visitor();
        await own.signIn(carla);
        await own.get(pick('/components/search', await ticketOf(school, 'anna')));
        expect((await own.get('/')).text).toContain('carla');
      });
    });
  },
  { only: ['TCP'] },
);
