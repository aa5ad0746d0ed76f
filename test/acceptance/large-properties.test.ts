import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { anna, basic } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { newSchoolDirectory, type Overrides, removeFolder, serveDirectory } from '../support/repository.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, newName } from '../support/trees.ts';

const repository = '-home-';
const description = 'cclom:general_description';
const keywords = 'cclom:general_keyword';

withTransports((school) => {
  const tooLong = 'ä'.repeat(32_001);

  /** What every call that writes properties refuses. */
  const refusals: readonly [string, Readonly<Record<string, string[]>>, RegExp][] = [
    [
      'a value that is too long',
      { [description]: [tooLong] },
      /cclom:general_description has 64002 bytes.*64000.*limits\.propertyValue/,
    ],
    ['too many values', { [keywords]: Array<string>(1_001).fill('x') }, /cclom:general_keyword .*1001 values.*1000/],
    [
      'too much together',
      Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`ccm:long${at}`, ['x'.repeat(60_000 + at)]])),
      /would take 5\d{5} bytes together.*512000.*largest is ccm:long8 with 60012 bytes/,
    ],
  ];

  test.each(refusals)(
    '%s is refused when a node is made or changed, naming property, size and limit',
    async (_, body, message) => {
      const node = await makeNode(school.anna, { type: 'ccm:io' });
      const name = newName();
      const parent = { repository, node: '-userhome-' };
      await expectRefused(
        school.anna.createNode({ ...parent, type: 'ccm:io', body: { 'cm:name': name, ...body } }),
        400,
        message,
      );
      await expectRefused(school.anna.updateMetadata({ ...at(node), body }), 400, message);
      await expectRefused(school.anna.createMetadataVersion({ ...at(node), versionComment: '', body }), 400, message);
      const title = newName();
      await expectRefused(
        school.anna.createCollection({ repository, collection: '-root-', body: { title, properties: body } }),
        400,
        message,
      );
      const { collection } = await school.anna.createCollection({ repository, collection: '-root-', body: { title } });
      await expectRefused(
        school.anna.updateCollection({ repository, collection: collection.ref.id, body: { properties: body } }),
        400,
        message,
      );
      const after = (await school.anna.getNode(at(node))).node.properties;
      expect(Object.keys(body).filter((property) => after[property] !== undefined)).toEqual([]);
      await expectRefused(school.anna.resolvePath({ ...parent, path: name }), 404);
    },
  );

  test('all mistakes come in one answer', async () => {
    const body = { [description]: [tooLong], 'cclom:duration': ['lang'], [keywords]: Array<string>(1_001).fill('x') };
    const node = await makeNode(school.anna, { type: 'ccm:io' });
    await expectRefused(school.anna.updateMetadata({ ...at(node), body }), 400, /64002 bytes[\s\S]*1001 values/);
  });

  test('what just fits is kept as it was sent', async () => {
    const body = {
      [description]: ['ä'.repeat(32_000)],
      [keywords]: Array.from({ length: 1_000 }, (_, n) => `wort ${n}`),
    };
    const node = await makeNode(school.anna, { type: 'ccm:io', properties: body });
    expect((await school.anna.getNode(at(node))).node.properties).toMatchObject(body);
  });

  test('changes that fit one by one do not make a node larger than it may be', async () => {
    const node = await makeNode(school.anna, { type: 'ccm:io' });
    const change = (number: number) =>
      school.anna.updateMetadata({ ...at(node), body: { [`ccm:part${number}`]: ['x'.repeat(60_000)] } });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => change(number)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const { properties } = (await school.anna.getNode(at(node))).node;
    expect(Object.keys(properties).filter((name) => name.startsWith('ccm:part'))).toHaveLength(8);
  });
});

describe('a node from before the limits', () => {
  const high: Overrides = {
    'limits.propertyValue': '900kB',
    'limits.propertyValues': '5000',
    'limits.nodeProperties': '990kB',
  };
  let directory: string;
  let client: Client;
  let stop: () => Promise<void>;

  const start = async (overrides: Overrides): Promise<void> => {
    const server = await serveDirectory(directory, overrides);
    const http = createHttpTransport({ baseUrl: new URL(server.url) });
    client = createClient(http.send, () => basic(anna));
    stop = async () => {
      http.close();
      await server.close();
    };
  };

  beforeAll(async () => {
    directory = await newSchoolDirectory();
    await start(high);
  });
  afterAll(async () => {
    await stop();
    await removeFolder(directory);
  });

  test('can be read, changed otherwise, sent back, made smaller, copied, reverted and deleted', async () => {
    const long = 'x'.repeat(800_000);
    const properties = { [description]: long, [keywords]: Array.from({ length: 2_000 }, (_, n) => `w${n}`) };
    const folder = await makeFolder(client);
    const file = await makeFile(client, 'Inhalt', { parent: folder, properties });
    await stop();
    await start({});
    const { node } = await client.getNode(at(file));
    expect(node.properties[description]).toEqual([long]);
    await client.updateMetadata({ ...at(file), body: { 'cclom:title': ['Neuer Titel'], ...properties } });
    await client.createMetadataVersion({ ...at(file), versionComment: '', body: { 'cm:name': ['anders.txt'] } });
    const changed = (await client.getNode(at(file))).node;
    expect([changed.name, changed.title, changed.properties[description]]).toEqual([
      'anders.txt',
      'Neuer Titel',
      [long],
    ]);
    await expectRefused(
      client.updateMetadata({ ...at(file), body: { [description]: [`${long}y`] } }),
      400,
      /800001 bytes/,
    );
    await expectRefused(
      client.updateMetadata({ ...at(file), body: { 'ccm:more': ['y'.repeat(50_000)] } }),
      400,
      /512000.*largest is cclom:general_description/,
    );
    await client.updateMetadata({ ...at(file), body: { [description]: ['kurz'] } });
    await client.revertVersion({ ...at(file), major: 1, minor: 0 });
    expect((await client.getNode(at(file))).node.properties[description]).toEqual([long]);
    const copy = await client.copyNode({ ...at(folder), source: file.ref.id, withChildren: false });
    expect(copy.node.properties[description]).toEqual([long]);
    await client.deleteNode({ ...at(file), recycle: false });
    await expectRefused(client.getNode(at(file)), 404);
  });
});
