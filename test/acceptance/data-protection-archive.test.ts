import { posix } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import { registeredApp, signedBy } from '../support/apps.ts';
import {
  enabledExports,
  exportOf,
  fileOf,
  fillSevenAreas,
  type SevenAreas,
  unpacked,
  unpackedByInfoZip,
} from '../support/data-exports.ts';
import { anna, basic, carla } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { download, makeFile, makeFolder } from '../support/trees.ts';

/** The targets of all links of a page, as paths in the archive. */
function linksOf(path: string, html: string): string[] {
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#39;', "'"));
  return targets.map((href) => posix.join(posix.dirname(path), decodeURIComponent(href)));
}

const isPage = (path: string): boolean => path === 'index.html' || path.startsWith('index/');

/** Fails unless each file of the archive can be reached from `index.html`, and each link leads to a file. */
function expectWholeIndex(files: ReadonlyMap<string, Buffer>): void {
  const reached = new Set(['index.html']);
  for (const path of reached) {
    if (!isPage(path)) continue;
    const html = String(files.get(path));
    expect(html).not.toMatch(/<script|https?:/);
    for (const target of linksOf(path, html)) reached.add(target);
  }
  expect([...reached].sort()).toEqual([...files.keys()].sort());
}

withTransports(
  (school) => {
    describe('the archive of a person with something in all seven areas', () => {
      let areas: SevenAreas;
      let id: string;
      let name: string;
      let archive: Buffer;
      let files: ReadonlyMap<string, Buffer>;

      beforeAll(async () => {
        areas = await fillSevenAreas(school, { anna, carla });
        const { client } = areas.places['safe/home'] ?? { client: school.anna };
        const finished = await exportOf(client, school.admin);
        id = finished.nodeEntry.node.ref.id;
        name = finished.nodeEntry.node.name;
        archive = await fileOf(client, finished);
        files = await unpacked(archive);
      });

      const jsonAt = (path: string): Record<string, unknown> => JSON.parse(String(files.get(path)));

      test('needs the second sign-in, because it has the safe area: no session, ticket or app opens it without', async () => {
        const app = await registeredApp(school);
        const { ticket } = await school.withHeaders(signedBy(app)).signInByApp({ userId: 'anna' });
        const opened = await school.send(callOf('validateSession', {}, basic(anna)));
        const cookie = /JSESSIONID=[^;]+/.exec(String(opened.headers['set-cookie']))?.[0] ?? '';
        const clients = {
          password: school.anna,
          administrator: school.admin,
          session: school.withHeaders({ cookie }),
          ticket: school.withHeaders({ authorization: `EDU-TICKET ${ticket}` }),
          app: school.withHeaders({ ...signedBy(app), authorization: `EDU-TICKET ${ticket}` }),
        };
        for (const client of Object.values(clients)) {
          await expectRefused(client.getDataExport({ repository: '-home-', person: 'anna' }), 403, /safe area/);
          await expectRefused(client.downloadContent({ nodeId: id }), 404);
        }
      });

      test('has a folder for each node, with its files', () => {
        const paths = [...files.keys()].map((path) => path.replaceAll(/ [0-9a-f]{8}(?=[/.])/g, ''));
        expect(paths.filter((path) => !isPage(path)).sort()).toEqual([
          'collection/Für alle/Für alle.json',
          'collection/Meine Sammlung/Jahresplan/Jahresplan.json',
          'collection/Meine Sammlung/Meine Sammlung.json',
          'comment/Carlas Blatt.txt/Carlas Blatt.txt.json',
          'feedback/Carlas Blatt.txt/Carlas Blatt.txt.json',
          'home/Plan.txt/Plan.txt',
          'home/Plan.txt/Plan.txt.json',
          'home/Unterricht/Kreis.svg/Kreis.svg',
          'home/Unterricht/Kreis.svg/Kreis.svg.json',
          'home/Unterricht/Kreis.svg/Kreis.svg.png',
          'home/Unterricht/Unterricht.json',
          'report/report.pdf',
          'safe/home/Noten.txt/Noten.txt',
          'safe/home/Noten.txt/Noten.txt.json',
          'safe/shared/Protokoll.txt/Protokoll.txt',
          'safe/shared/Protokoll.txt/Protokoll.txt.json',
          'shared/Beitrag.txt/Beitrag.txt',
          'shared/Beitrag.txt/Beitrag.txt.json',
        ]);
        expect(name).toMatch(/^\d{6}_dataprotectioninfo_edu-repo\.zip$/);
      });

      test('has the same files for Info-ZIP', async (context) => {
        expect(await unpackedByInfoZip(archive, context)).toEqual(files);
      });

      test('has the originals byte by byte, and pictures', async () => {
        expect(files.get('home/Unterricht/Kreis.svg/Kreis.svg')).toEqual(areas.drawing);
        expect(files.get('home/Plan.txt/Plan.txt')).toEqual(await download(school.anna, areas.homeFile));
        expect(files.get('shared/Beitrag.txt/Beitrag.txt')).toEqual(await download(school.anna, areas.sharedFile));
        const png = files.get('home/Unterricht/Kreis.svg/Kreis.svg.png');
        expect(png?.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      });

      test('has the properties and all versions of own content as JSON', () => {
        const plan = jsonAt('home/Plan.txt/Plan.txt.json');
        expect(plan).toMatchObject({ 'cm:name': 'Plan.txt', 'cclom:title': 'Jahresplan', 'cm:versionLabel': '1.2' });
        expect(plan['versions']).toMatchObject([
          { 'cm:versionLabel': '1.0' },
          { 'cm:versionLabel': '1.1', 'cclom:format': 'text/plain', 'cclom:size': '11' },
          { 'cm:versionLabel': '1.2', 'cm:versionComment': 'mit Titel', 'cclom:title': 'Jahresplan' },
        ]);
        for (const path of files.keys()) if (path.endsWith('.json')) expect(jsonAt(path)).toBeTypeOf('object');
      });

      test('has the comments and the feedback', () => {
        const comment = jsonAt('comment/Carlas Blatt.txt/Carlas Blatt.txt.json');
        expect(comment).toMatchObject({ type: 'ccm:comment', 'ccm:comment_content': 'Sehr <b>gut</b>' });
        const feedback = jsonAt('feedback/Carlas Blatt.txt/Carlas Blatt.txt.json');
        expect(feedback).toMatchObject({
          type: 'ccm:material_feedback',
          'ccm:material_feedback_data': [{ question: 'verständlich', answers: ['ja'] }],
        });
      });

      test("has nothing of Carla's but the title of what Anna commented on", () => {
        for (const bytes of files.values()) {
          expect(bytes.toString('latin1')).not.toContain('Geheimnis von Carla');
          expect(bytes.toString('utf8')).not.toContain(carla.email);
        }
      });

      test('has an index that leads to every file, without the internet', () => expectWholeIndex(files));
    });

    test('hostile names neither leave the archive nor become markup', async () => {
      const names = ['<script>alert(1)<', 'a\\..\\..\\b', 'CON', 'x"&\'#?%41.txt', 'ß'.repeat(120)];
      const outer = await makeFolder(school.bert, { name: '<img src=x onerror=alert(1)>' });
      for (const name of names) await makeFile(school.bert, name, { parent: outer, name });
      await makeFile(school.bert, 'Punkte', { parent: outer, name: '... ' });
      await makeFile(school.bert, 'eins', { parent: outer, name: 'Gleich?' });
      await makeFile(school.bert, 'zwei', { parent: outer, name: 'gleich*' });
      const files = await unpacked(await fileOf(school.bert, await exportOf(school.bert, school.admin)));
      expectWholeIndex(files);
      const home = [...files.keys()].filter((path) => path.startsWith('home/'));
      for (const path of home) expect(path.split('/')).not.toContain('..');
      expect(home.filter((path) => /gleich__1\/gleich_$/i.test(path))).toHaveLength(1);
      expect(String(files.get('index/home-1.html'))).toContain('&lt;img src=x onerror=alert(1)&gt;');
    });
  },
  { only: ['TCP'], overrides: enabledExports },
);
