import { beforeAll, describe, expect, test } from 'vitest';
import { anna, bert } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';
import { makeFile, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';
import { type WebVisitor, webVisitor } from '../support/web-visitor.ts';

const csv =
  'Titel;URL;Lizenz\nKreis;https://www.example.org/kreis;CC BY 4.0\nWürfel <b>;https://www.example.org/w;Geheim';

const german = { 'accept-language': 'de' };

withTransports(
  (school) => {
    let visitor: WebVisitor;
    let folder: WireNode;
    beforeAll(async () => {
      visitor = webVisitor(school.raw);
      await visitor.signIn(anna);
      folder = await makeFolder(school.anna, { name: newName('Links') });
    });

    const form = () => `/folder/${folder.ref.id}/import`;

    /** The page after the work in progress, as a browser without scripts gets it. */
    async function settled(path: string, headers = {}) {
      const page = () => visitor.get(path, headers);
      await expect.poll(async () => (await page()).headers['refresh'], { timeout: 60_000 }).toBeUndefined();
      return page();
    }

    async function preview(bytes = csv, name = 'Links.csv') {
      await visitor.get(form());
      return visitor.upload(form(), { name, bytes }, { 'if-exists': 'update' });
    }

    describe('an import of a list', () => {
      test('is offered in folders in which the visitor may create, and only there', async () => {
        const link = `href="${form()}"`;
        expect((await visitor.get(`/folder/${folder.ref.id}`)).text).toContain(link);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        expect((await visitor.get(`/folder/${file.ref.id}/import`)).status).toBe(403);
        const stranger = webVisitor(school.raw);
        expect((await stranger.get(form())).path).toMatch(/^\/sign-in/);
        await stranger.signIn(bert);
        expect((await stranger.get(form())).status).toBe(403);
        await stranger.get('/folder/-userhome-');
        expect((await stranger.upload(form(), { name: 'a.csv', bytes: csv })).status).toBe(403);
      });

      test('shows what it would do, then does it, and reports', async () => {
        const sent = await preview();
        expect(sent.path).toMatch(/^\/import\/[\w-]{20,}$/);
        const before = await namesIn(school.anna, folder);
        const page = await settled(sent.path);
        expect(page.words).toMatch(/Preview: Links\.csv.*Recognised as list\. Items: 2\./);
        expect(page.words).toMatch(/Row 2 Kreis .*example\.org\/kreis CC BY 4\.0 new/);
        expect(page.words).toMatch(/Problems.*Row 3 Lizenz/);
        expect(page.text).not.toContain('Würfel <b>');
        expect((await visitor.get(sent.path, german)).words).toMatch(/Vorschau: Links\.csv.*Zeile 2/);
        expect(await namesIn(school.anna, folder)).toEqual(before);

        await visitor.post(`${sent.path}/run`);
        const report = await settled(sent.path);
        expect(report.words).toMatch(/Import: Links\.csv.*Go to the folder/);
        expect(await namesIn(school.anna, folder)).toEqual(expect.arrayContaining(['Kreis', 'Würfel <b>']));
        const [, address = ''] = /href="([^"]+\/report)"/.exec(report.text) ?? [];
        const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const table = await rawRequest(school.raw, { method: 'GET', path: `^${address}`, headers: { cookie } });
        expect([table.status, table.text.split('\r\n').length]).toEqual([200, 4]);
      });

      test('of a file that is none says why, and offers another one', async () => {
        const { path } = await preview('\u0000\u0001', 'a.bin');
        const page = await settled(path, german);
        expect(page.words).toMatch(/kann nicht importiert werden.*a\.bin.*Andere Datei/);
        expect(page.text).not.toContain('/run"');
      });

      test('needs a file, a token, and is for its person only', async () => {
        await visitor.get(form());
        expect((await visitor.upload(form(), undefined)).status).toBe(400);
        expect((await visitor.upload(form(), { name: 'a.csv', bytes: csv }, { token: 'forged' })).status).toBe(400);
        const { path } = await preview();
        const stranger = webVisitor(school.raw);
        await stranger.signIn(bert);
        await stranger.get('/folder/-userhome-');
        expect((await stranger.get(path)).status).toBe(404);
        expect((await stranger.post(`${path}/run`)).status).toBe(404);
        await settled(path);
      });
    });
  },
  { only: ['TCP'] },
);
