import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tarFile, zipFile } from '../support/import-sources.ts';
import { moodleBackup } from '../support/moodle-backup.ts';
import { countsOf, imported, inShort, storedAt } from './imported.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();

interface Served {
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const served = new Map<string, Served>();
const server = createServer((request, response) => {
  const content = served.get(request.url ?? '');
  if (content === undefined) response.writeHead(404).end();
  else response.writeHead(200, content.headers).end(content.bytes);
});
let host = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Serves a content at a path, and returns its address. */
function at(path: string, content: string | Buffer, headers?: Served['headers']): string {
  served.set(path, { bytes: Buffer.from(content), ...(headers === undefined ? {} : { headers }) });
  return `http://${host}${path}`;
}

const take = (...words: string[]) => imported(repository, ...words, '--allow-host', host);

const h5p = async (): Promise<Buffer> =>
  readFile(
    await zipFile('brueche.h5p', {
      'h5p.json': JSON.stringify({ title: 'Brüche üben', language: 'de', license: 'CC BY', licenseVersion: '4.0' }),
      'content/content.json': '{}',
    }),
  );

const lom = `<?xml version="1.0"?>
<lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general>
  <title><string language="de">Der Eisvogel</string></title>
  <identifier><catalog>URI</catalog><entry>https://example.org/eisvogel</entry></identifier>
</general></lom>`;

describe('a package at an address', () => {
  test('is imported as it is as a file, and the next time nothing changes', async () => {
    const address = at('/h5p/brueche.h5p?a=1', await h5p());
    const first = await take(address, '/Netz');
    expect(first.stderr).toContain('H5P content');
    expect(inShort(first)).toEqual(['created | brueche.h5p | /Netz/brueche.h5p']);
    expect(await storedAt(repository, '/Netz/brueche.h5p')).toMatchObject({
      'cclom:title': ['Brüche üben'],
      'cclom:general_language': ['de'],
      'ccm:commonlicense_key': ['CC_BY'],
    });
    expect(countsOf(await take(address, '/Netz'))).toEqual({ 'already there': 1 });
  });

  test('has the name that the server states', async () => {
    const address = at('/export/17', await h5p(), { 'content-disposition': 'attachment; filename="kapitel.h5p"' });
    expect(inShort(await take(address, '/Export'))).toEqual(['created | kapitel.h5p | /Export/kapitel.h5p']);
  });

  test('may be a Moodle backup or a ZIP archive, which become folders', async () => {
    const course = at('/kurs.mbz', await readFile(await tarFile('kurs.mbz', moodleBackup)));
    expect(countsOf(await take(course, '/Kurs'))).toEqual({ created: 15, failed: 1 });
    const archive = at(
      '/material.zip',
      await readFile(await zipFile('material.zip', { 'a/b.txt': 'b', 'c.txt': 'c' })),
    );
    expect(inShort(await take(archive, '/Archiv'))).toEqual([
      'created | a/b.txt | /Archiv/a/b.txt',
      'created | c.txt | /Archiv/c.txt',
    ]);
  });

  test('is only looked at in a dry run', async () => {
    const { code, items } = await take(at('/probe.h5p', await h5p()), '/Probe', '--dry-run');
    expect([code, items.map(({ result }) => result)]).toEqual([0, ['created']]);
    expect((await repository.run(['ls', '/Probe'])).code).not.toBe(0);
  });

  test('may be called what it is with --kind', async () => {
    const address = at('/als-archiv', await h5p());
    expect(inShort(await take(address, '/AlsArchiv', '--kind', 'zip', '--package'))).toEqual([
      'created | als-archiv | /AlsArchiv/als-archiv',
    ]);
  });
});

test('records of LOM at an address are imported', async () => {
  expect(inShort(await take(at('/lom.xml', lom), '/LOM'))).toEqual(['created | record 1 | /LOM/Der Eisvogel']);
});

describe('an address', () => {
  test.each([
    ['with a damaged archive', '/schaden.zip', Buffer.from('PK\u0003\u0004 and nothing more', 'latin1')],
    ['with half an archive', '/halb.zip', Buffer.from('UEsDBBQAAAAIAGFi', 'base64')],
    ['with XML of no kind', '/anders.xml', Buffer.from('<?xml version="1.0"?><rss/>')],
    ['with a page', '/seite', Buffer.from('<!doctype html><title>Anmelden</title>')],
    ['with nothing', '/leer', Buffer.alloc(0)],
  ])('%s is refused as it was typed', async (_, path, bytes) => {
    const address = at(path, bytes);
    const { code, stderr, items } = await take(address, '/Nichts');
    expect([code, items]).toEqual([1, []]);
    expect(stderr).toContain(address);
    expect((await repository.run(['ls', '/Nichts'])).code).not.toBe(0);
  });

  test('leaves no copy behind', async () => {
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('edu-repo-import-'))).toEqual([]);
  });
});
