import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Level } from 'level';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import type { Operations } from '../../src/contract/index.ts';
import type { Result } from '../../src/contract/operation.ts';
import { useDataDirectory } from '../support/data-directories.ts';
import { admin, anna, basic } from '../support/people.ts';
import { plainImage } from '../support/pictures.ts';
import { aFile, at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

const given = useDataDirectory();

type Part = Result<Operations['verifyRepository']>;

let asAnna: Client;
let asAdmin: Client;

beforeEach(async () => {
  const { send } = await given.open();
  asAnna = createClient(send, () => basic(anna));
  asAdmin = createClient(send, () => basic(admin));
});

/** All parts of a check, one after the other. */
async function verifyAll(): Promise<Omit<Part, 'next'>> {
  const all: Part[] = [await asAdmin.verifyRepository({})];
  for (let after = all[0]?.next; after !== null && after !== undefined; after = all.at(-1)?.next) {
    all.push(await asAdmin.verifyRepository({ after }));
  }
  const sum = (count: 'nodes' | 'contents' | 'bytes') => all.reduce((total, part) => total + part[count], 0);
  return {
    damage: all.at(-1)?.damage ?? [],
    nodes: sum('nodes'),
    contents: sum('contents'),
    bytes: sum('bytes'),
    problems: all.flatMap(({ problems }) => problems),
  };
}

const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Anna's files are in her home folder. */
const pathOf = ({ name }: WireNode): string => `/User Homes/anna/${name}`;

/** The file with these bytes. */
function fileWith(bytes: string | Buffer): string {
  const hash = hashOf(bytes);
  return join(given.paths.content, hash.slice(0, 2), hash);
}

async function flipBit(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  await writeFile(path, bytes);
}

async function replaceFolder(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true });
  await writeFile(dirname(path), '');
}

async function becomeLoop(path: string): Promise<void> {
  await rm(path);
  await symlink(path, path);
}

async function becomeFolder(path: string): Promise<void> {
  await rm(path);
  await mkdir(path);
}

/** Changes the database while the repository is closed, and opens the repository again. */
async function changeStore(change: (database: Level<string, Buffer>) => Promise<unknown>): Promise<void> {
  await given.closeAll();
  const database = new Level<string, Buffer>(given.paths.store, { valueEncoding: 'buffer' });
  await change(database);
  await database.close();
  const { send } = await given.open();
  asAdmin = createClient(send, () => basic(admin));
}

/** Changes a byte of a record. LevelDB's own checksums match. */
const damageRecord = (key: string): Promise<void> =>
  changeStore(async (database) => {
    const record = (await database.get(key)) as Buffer;
    record.writeUInt8(record.readUInt8(record.length - 5) ^ 1, record.length - 5);
    await database.put(key, record, { sync: true });
  });

describe('a check of the stored data', () => {
  test('finds no problem in an intact repository, and counts what it read', async () => {
    const before = await verifyAll();
    const file = await makeFile(asAnna, 'one');
    await asAnna.uploadContent({ ...at(file), versionComment: 'two', body: aFile('two!') });
    await makeFile(asAnna, 'two!');
    await makeFolder(asAnna);
    const after = await verifyAll();
    expect(after).toMatchObject({ damage: [], problems: [], nodes: before.nodes + 3 });
    // Both files of one node; the second node has the same bytes as the first.
    expect(after.bytes - before.bytes).toBe(3 + 4);
    expect(after.contents - before.contents).toBe(2);
  });

  const damages: readonly (readonly [
    string,
    Part['problems'][number]['problem'],
    (path: string) => Promise<unknown>,
  ])[] = [
    ['a flipped bit', 'damaged', (path) => flipBit(path, 3)],
    ['its end missing', 'damaged', async (path) => writeFile(path, (await readFile(path)).subarray(0, -1))],
    ['a byte too many', 'damaged', (path) => writeFile(path, 'x', { flag: 'a' })],
    ['nothing in it', 'damaged', (path) => writeFile(path, '')],
    ['been deleted', 'missing', (path) => rm(path)],
    ['become a folder', 'unreadable', becomeFolder],
    ['a file in place of its folder', 'unreadable', replaceFolder],
    ['become a link to itself', 'unreadable', becomeLoop],
  ];

  test.each(damages)('names node, version and file where a content has %s', async (_, problem, damage) => {
    const file = await makeFile(asAnna, 'current');
    const path = fileWith('current');
    await damage(path);
    const { problems } = await verifyAll();
    expect(problems).toEqual([
      { node: file.ref.id, name: file.name, path: pathOf(file), version: '1.1', part: 'content', problem, place: path },
    ]);
  });

  test('names the version where the content of an older one is damaged', async () => {
    const file = await makeFile(asAnna, 'older');
    await asAnna.uploadContent({ ...at(file), versionComment: 'newer', body: aFile('newer') });
    await flipBit(fileWith('older'), 0);
    expect((await verifyAll()).problems).toMatchObject([{ node: file.ref.id, version: '1.1', problem: 'damaged' }]);
  });

  test('names every node where nodes share a damaged content, also in the trash', async () => {
    const nodes = [
      await makeFile(asAnna, 'shared'),
      await makeFile(asAnna, 'shared'),
      await makeFile(asAnna, 'shared'),
    ];
    await asAnna.deleteNode({ ...at(nodes[0] as WireNode) });
    await rm(fileWith('shared'));
    const { problems } = await verifyAll();
    expect(problems.map(({ node }) => node)).toEqual(nodes.map(({ ref }) => ref.id).toSorted());
    const paths = new Map(problems.map(({ node, path }) => [node, path]));
    expect(nodes.map(({ ref }) => paths.get(ref.id))).toEqual([null, ...nodes.slice(1).map(pathOf)]);
  });

  test('checks custom previews and custom texts', async () => {
    const file = await makeFile(asAnna, 'with both');
    const image = await plainImage('png', { width: 30, height: 20 });
    await asAnna.uploadPreview({ ...at(file), mimetype: 'image/png', body: aFile(image, { mimeType: 'image/png' }) });
    await asAnna.setTextContent({ ...at(file), body: 'the custom text' });
    expect((await verifyAll()).problems).toEqual([]);
    await flipBit(fileWith(image), 20);
    await rm(fileWith('the custom text'));
    const found = { node: file.ref.id, name: file.name, path: pathOf(file), version: null };
    expect((await verifyAll()).problems).toEqual([
      { ...found, part: 'preview', problem: 'damaged', place: fileWith(image) },
      { ...found, part: 'text', problem: 'missing', place: fileWith('the custom text') },
    ]);
  });

  test('finds swapped files', async () => {
    const [one, other] = [await makeFile(asAnna, 'file one'), await makeFile(asAnna, 'file two')];
    const aside = join(given.path, 'aside');
    await rename(fileWith('file one'), aside);
    await rename(fileWith('file two'), fileWith('file one'));
    await rename(aside, fileWith('file two'));
    const found = (await verifyAll()).problems.map(({ node, problem }) => [node, problem]).toSorted();
    expect(found).toEqual([one, other].map(({ ref }) => [ref.id, 'damaged']).toSorted());
  });

  test('takes a content for repaired once an intact copy of the file is back', async () => {
    await makeFile(asAnna, 'to repair');
    const backup = join(given.path, 'backup');
    await copyFile(fileWith('to repair'), backup);
    await flipBit(fileWith('to repair'), 1);
    expect((await verifyAll()).problems).toHaveLength(1);
    await copyFile(backup, fileWith('to repair'));
    expect((await verifyAll()).problems).toEqual([]);
  });

  test('finds each of many damaged files, and nothing else', async () => {
    const files: { node: WireNode; text: string }[] = [];
    for (let index = 0; index < 60; index += 1) {
      const text = `${index} ${'x'.repeat((index * 379) % 5000)}`;
      files.push({ node: await makeFile(asAnna, text), text });
    }
    const hit = files.filter((_, index) => index % 5 < 2);
    for (const { text } of hit) await flipBit(fileWith(text), ((text.length * 7919) % 101) % text.length);
    const { problems } = await verifyAll();
    expect(problems.map(({ node }) => node)).toEqual(hit.map(({ node }) => node.ref.id).toSorted());
  });

  test('names a node whose record is damaged, and checks its versions and all other nodes', async () => {
    const file = await makeFile(asAnna, 'of a damaged record');
    await asAnna.uploadContent({ ...at(file), versionComment: 'second', body: aFile('second') });
    const other = await makeFile(asAnna, 'other');
    await flipBit(fileWith('of a damaged record'), 0);
    await rm(fileWith('other'));
    await damageRecord(`nodes!${file.ref.id}`);
    const { damage, problems } = await verifyAll();
    expect(damage).toEqual([]);
    expect(problems).toHaveLength(3);
    expect(problems).toContainEqual({
      ...{ node: file.ref.id, name: null, path: null, version: null, part: 'record', problem: 'damaged', place: null },
    });
    expect(problems).toContainEqual(expect.objectContaining({ node: file.ref.id, version: '1.1', part: 'content' }));
    expect(problems).toContainEqual(expect.objectContaining({ node: other.ref.id, problem: 'missing' }));
  });

  test('names a node whose record was lost, by the entry in its folder', async () => {
    const folder = await makeFolder(asAnna);
    const file = await makeNode(asAnna, { parent: folder, type: 'ccm:io', name: 'lost.txt' });
    await changeStore((database) => database.del(`nodes!${file.ref.id}`));
    expect((await verifyAll()).problems).toEqual([
      {
        ...{ node: file.ref.id, name: 'lost.txt', path: `${pathOf(folder)}/lost.txt`, version: null },
        ...{ part: 'record', problem: 'missing', place: null },
      },
    ]);
  });

  test('names a child object whose record was lost, by the entry in its file', async () => {
    const file = await makeFile(asAnna, 'worksheet');
    const given = { type: 'ccm:io', assocType: 'ccm:childio', body: { 'cm:name': ['lost.txt'] } };
    const { node } = await asAnna.createNode({ ...at(file), ...given });
    await changeStore((database) => database.del(`nodes!${node.ref.id}`));
    expect((await verifyAll()).problems).toEqual([
      expect.objectContaining({ node: node.ref.id, path: `${pathOf(file)}/lost.txt`, problem: 'missing' }),
    ]);
  });

  test('names the folder of a damaged entry', async () => {
    const folder = await makeFolder(asAnna);
    await makeNode(asAnna, { parent: folder, type: 'ccm:io', name: 'entry.txt' });
    await damageRecord(`children!${folder.ref.id}/entry.txt`);
    expect((await verifyAll()).problems).toContainEqual({
      ...{ node: folder.ref.id, name: 'entry.txt', path: `${pathOf(folder)}/entry.txt`, version: null },
      ...{ part: 'record', problem: 'damaged', place: null },
    });
  });

  test('names a version whose record is damaged', async () => {
    const file = await makeFile(asAnna, 'first');
    await asAnna.uploadContent({ ...at(file), versionComment: 'second', body: aFile('second') });
    await damageRecord(`versions!${file.ref.id}/000000001.000000001`);
    expect((await verifyAll()).problems).toEqual([
      {
        node: file.ref.id,
        name: file.name,
        path: pathOf(file),
        version: '1.1',
        part: 'record',
        problem: 'damaged',
        place: null,
      },
    ]);
  });

  test('names the current content once, also where its version has it too', async () => {
    const file = await makeFile(asAnna, 'same');
    // The version keeps a state of its own once the properties change without a new version.
    await asAnna.updateMetadata({ ...at(file), body: { 'cclom:title': ['new title'] } });
    await rm(fileWith('same'));
    expect((await verifyAll()).problems).toMatchObject([{ node: file.ref.id, version: '1.1', part: 'content' }]);
  });

  test('reports a damaged table of the metadata store, and that the store is read-only', async () => {
    for (let index = 0; index < 30; index += 1) await makeFile(asAnna, `file ${index}`);
    await given.closeAll();
    // Opening it moves what is in the log into a table.
    const { send } = await given.open();
    asAdmin = createClient(send, () => basic(admin));
    const tables = (await readdir(given.paths.store)).filter((name) => name.endsWith('.ldb')).toSorted();
    const table = join(given.paths.store, tables.at(-1) ?? '');
    await flipBit(table, 300);
    const { damage } = await verifyAll();
    expect(damage).toMatchObject([{ place: table }]);
    expect((await asAdmin.getStatus()).store).toMatchObject({ writable: false, damage: [{ place: table }] });
  });
});
