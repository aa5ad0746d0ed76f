import { randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { serve } from '../../src/daemon/serve.ts';
import { readSystemFolders } from '../../src/services/identity/bootstrap.ts';
import { failureOf, useDataDirectory } from '../support/data-directories.ts';
import { admin, anna, basic } from '../support/people.ts';
import { at, makeFile, makeFolder, makeNode, namesIn } from '../support/trees.ts';

const given = useDataDirectory();
const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Flips a bit in the largest file with this ending, at this fraction of its length. */
async function flipBitIn(ending: string, fraction: number): Promise<string> {
  let [path, bytes] = ['', Buffer.alloc(0)];
  for (const name of (await readdir(given.paths.store)).filter((one) => one.endsWith(ending))) {
    const content = await readFile(join(given.paths.store, name));
    if (content.length > bytes.length) [path, bytes] = [join(given.paths.store, name), content];
  }
  const at = Math.floor(bytes.length * fraction);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
  return path;
}

/** Overwrites the middle of the largest table, so that LevelDB cannot decompress its blocks. Resolves to the path. */
async function overwriteLargestTable(): Promise<string> {
  const path = await flipBitIn('.ldb', 0.5);
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xff, Math.floor(bytes.length * 0.4), Math.floor(bytes.length * 0.6)));
  return path;
}

/** Deletes the record of the top folder, and resolves to its ID. */
async function deleteTopFolder(): Promise<string> {
  const { store } = await openSeams(given.path, false, silentLog);
  const folders = await readSystemFolders(store);
  if (folders === undefined) throw new Error('The directory has no system folders.');
  await store.change(async (change) => change.nodes.delete(folders.companyHome));
  await store.close();
  return folders.companyHome;
}

async function clientsAt(url: string) {
  const transport = createHttpTransport({ baseUrl: new URL(url) });
  return {
    asAnna: createClient(transport.send, () => basic(anna)),
    asAdmin: createClient(transport.send, () => basic(admin)),
    close: transport.close,
  };
}

describe('a server whose table is damaged while it runs', () => {
  test('shows the damage in the status and in a verification, though it cannot count', async () => {
    await given.asAnna(async (client) => {
      for (let index = 0; index < 60; index += 1) {
        await makeNode(client, { type: 'ccm:io', properties: { 'cm:description': randomBytes(2000).toString('hex') } });
      }
    });
    // Two starts move what is in the log into a table, most of which are records of nodes, and nothing of it is in memory.
    await given.asAnna((client) => namesIn(client, '-userhome-'));
    const server = await given.serve();
    const path = await overwriteLargestTable();
    const { asAdmin, close } = await clientsAt(server.url);
    const { damage } = await asAdmin.verifyRepository({});
    expect(damage).toMatchObject([{ place: path }]);
    const { store } = await asAdmin.getStatus();
    expect(store).toMatchObject({ writable: false, damage, nodes: 0, people: 0 });
    close();
  });
});

describe('a name in a folder', () => {
  test('whose node was lost can be given to another one, by a new file, a move and a new name', async () => {
    const names = ['created.txt', 'moved.txt', 'renamed.txt'];
    const [folder, ...files] = await given.asAnna(async (client) => {
      const parent = await makeFolder(client);
      const made = [];
      for (const name of names) made.push(await makeNode(client, { type: 'ccm:io', parent, name }));
      return [parent, ...made] as const;
    });
    const { store } = await openSeams(given.path, false, silentLog);
    await store.change(async (change) => {
      for (const { ref } of files) change.nodes.delete(ref.id);
    });
    await store.close();
    await given.asAnna(async (client) => {
      expect(await namesIn(client, folder.ref.id)).toEqual([]);
      await makeNode(client, { type: 'ccm:io', parent: folder, name: 'created.txt' });
      const moved = await makeNode(client, { type: 'ccm:io', name: 'moved.txt' });
      await client.moveNode({ ...at(folder), source: moved.ref.id });
      const renamed = await makeNode(client, { type: 'ccm:io', parent: folder, name: 'other.txt' });
      await client.updateMetadata({ ...at(renamed), body: { 'cm:name': ['renamed.txt'] } });
      expect((await namesIn(client, folder.ref.id)).toSorted()).toEqual(names);
      const again = makeNode(client, { type: 'ccm:io', parent: folder, name: 'created.txt' });
      expect(await failureOf(again)).toMatchObject({ status: 409 });
    });
  });
});

describe('a daemon whose metadata store has lost acknowledged changes', () => {
  test('is read-only and says so; once the loss is accepted, it is written down and changes are made again', async () => {
    const file = await given.asAnna((client) => makeFile(client, 'kept'));
    await writeFile(given.paths.commitFile, '4711\n');
    const server = await given.serve();
    const { asAnna, asAdmin, close } = await clientsAt(server.url);
    const { store } = await asAdmin.getStatus();
    expect(store).toMatchObject({
      writable: false,
      damage: [{ message: expect.stringContaining('to 4711 are missing') }],
    });
    expect(store.problem).toMatch(/--accept-loss/);
    expect(await namesIn(asAnna, '-userhome-')).toEqual([file.name]);
    const refusal = await failureOf(makeFile(asAnna, 'new'));
    expect(refusal).toMatchObject({ status: 503, message: expect.stringMatching(/read-only/) });
    expect(refusal.message).not.toContain(given.path);
    close();
    await given.closeAll();
    expect(await readFile(given.paths.commitFile, 'utf8')).toBe('4711\n');

    const accepting = await given.track(
      serve({ dataDirectory: given.path, overrides: { 'server.port': '0' }, acceptLoss: true }),
    );
    const report = JSON.parse(await readFile(accepting.lossReport ?? '', 'utf8')) as object;
    expect(accepting.lossReport).toContain(given.path);
    expect(report).toMatchObject({ missingChanges: [[expect.any(Number), 4711]], lastChangeAcknowledged: 4711 });
    await given.closeAll();
    await given.expectWorking();
  });

  test.each(['.ldb', '.log'])(
    'or in which a bit of a %s file has flipped names the file, and still starts',
    async (ending) => {
      await given.asAnna((client) => makeFile(client, 'one'));
      // A process that was killed leaves its last changes in the log.
      if (ending === '.log') {
        const server = await given.serve();
        const clients = await clientsAt(server.url);
        for (let count = 0; count < 5; count += 1) await makeFile(clients.asAnna, `in the log ${count}`);
        clients.close();
        await cp(given.paths.store, `${given.paths.store} copy`, { recursive: true });
        await given.closeAll();
        await rm(given.paths.store, { recursive: true });
        await cp(`${given.paths.store} copy`, given.paths.store, { recursive: true });
      }
      const path = await flipBitIn(ending, ending === '.ldb' ? 0.05 : 0.33);
      const server = await given.serve();
      expect(server.damage).toEqual(
        expect.arrayContaining([{ location: path, message: expect.stringContaining('damaged') }]),
      );
      await given.closeAll();
      const accepting = await given.track(
        serve({ dataDirectory: given.path, overrides: { 'server.port': '0' }, acceptLoss: true }),
      );
      expect(accepting.damage).toEqual([]);
      await given.closeAll();
      expect((await given.serve()).damage).toEqual([]);
    },
  );

  test('or the top folder and more, in a damaged table, names the table and still starts', async () => {
    await given.asAnna(async (client) => {
      for (let count = 0; count < 300; count += 1) await makeFile(client, `file ${count}`);
    });
    await deleteTopFolder();
    // Among the records of nodes, which the start does not check.
    const location = await flipBitIn('.ldb', 0.5);
    const { damage } = await given.serve();
    expect(damage).toEqual([{ location, message: expect.stringContaining('damaged') }]);
  });

  test('or the top folder does not start, as nothing could be reached in it', async () => {
    const topFolder = await deleteTopFolder();
    const failure = await failureOf(given.serve());
    expect(failure).toMatchObject({ name: 'DataDirectoryError', message: expect.stringContaining(topFolder) });
  });
});
