import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { batchFile, type NewEntry } from '../../src/client/batch-file.ts';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { aFile, childrenOf, download, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { expectNothingUnfinished, largeContentFiles } from '../support/uploads.ts';

const entry = (parent: WireNode, text?: string, name = newName()): NewEntry => ({
  id: `entry of ${name}`,
  parent: parent.ref.id,
  properties: { 'cm:name': name },
  ...(text === undefined ? {} : { content: { bytes: Buffer.from(text) } }),
});

const send = async (client: Client, entries: readonly NewEntry[]) =>
  (await client.createNodes({ body: batchFile(entries) })).results;

/** Sends bytes that need not be a batch. */
const sendRaw = async (client: Client, ...pieces: readonly (string | Buffer)[]) =>
  (await client.createNodes({ body: aFile(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))) })).results;

const line = (parent: WireNode, more: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ id: newName(), parent: parent.ref.id, properties: { 'cm:name': newName() }, ...more })}\n`;

withTransports((school) => {
  describeOperation('createNodes', school, {
    effect: {
      'creates nodes with content, complete in their first version, and folders': async () => {
        const folder = await makeFolder(school.anna);
        const results = await send(school.anna, [
          { ...entry(folder, '', 'empty.txt') },
          { ...entry(folder, 'Bruchrechnen', 'a.txt'), versionComment: 'imported' },
          { ...entry(folder, undefined, 'sub'), type: 'ccm:map' },
          { ...entry(folder, undefined, 'without') },
        ]);
        expect(results.map(({ status, name, repeated, error }) => ({ status, name, repeated, error }))).toEqual(
          ['empty.txt', 'a.txt', 'sub', 'without'].map((name) => ({ status: 200, name, repeated: false, error: null })),
        );
        const nodes = new Map((await childrenOf(school.anna, folder)).map((node) => [node.name, node]));
        expect([...nodes.keys()].sort()).toEqual(['a.txt', 'empty.txt', 'sub', 'without']);
        const text = nodes.get('a.txt') as WireNode;
        expect(text).toMatchObject({
          contentVersion: '1.0',
          size: '12',
          mimetype: 'text/plain',
          createdBy: { firstName: 'Anna' },
        });
        expect((await download(school.anna, text)).toString()).toBe('Bruchrechnen');
        expect(nodes.get('sub')).toMatchObject({ isDirectory: true });
        expect(nodes.get('without')?.size).toBeNull();
      },

      'takes large contents as streams, between small ones': async () => {
        const folder = await makeFolder(school.anna);
        const large = Buffer.alloc(3_000_001, 'grün ');
        const results = await send(school.anna, [
          entry(folder, 'before', '1'),
          { ...entry(folder, undefined, '2'), content: { bytes: large } },
          entry(folder, 'after', '3'),
        ]);
        expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
        const nodes = await childrenOf(school.anna, folder);
        const bytes = await Promise.all(nodes.map(async (node) => (await download(school.anna, node)).length));
        expect(bytes.sort((one, other) => one - other)).toEqual([5, 6, large.length]);
      },

      'takes as many entries as a call may have, and answers each of the others with 413': async () => {
        const folder = await makeFolder(school.anna);
        const results = await send(
          school.anna,
          Array.from({ length: 1_001 }, (_, at) => entry(folder, `${at}`)),
        );
        expect(results).toHaveLength(1_001);
        expect(results.slice(0, 1_000).every(({ status }) => status === 200)).toBe(true);
        expect(results.at(-1)).toMatchObject({
          id: expect.stringMatching(/^entry of /),
          status: 413,
          error: { message: expect.stringContaining('1000') },
        });
      },

      'counts blank lines: as many as entries and contents can have, and not without end': async () => {
        const folder = await makeFolder(school.anna);
        for (const blank of ['\n', '\r\n']) {
          const allowed = await sendRaw(school.anna, line(folder), blank.repeat(2_000), line(folder));
          expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
          const refused = await sendRaw(school.anna, line(folder), blank.repeat(2_001), line(folder));
          expect(refused.map(({ status }) => status)).toEqual([200, 400]);
          expect(refused[1]?.error?.message).toMatch(/more than 2000 blank lines/);
        }
        expect(await childrenOf(school.anna, folder)).toHaveLength(6);
      },

      'answers each entry by itself': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFolder(school.bert);
        const results = await send(school.anna, [
          entry(folder, 'first', 'taken'),
          entry(file, 'not mine'),
          { ...entry(folder, 'x'), type: 'ccm:nothing' },
          { ...entry(folder, 'x'), properties: { nonsense: 'x' } },
          { ...entry(folder, 'x'), parent: '00000000-0000-4000-8000-000000000000' },
          { ...entry(folder, 'x'), type: 'ccm:map' },
          { ...entry(folder, 'x'), parent: 'x'.repeat(50) },
          entry(folder, 'last', 'last'),
        ]);
        expect(results.map(({ status }) => status)).toEqual([200, 403, 400, 400, 404, 400, 404, 200]);
        for (const { status, error, node } of results) {
          expect(error === null).toBe(status === 200);
          expect(node === null).toBe(status !== 200);
        }
        expect((await childrenOf(school.anna, folder)).map(({ name }) => name).sort()).toEqual(['last', 'taken']);
      },

      'of entries with the same name one is stored; with renameIfExists all are': async () => {
        const folder = await makeFolder(school.anna);
        const same = (at: number): NewEntry => ({ ...entry(folder, `${at}`, 'same.txt'), id: newName() });
        const refused = await send(school.anna, [same(1), same(2), same(3)]);
        expect(refused.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        const renamed = await send(
          school.anna,
          [4, 5].map((at) => ({ ...same(at), renameIfExists: true })),
        );
        expect(renamed.map(({ name }) => name).sort()).toEqual(['same - 1.txt', 'same - 2.txt']);
      },

      'that is sent again creates nothing twice, also at the same time and with other content': async () => {
        const folder = await makeFolder(school.anna);
        const entries = Array.from({ length: 20 }, (_, at) => entry(folder, `text ${at}`, `n${at}`));
        const [first, second] = await Promise.all([send(school.anna, entries), send(school.anna, entries)]);
        const third = await send(
          school.anna,
          entries.map((one) => ({ ...one, content: { bytes: Buffer.from('other') } })),
        );
        for (const [at, { node }] of first.entries()) {
          expect(second[at]).toMatchObject({ status: 200, node });
          expect(third[at]).toMatchObject({ status: 200, node, repeated: true });
          expect([first[at]?.repeated, second[at]?.repeated].filter((repeated) => !repeated)).toHaveLength(1);
        }
        const nodes = await childrenOf(school.anna, folder);
        expect(nodes).toHaveLength(20);
        for (const node of nodes) expect((await download(school.anna, node)).toString()).toMatch(/^text \d+$/);
      },

      'with the id of an entry of somebody else creates another node': async () => {
        const [mine, hers] = [await makeFolder(school.anna), await makeFolder(school.bert)];
        const id = newName();
        const [first] = await send(school.anna, [{ ...entry(mine, 'mine'), id }]);
        const [second] = await send(school.bert, [{ ...entry(hers, 'hers'), id }]);
        expect(second).toMatchObject({ status: 200, repeated: false });
        expect(second?.node).not.toBe(first?.node);
      },

      'with the id of an entry of an earlier person of the same name creates another node': async () => {
        const person = newName('name');
        const join = async () => {
          await school.admin.createPerson({ repository: '-home-', person, password: 'Passwort', body: {} });
          const client = school.as({ userName: person, password: 'Passwort' });
          return { client, home: await makeFolder(client) };
        };
        const id = newName();
        const before = await join();
        const [first] = await send(before.client, [{ ...entry(before.home, 'before'), id }]);
        await school.admin.deletePerson({ repository: '-home-', person });
        const after = await join();
        const [second] = await send(after.client, [{ ...entry(after.home, 'after'), id }]);
        expect(second).toMatchObject({ status: 200, repeated: false });
        expect(second?.node).not.toBe(first?.node);
      },

      'may have as many aspects as fit into its line': async () => {
        const folder = await makeFolder(school.anna);
        const aspects = Array.from({ length: 100_000 }, (_, at) => `x:${at}`);
        const pieces = [line(folder, { aspects }), line(folder)];
        const [, second] = await sendRaw(school.anna, ...pieces);
        expect(second).toMatchObject({ status: 200 });
      },

      'with the id of a node that was deleted since is refused': async () => {
        const folder = await makeFolder(school.anna);
        const one = entry(folder, 'x');
        const [{ node } = { node: null }] = await send(school.anna, [one]);
        await school.anna.deleteNode({ repository: '-home-', node: node ?? '' });
        const [again] = await send(school.anna, [one]);
        expect(again).toMatchObject({ status: 409, error: { message: expect.stringContaining('another id') } });
        expect(await childrenOf(school.anna, folder)).toEqual([]);
      },

      'lists the properties that the content model does not have': async () => {
        const folder = await makeFolder(school.anna);
        const one = entry(folder, 'x');
        const [result] = await send(school.anna, [{ ...one, properties: { ...one.properties, 'ccm:invented': 'x' } }]);
        expect(result?.status).toBe(200);
      },
    },
    refusal: {
      'whoever is not signed in, or may not create children, creates nothing': async () => {
        const folder = await makeFolder(school.anna);
        await expectRefused(send(school.nobody, [entry(folder, 'x')]), 401);
        expect((await send(school.bert, [entry(folder, 'x')])).map(({ status }) => status)).toEqual([403]);
        expect(await childrenOf(school.anna, folder)).toEqual([]);
      },
    },
    badInput: {
      'is stored up to the entry that cannot be read, which is the last one of the response': async () => {
        const folder = await makeFolder(school.anna);
        const unreadable = [
          '{"id": "x"\n',
          'no JSON\n',
          '[1]\n',
          'null\n',
          Buffer.from([0x22, 0xff, 0x22, 0x0a]),
          line(folder).trimEnd(),
          `"${'x'.repeat(1_100_000)}"\n`,
        ];
        const withoutLength = [
          line(folder, { content: { size: -1 } }),
          line(folder, { content: { size: '4' } }),
          line(folder, { content: { size: 1e300 } }),
          line(folder, { content: {} }),
          line(folder, { content: 'x' }),
          line(folder, { content: { size: 5 } }),
        ];
        const broken = [...unreadable, ...withoutLength];
        for (const end of broken) {
          const results = await sendRaw(school.anna, line(folder), end);
          expect(results, String(end).slice(0, 100)).toHaveLength(2);
          expect(results[0]).toMatchObject({ status: 200 });
          expect(results[1]).toMatchObject({
            id: unreadable.includes(end) ? null : expect.stringMatching(/^node-/),
            status: 400,
            node: null,
            error: { message: expect.any(String) },
          });
        }
        expect(await childrenOf(school.anna, folder)).toHaveLength(broken.length);
        await expectNothingUnfinished(school);
      },

      'goes on behind an entry that is not valid but says how long it is': async () => {
        const folder = await makeFolder(school.anna);
        for (const size of [0, 7, 700_000]) {
          const results = await sendRaw(
            school.anna,
            line(folder, { content: { size, unknown: 1 } }),
            Buffer.alloc(size, '{'),
            '\n\r\n',
            line(folder),
          );
          expect(results.map(({ status }) => status)).toEqual([400, 200]);
          expect(results[0]?.id).toMatch(/^node-/);
        }
      },

      'stores nothing of the content that breaks off': async () => {
        const folder = await makeFolder(school.anna);
        const before = await largeContentFiles(school);
        const results = await sendRaw(school.anna, line(folder, { content: { size: 900_000 } }), Buffer.alloc(400_000));
        expect(results.map(({ status }) => status)).toEqual([400]);
        expect(await childrenOf(school.anna, folder)).toEqual([]);
        await expectNothingUnfinished(school);
        expect(await largeContentFiles(school)).toEqual(before);
      },

      'without a file it is refused': async () => {
        const call = school.anna.createNodes({} as Parameters<Client['createNodes']>[0]);
        await expectRefused(call, 400);
      },

      'may be empty': async () => {
        expect(await sendRaw(school.anna, '')).toEqual([]);
        expect(await sendRaw(school.anna, '\n\r\n\n')).toEqual([]);
      },

      'is read in whatever pieces it arrives': async () => {
        const folder = await makeFolder(school.anna);
        const whole = Buffer.from(
          `${line(folder, { content: { size: 6 } })}größe${line(folder)}`.replace('größe', 'gröse'),
        );
        const bytes = Readable.from([...whole].map((byte) => Buffer.from([byte])));
        const { results } = await school.anna.createNodes({
          body: { name: 'entries', mimeType: undefined, size: whole.length, bytes },
        });
        expect(results.map(({ status }) => status)).toEqual([200, 200]);
      },
    },
  });
});
