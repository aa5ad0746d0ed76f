import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { anna, bert } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';
import { type WebVisitor, webVisitor } from '../support/web-visitor.ts';

const asScript = { accept: 'application/json' };

withTransports(
  (school) => {
    let visitor: WebVisitor;
    let folder: WireNode;
    beforeAll(async () => {
      visitor = webVisitor(school.raw);
      await visitor.signIn(anna);
      folder = await makeFolder(school.anna, { name: newName('Uploads') });
    });

    const to = (node = folder) => `/folder/${node.ref.id}/upload`;
    const textOf = async (path: string, below = folder): Promise<string> => {
      const { node } = await school.anna.resolvePath({ ...at(below), path });
      return (await school.anna.getTextContent(at(node))).text ?? '';
    };

    describe('an upload by the form', () => {
      test('stores a file and leads back to the folder', async () => {
        await visitor.get(`/folder/${folder.ref.id}`);
        const page = await visitor.upload(to(), { name: 'Größe.txt', bytes: 'Hallo' });
        expect([page.status, page.path]).toEqual([200, `/folder/${folder.ref.id}?notice=uploaded`]);
        expect(page.words).toMatch(/Uploaded\..*Größe\.txt/);
        expect(await textOf('Größe.txt')).toBe('Hallo');
      });

      test('reports a name that is taken, and stores it as the visitor chooses', async () => {
        const inner = await makeFolder(school.anna, { parent: folder });
        await makeFile(school.anna, 'alt', { parent: inner, name: 'a.txt' });
        const send = (choice: string) =>
          visitor.upload(to(inner), { name: 'a.txt', bytes: choice }, { 'if-exists': choice });
        expect((await send('ask')).status).toBe(409);
        expect((await send('skip')).words).toContain('was not uploaded');
        expect(await textOf('a.txt', inner)).toBe('alt');
        expect((await send('version')).status).toBe(200);
        expect(await textOf('a.txt', inner)).toBe('version');
        expect((await send('both')).status).toBe(200);
        expect(await namesIn(school.anna, inner)).toEqual(['a - 1.txt', 'a.txt']);
      });

      test('without a file, a token or the right stores nothing', async () => {
        const before = await namesIn(school.anna, folder);
        const file = { name: 'forged.txt', bytes: 'x' };
        expect((await visitor.upload(to(), undefined)).status).toBe(400);
        expect((await visitor.upload(to(), file, { token: 'forged' })).status).toBe(400);
        const foreign = { origin: 'http://elsewhere.example' };
        expect((await visitor.upload(to(), file, {}, foreign)).status).toBe(403);
        const stranger = webVisitor(school.raw);
        await stranger.signIn(bert);
        expect((await stranger.upload(to(), file)).status).toBeGreaterThanOrEqual(403);
        expect((await webVisitor(school.raw).upload(to(), file)).path).toMatch(/^\/sign-in/);
        expect(await namesIn(school.anna, folder)).toEqual(before);
      });
    });

    describe('an upload by the script', () => {
      const json = async (path: string, bytes?: string, choice = 'ask') => {
        const file = bytes === undefined ? undefined : { name: 'blob', bytes };
        const page = await visitor.upload(to(), file, { path, 'if-exists': choice }, asScript);
        return { status: page.status, ...(JSON.parse(page.text) as object) };
      };

      test('first finds out whether it can, then stores, with the folders above', async () => {
        expect(await json('Kapitel/1/b.txt')).toEqual({ status: 200, result: 'ready' });
        expect(await json('Kapitel/1/b.txt', 'eins')).toEqual({ status: 200, result: 'stored' });
        expect(await textOf('Kapitel/1/b.txt')).toBe('eins');
        expect(await json('Kapitel/1/b.txt')).toEqual({ status: 409, result: 'exists' });
        expect(await json('Kapitel/1/b.txt', undefined, 'skip')).toEqual({ status: 200, result: 'skipped' });
        expect(await json('Kapitel/1', undefined, 'version')).toEqual({ status: 409, result: 'exists' });
      });

      test('creates a file with its content in its first version, and refuses another size than stated', async () => {
        const send = async (name: string, bytes: string, size: number) => {
          const file = { name: 'blob', bytes };
          const fields = { path: name, 'if-exists': 'ask', size: String(size) };
          const page = await visitor.upload(to(), file, fields, asScript);
          return JSON.parse(page.text) as { readonly result: string };
        };
        for (const length of [0, 4, 3_000_000]) {
          const name = `first-${length}.txt`;
          expect(await send(name, 'a'.repeat(length), length)).toEqual({ result: 'stored' });
          const { node } = await school.anna.resolvePath({ ...at(folder), path: name });
          const { versions } = await school.anna.describeVersions(at(node));
          const numbers = versions.map(({ version: { major, minor } }) => `${major}.${minor}`);
          expect([numbers, node.size, node.mimetype]).toEqual([['1.0'], String(length), 'text/plain']);
        }
        for (const [length, size] of [
          [4, 3],
          [4, 5],
          [3_000_000, 2_999_999],
          [3_000_000, 3_000_001],
        ] as const) {
          expect(await send('wrong.txt', 'a'.repeat(length), size), String(size)).toMatchObject({ result: 'failed' });
        }
        expect(await send('x'.repeat(300), 'x', 1)).toMatchObject({ message: expect.stringContaining('name') });
        expect(await namesIn(school.anna, folder)).not.toContain('wrong.txt');
      });

      test('leaves nothing when the line breaks, so that the file can be sent again', async () => {
        const { text } = await visitor.get(`/folder/${folder.ref.id}`);
        const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
        const fields = Object.entries({ token, 'if-exists': 'ask', path: 'broken.txt', size: '3000000' });
        const part = (name: string, value: string) =>
          `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
        const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="b"\r\n\r\n';
        const { hostname, port, host } = school.raw.baseUrl;
        const sending = request({
          ...{ hostname, port, method: 'POST', path: to() },
          headers: {
            ...{ host, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 3_001_000 },
            ...{ ...asScript, cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          },
        });
        const broken = once(sending, 'error');
        sending.write(`${fields.map(([name, value]) => part(name, value)).join('')}${file}${'a'.repeat(1_000_000)}`);
        await setTimeout(1_000);
        sending.destroy(new Error('The line is broken.'));
        await broken;
        await setTimeout(500);
        expect(await namesIn(school.anna, folder)).not.toContain('broken.txt');
        expect(await json('broken.txt', 'ganz')).toEqual({ status: 200, result: 'stored' });
        expect(await textOf('broken.txt')).toBe('ganz');
      });

      test('says in words why a path cannot be stored', async () => {
        for (const path of ['../b.txt', 'a//b.txt', `${'x/'.repeat(60)}b.txt`, '   ']) {
          expect(await json(path, 'x'), path).toMatchObject({ status: 400, result: 'failed' });
        }
        expect(await json('x'.repeat(300), 'x')).toMatchObject({
          status: 400,
          result: 'failed',
          message: expect.stringContaining('name'),
        });
      });
    });
  },
  { only: ['TCP'] },
);
