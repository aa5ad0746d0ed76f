import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, bytesOf, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';

const patience = { timeout: 60_000, interval: 100 };

const rows = [
  'Titel;URL;Lizenz;Art',
  'Kreis;https://www.example.org/kreis;CC BY 4.0;Video',
  'Würfel;https://www.example.org/wuerfel;Geheim;Video',
];

const list = (...more: readonly string[]): string => [...rows, ...more].join('\n');

const csv = (text = list(), name = 'liste.csv') => aFile(text, { name, mimeType: 'text/csv' });

interface Sent {
  readonly parent: WireNode;
  readonly body?: ReturnType<typeof csv>;
}

const send = (client: Client, { parent, body = csv() }: Sent) => client.prepareImport({ parent: parent.ref.id, body });

/** The import when it is neither checked nor run any more. An answer about nothing is a failure at once, not after a minute. */
async function ended(client: Client, id: string) {
  for (;;) {
    const found = await client.getImport({ import: id });
    expect(found.id).toBe(id);
    if (found.state.endsWith('ed')) return found;
    await setTimeout(100);
  }
}

const checked = async (client: Client, sent: Sent) => ended(client, (await send(client, sent)).id);

async function imported(client: Client, sent: Sent) {
  const { id } = await checked(client, sent);
  await client.runImport({ import: id });
  return ended(client, id);
}

const reportOf = async (client: Client, id: string): Promise<string> =>
  (await bytesOf(await client.getImportReport({ import: id }))).toString();

const keptFiles = async ({ dataDirectory }: School): Promise<string[]> =>
  readdir(join(dataDirectory, 'imports-tmp')).catch(() => []);

withTransports(
  (school) => {
    describeOperation('prepareImport', school, {
      effect: {
        'it says what an import would do, and changes nothing': async () => {
          const parent = await makeFolder(school.anna);
          const sent = await send(school.anna, { parent });
          expect(sent).toMatchObject({ state: 'checking', report: null, fileName: 'liste.csv', expires: null });
          const { state, report, parent: target } = await ended(school.anna, sent.id);
          expect([state, target]).toEqual(['checked', parent.ref.id]);
          expect(report).toMatchObject({
            ...{ outcome: 'done', reason: null, kind: 'list', total: 2 },
            counts: { created: 2, changed: 0, alreadyThere: 0, skipped: 0, failed: 0, warnings: 1 },
          });
          expect(report?.items[0]).toMatchObject({
            ...{ where: 'row 2', title: 'Kreis', link: 'https://www.example.org/kreis', licence: 'CC BY 4.0' },
            ...{ result: 'created', node: null, name: 'Kreis', type: 'Video', file: '', problems: [] },
          });
          expect(report?.problems).toHaveLength(1);
          expect(report?.problems[0]).toMatchObject({ where: 'row 3', title: 'Würfel' });
          expect(report?.problems[0]?.problems[0]).toMatchObject({ column: 'Lizenz', severity: 'warning' });
          expect(await namesIn(school.anna, parent)).toEqual([]);
        },
        'an earlier import of the person is removed, with its file': async () => {
          const parent = await makeFolder(school.anna);
          const first = await checked(school.anna, { parent });
          const second = await send(school.anna, { parent });
          await expectRefused(school.anna.getImport({ import: first.id }), 404);
          expect(await keptFiles(school)).toEqual([second.id]);
          await ended(school.anna, second.id);
        },
      },
      refusal: {
        'who may not create in the folder is refused before the file is kept': async () => {
          const parent = await makeFolder(school.anna);
          const before = await keptFiles(school);
          await expectRefused(send(school.nobody, { parent }), 401);
          await expectRefused(send(school.bert, { parent }), 403);
          expect(await keptFiles(school)).toEqual(before);
        },
      },
      badInput: {
        'a file that is none of the kinds is told with the reason, and cannot be imported': async () => {
          const parent = await makeFolder(school.anna);
          const { id, report } = await checked(school.anna, { parent, body: csv('\u0000\u0001broken', 'a.bin') });
          expect(report).toMatchObject({ outcome: 'failed', total: 0, kind: null });
          expect(report?.reason).toMatch(/a\.bin/);
          expect(report?.reason).not.toMatch(/edu-repo |--|imports-tmp/);
          await expectRefused(school.anna.runImport({ import: id }), 409, /cannot be imported/);
        },
        'a folder or a choice that is none is refused': async () => {
          const id = '00000000-0000-4000-8000-000000000000';
          await expectRefused(school.anna.prepareImport({ parent: id, body: csv() }), 404);
          const wrong = { parent: '-userhome-', ifExists: 'burn' as 'skip', body: csv() };
          await expectRefused(school.anna.prepareImport(wrong), 400, /ifExists/);
        },
      },
    });

    describeOperation('runImport', school, {
      effect: {
        'the items are there, and a second run doubles none': async () => {
          const parent = await makeFolder(school.anna);
          const { id, report } = await imported(school.anna, { parent });
          expect(report?.counts).toMatchObject({ created: 2, failed: 0 });
          expect(await namesIn(school.anna, parent)).toEqual(['Kreis', 'Würfel']);
          await school.anna.runImport({ import: id });
          expect((await ended(school.anna, id)).report?.counts).toMatchObject({ created: 0, alreadyThere: 2 });
          expect(await namesIn(school.anna, parent)).toEqual(['Kreis', 'Würfel']);
        },
        'a list with the name of another one, in another folder, changes nothing there': async () => {
          const [first, second] = [await makeFolder(school.anna), await makeFolder(school.anna)];
          await imported(school.anna, { parent: first });
          const { report } = await imported(school.anna, { parent: second });
          expect(report?.counts).toMatchObject({ created: 2, alreadyThere: 0 });
          expect(await namesIn(school.anna, second)).toEqual(['Kreis', 'Würfel']);
        },
      },
      refusal: {
        'it is for the person who sent the file, and for nobody else': async () => {
          const parent = await makeFolder(school.anna);
          const { id } = await checked(school.anna, { parent });
          await expectRefused(school.nobody.runImport({ import: id }), 401);
          await expectRefused(school.bert.runImport({ import: id }), 404);
          await expectRefused(school.admin.runImport({ import: id }), 404);
          expect(await namesIn(school.anna, parent)).toEqual([]);
        },
        'it runs with the rights of the person, which may have changed since the check': async () => {
          const parent = await makeFolder(school.anna);
          const { id } = await checked(school.anna, { parent });
          await school.anna.deleteNode({ repository: '-home-', node: parent.ref.id });
          await school.anna.runImport({ import: id });
          expect((await ended(school.anna, id)).report).toMatchObject({ outcome: 'failed', total: 0 });
        },
      },
      badInput: {
        'an import that is not there is told': async () => {
          await expectRefused(school.anna.runImport({ import: newName() }), 404);
        },
        'while the file is being checked it is refused': async () => {
          const parent = await makeFolder(school.anna);
          const { id } = await send(school.anna, { parent });
          await expectRefused(school.anna.runImport({ import: id }), 409, /being checked/);
          await ended(school.anna, id);
        },
      },
    });

    describeOperation('getImport', school, {
      effect: {
        'it has the state, the report and the end of the file': async () => {
          const { state, expires, done } = await checked(school.anna, { parent: await makeFolder(school.anna) });
          expect([state, done]).toEqual(['checked', 2]);
          expect(Date.parse(expires ?? '') - Date.now()).toBeGreaterThan(50 * 60_000);
        },
      },
      refusal: {
        'imports of other people do not exist': async () => {
          const { id } = await checked(school.anna, { parent: await makeFolder(school.anna) });
          await expectRefused(school.nobody.getImport({ import: id }), 401);
          await expectRefused(school.bert.getImport({ import: id }), 404);
          await expectRefused(school.admin.getImport({ import: id }), 404);
        },
      },
      badInput: {
        'an import that is not there is told': async () => {
          await expectRefused(school.anna.getImport({ import: '../../etc' }), 404);
        },
      },
    });

    describeOperation('getImportReport', school, {
      effect: {
        'it has a row for each item, and spreadsheets run nothing in it': async () => {
          const parent = await makeFolder(school.anna);
          const body = csv(list('=cmd();https://www.example.org/boese;;Video'));
          const { id } = await imported(school.anna, { parent, body });
          const [head, ...lines] = (await reportOf(school.anna, id)).split('\r\n');
          expect(head).toBe('\ufeffresult,item,title,name,node,column,reason,suggestion');
          expect([lines.length, lines.at(-1)]).toEqual([4, '']);
          expect(lines[1]).toMatch(/^created,row 3,Würfel,Würfel,[0-9a-f-]{36},Lizenz,/);
          expect(lines[2]).toMatch(/^created,row 4,'=cmd/);
        },
      },
      refusal: {
        'reports of other people do not exist': async () => {
          const { id } = await checked(school.anna, { parent: await makeFolder(school.anna) });
          await expectRefused(school.nobody.getImportReport({ import: id }), 401);
          await expectRefused(school.bert.getImportReport({ import: id }), 404);
        },
      },
      badInput: {
        'an import that is not there is told': async () => {
          await expectRefused(school.anna.getImportReport({ import: newName() }), 404);
        },
      },
    });

    describe('a hostile list', () => {
      test('names no files of the server', async () => {
        const parent = await makeFolder(school.anna);
        // Beside the folders of imports.
        const secret = join(school.dataDirectory, 'imports-tmp', 'secret.txt');
        await mkdir(join(school.dataDirectory, 'imports-tmp'), { recursive: true });
        await writeFile(secret, 'secret');
        const paths = [
          ...['/etc/passwd', '../secret.txt', '../../secret.txt', '../report.jsonl', '../config.yaml', secret],
          ...['..\\..\\secret.txt', 'file:///etc/passwd', '~/.bashrc', '/proc/self/environ', '.', '..'],
        ];
        const body = csv(['Titel;Datei', ...paths.map((path, at) => `Zeile ${at};${path}`)].join('\n'));
        const { id, report } = await imported(school.anna, { parent, body });
        expect(report?.counts).toMatchObject({ created: 0, failed: paths.length });
        expect(await namesIn(school.anna, parent)).toEqual([]);
        expect(`${JSON.stringify(report)} ${await reportOf(school.anna, id)}`).not.toContain(join('imports-tmp', id));
      });

      test('makes the server call no address of a private network', async () => {
        let calls = 0;
        const server = createServer((_, response) => {
          calls += 1;
          response.end('inner');
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        try {
          const { port } = server.address() as AddressInfo;
          const parent = await makeFolder(school.anna);
          const body = csv(`Titel;Datei\nInnen;http://127.0.0.1:${port}/a.txt\nName;http://localhost:${port}/a.txt`);
          const { report } = await imported(school.anna, { parent, body });
          expect([report?.counts.failed, calls]).toEqual([2, 0]);
        } finally {
          server.close();
        }
      });

      test('cannot choose by its name where it is kept', async () => {
        const parent = await makeFolder(school.anna);
        const names = [
          '../../../evil.csv',
          '..',
          ' ',
          '.csv',
          'C:\\Users\\anna\\liste.csv',
          '--report=x.csv',
          'a\nb.csv',
        ];
        for (const name of names) {
          const { id, fileName } = await send(school.anna, { parent, body: csv(list(), name) });
          expect(fileName, name).toMatch(/^[^./\\][^/\\\n]*$/);
          expect(existsSync(join(school.dataDirectory, 'imports-tmp', id, 'source', fileName)), name).toBe(true);
        }
      });
    });

    test('after a restart, the files of earlier imports are gone, and the imports too', async () => {
      const parent = await makeFolder(school.anna);
      const { id } = await checked(school.anna, { parent });
      await school.restart(async () => {
        // What a process leaves that was ended at once.
        await mkdir(join(school.dataDirectory, 'imports-tmp', 'left', 'source'), { recursive: true });
      });
      await expect.poll(() => keptFiles(school), patience).toEqual([]);
      await expectRefused(school.anna.getImport({ import: id }), 404);
    });

    test('a stop in the middle ends the import, and the server starts again', async () => {
      const parent = await makeFolder(school.anna);
      const many = Array.from({ length: 3_000 }, (_, at) => `Blatt ${at};https://www.example.org/${at};;Video`);
      const { id } = await checked(school.anna, { parent, body: csv(list(...many)) });
      await school.anna.runImport({ import: id });
      await expectRefused(send(school.anna, { parent }), 409, /running/);
      await expect.poll(async () => (await school.anna.getImport({ import: id })).done, patience).toBeGreaterThan(0);
      await school.restart();
      await expectRefused(school.anna.getImport({ import: id }), 404);
      expect(await keptFiles(school)).toEqual([]);
      const { length } = await namesIn(school.anna, parent);
      expect(length).toBeLessThan(3_002);
    });
  },
  { only: ['TCP'] },
);
