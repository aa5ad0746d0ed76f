import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchFile } from '../../src/client/batch-file.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport, type HttpTransport } from '../../src/client/http-transport.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { together } from '../bench/together.ts';
import { anna, basic, carla } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { aFile, at, download, makeFile, makeFolder, versionsOf, type WireNode } from '../support/trees.ts';

const depth = 1_000;
const width = 100_000;
/** As many of them are made in batches first, the rest one by one in the large folder. */
const inBatches = 90_000;
const batchSize = 1_000;
const versions = 10_000;
const pageSize = 500;

let directory = '';
let server: RunningServer;
let http: HttpTransport;
let asAnna: Client;
let asCarla: Client;

beforeAll(async () => {
  directory = await newSchoolDirectory();
  server = await serveDirectory(directory);
  http = createHttpTransport({ baseUrl: new URL(server.url), socketPath: undefined });
  asAnna = createClient(http.send, () => basic(anna));
  asCarla = createClient(http.send, () => basic(carla));
});

afterAll(async () => {
  http.close();
  await server.close();
  await removeFolder(directory);
});

const nodeAt = async (from: string | WireNode, path: string): Promise<WireNode> =>
  (await asAnna.resolvePath({ ...at(from), path })).node;

const gone = async (node: WireNode): Promise<void> => expectRefused(asAnna.getNode(at(node)), 404, /does not exist/);

describe(`Folders ${depth} deep`, () => {
  /** Names so short that the path fits the line of a request. */
  const names = Array.from({ length: depth }, (_, level) => `e${level}`);
  const path = names.join('/');

  test('are made, listed, shared, found by their path, copied, moved and deleted', async () => {
    const top = await makeFolder(asAnna);
    let deepest = top;
    for (const name of names) deepest = await makeFolder(asAnna, { parent: deepest, name });
    const leaf = await makeFile(asAnna, 'tief unten', { parent: deepest, name: 'Blatt.txt' });
    expect((await asAnna.listChildren(at(deepest))).nodes.map(({ ref }) => ref.id)).toEqual([leaf.ref.id]);
    expect((await nodeAt(top, path)).ref.id).toBe(deepest.ref.id);

    await expectRefused(asCarla.getNode(at(leaf)), 403, /needs the right Read on/);
    const permissions = [{ authority: { authorityName: carla.userName }, permissions: ['Consumer'] }];
    await asAnna.setPermissions({ ...at(top), body: { inherited: true, permissions } });
    expect(await download(asCarla, leaf)).toEqual(Buffer.from('tief unten'));
    await asAnna.setPermissions({ ...at(top), body: { inherited: true, permissions: [] } });
    await expectRefused(asCarla.getNode(at(leaf)), 403, /needs the right Read on/);

    const other = await makeFolder(asAnna);
    const copy = (await asAnna.copyNode({ ...at(other), source: top.ref.id, withChildren: true })).node;
    const copied = await nodeAt(copy, `${path}/Blatt.txt`);
    expect(copied.ref.id).not.toBe(leaf.ref.id);
    expect(await download(asAnna, copied)).toEqual(Buffer.from('tief unten'));

    await expectRefused(asAnna.moveNode({ ...at(deepest), source: top.ref.id }), 400, /below|under|itself/);
    const half = await nodeAt(top, names.slice(0, depth / 2).join('/'));
    await asAnna.moveNode({ ...at(deepest.ref.id), source: other.ref.id });
    expect((await nodeAt(top, `${path}/${other.name}`)).ref.id).toBe(other.ref.id);
    await asAnna.moveNode({ ...at('-userhome-'), source: half.ref.id });
    expect((await nodeAt(half, names.slice(depth / 2).join('/'))).ref.id).toBe(deepest.ref.id);

    await asAnna.deleteNode(at(half));
    for (const node of [deepest, leaf, copied]) await gone(node);
    await asAnna.deleteNode({ ...at(top), recycle: false });
    await gone(top);
  });
});

describe(`A folder of ${width} children`, () => {
  const name = (index: number) => `Blatt ${index}`;

  /** The names on all pages of a list, as they come. */
  async function listed(folder: WireNode, sortProperties: string[], ascending: boolean): Promise<string[]> {
    const seen: string[] = [];
    for (let skipCount = 0; ; skipCount += pageSize) {
      const wanted = { sortProperties, sortAscending: sortProperties.map(() => ascending) };
      const page = { ...at(folder), maxItems: pageSize, skipCount, propertyFilter: ['cm:name'] };
      const { nodes, pagination } = await asAnna.listChildren({ ...page, ...wanted });
      expect(pagination.total).toBe(width);
      seen.push(...nodes.map((node) => node.name));
      if (nodes.length < pageSize) return seen;
    }
  }

  test('is filled, paged through in several orders, changed, copied and deleted', async () => {
    const folder = await makeFolder(asAnna);
    const properties = (index: number) => ({ 'cm:name': [name(index)], 'ccm:taxonid': [String(index % 10)] });
    for (let from = 0; from < inBatches; from += batchSize) {
      const numbers = Array.from({ length: batchSize }, (_, place) => from + place);
      const entries = numbers.map((index) => ({
        id: randomUUID(),
        parent: folder.ref.id,
        type: 'ccm:io',
        properties: properties(index),
      }));
      const { results } = await asAnna.createNodes({ body: batchFile(entries) });
      expect(results.map((result) => [result.status, result.name])).toEqual(numbers.map((index) => [200, name(index)]));
    }
    await together(width - inBatches, async (place) => {
      const index = inBatches + place;
      const { node } = await asAnna.createNode({ ...at(folder), type: 'ccm:io', body: properties(index) });
      expect(node.name).toBe(name(index));
    });
    const upwards = Array.from({ length: width }, (_, index) => name(index));
    expect(await listed(folder, [], true)).toEqual(upwards);
    expect(await listed(folder, ['cm:name'], false)).toEqual(upwards.toReversed());
    const byTopic = await listed(folder, ['ccm:taxonid'], true);
    expect(byTopic.slice(0, 3)).toEqual([name(0), name(10), name(20)]);
    expect(byTopic.slice(-1)).toEqual([name(width - 1)]);
    expect(new Set(await listed(folder, ['cm:modified'], false)).size).toBe(width);

    const last = await nodeAt(folder, name(width - 1));
    await asAnna.updateMetadata({ ...at(last), body: { 'cm:name': ['Anfang'] } });
    const [first] = (await asAnna.listChildren({ ...at(folder), maxItems: 1 })).nodes;
    expect(first?.ref.id).toBe(last.ref.id);
    await asAnna.deleteNode(at(last));
    const end = await asAnna.listChildren({ ...at(folder), skipCount: width - 2 });
    expect(end.pagination).toEqual({ total: width - 1, from: width - 2, count: 1 });

    const copy = (await asAnna.copyNode({ ...at('-userhome-'), source: folder.ref.id, withChildren: true })).node;
    const copied = await asAnna.listChildren({ ...at(copy), skipCount: width - 2 });
    expect(copied.pagination.total).toBe(width - 1);
    expect(copied.nodes.map((node) => node.name)).toEqual(end.nodes.map((node) => node.name));

    await asAnna.deleteNode(at(folder));
    await gone(last);
    await gone(end.nodes[0] ?? last);
    await asAnna.deleteNode({ ...at(copy), recycle: false });
    await gone(copied.nodes[0] ?? copy);
  });
});

describe(`${versions} versions of one node`, () => {
  test('are made, listed, read, shown again and deleted', async () => {
    const node = await makeFile(asAnna, 'am Anfang', { properties: { 'cclom:title': 'am Anfang' } });
    await together(versions, async (index) => {
      const body = { 'cclom:title': [`Stand ${index}`] };
      await asAnna.createMetadataVersion({ ...at(node), versionComment: `Nummer ${index}`, body });
    });
    // 1.0 was made without content, 1.1 by the upload.
    const all = Array.from({ length: versions + 2 }, (_, minor) => `1.${minor}`);
    expect(await versionsOf(asAnna, node)).toEqual(all);
    const middle = await asAnna.getVersion({ ...at(node), major: 1, minor: versions / 2 });
    expect(middle.version.comment).toMatch(/^Nummer \d+$/);
    await asAnna.uploadContent({ ...at(node), mimetype: 'text/plain', body: aFile('am Ende') });
    expect(await download(asAnna, node, '1.1')).toEqual(Buffer.from('am Anfang'));
    expect(await download(asAnna, node)).toEqual(Buffer.from('am Ende'));

    const reverted = (await asAnna.revertVersion({ ...at(node), major: 1, minor: 1 })).node;
    expect([reverted.contentVersion, reverted.title]).toEqual(['1.1', 'am Anfang']);
    expect(await download(asAnna, node)).toEqual(Buffer.from('am Anfang'));
    const next = await asAnna.createMetadataVersion({ ...at(node), versionComment: 'weiter', body: {} });
    expect(next.node.contentVersion).toBe(`1.${versions + 3}`);
    expect((await versionsOf(asAnna, node)).length).toBe(versions + 4);
    await asAnna.deleteNode({ ...at(node), recycle: false });
    await gone(node);
  });
});
