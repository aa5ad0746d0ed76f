import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { execa } from 'execa';
import type { TestContext } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { Client } from '../../src/client/client.ts';
import type { Operations } from '../../src/contract/index.ts';
import type { Result } from '../../src/contract/operation.ts';
import { hasTool } from '../faults/run-tool.ts';
import { basic, type TestPerson } from './people.ts';
import { rawRequest } from './raw-request.ts';
import { skipWithout } from './skip-policy.ts';
import type { School } from './transports.ts';
import { at, bytesOf, makeFile, makeFolder, type WireNode } from './trees.ts';

const repository = '-home-';

/** A finished export as answered. */
export type FinishedExport = Result<Operations['getDataExport']>;

export const me = { repository, person: '-me-' };

/** What lets a test repository create exports. */
export const enabledExports = { 'repository.dataprotection.enabled': 'true' } as const;

/** Requests an export, has the job run, and reads the result. */
export async function exportOf(client: Client, admin: Client): Promise<FinishedExport> {
  await client.requestDataExport(me);
  await admin.runDataExports();
  return client.getDataExport(me);
}

export const fileOf = async (client: Client, { nodeEntry }: Pick<FinishedExport, 'nodeEntry'>): Promise<Buffer> =>
  bytesOf(await client.downloadContent({ nodeId: nodeEntry.node.ref.id }));

/** The bytes of the files in an archive, by path. */
export async function unpacked(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** The same, unpacked by Info-ZIP. Skips the test if it is not installed. */
export async function unpackedByInfoZip(archive: Buffer, context: TestContext): Promise<ReadonlyMap<string, Buffer>> {
  if (!(await hasTool('unzip'))) skipWithout(context, 'unzip (apt-get install unzip)');
  const folder = await mkdtemp(join(tmpdir(), 'u-'));
  try {
    const file = join(folder, 'export.zip');
    await writeFile(file, archive);
    await execa('unzip', ['-q', file, '-d', join(folder, 'out')]);
    const entries = await readdir(join(folder, 'out'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const read = files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(join(folder, 'out').length + 1), await readFile(path)] as const;
    });
    return new Map(await Promise.all(read));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A client in the safe area. Needs HTTP. */
async function inSafe(school: School, person: TestPerson): Promise<Client> {
  const body = { userName: person.userName, password: person.password, scope: 'safe' };
  const { headers } = await rawRequest(school.raw, {
    method: 'POST',
    path: '/authentication/v1/loginToScope',
    headers: { ...basic(person), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return school.withHeaders({ cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' });
}

const give = (client: Client, node: WireNode, authorityName: string, permission: string) =>
  client.setPermissions({ ...at(node), body: { permissions: [{ authority: { authorityName }, permission }] } });

/** What Anna has in each of the seven areas. */
export interface SevenAreas {
  readonly drawing: Buffer;
  readonly homeFile: WireNode;
  readonly sharedFile: WireNode;
  /** Carla's file, which Anna commented on. */
  readonly commented: WireNode;
  /** Folders in which Anna may create nodes, with the client to do it, by the area that then has them. */
  readonly places: Readonly<Record<string, { readonly client: Client; readonly parent?: WireNode }>>;
}

const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><circle r="90"/></svg>');

async function fillHome({ anna }: School): Promise<WireNode> {
  const lessons = await makeFolder(anna, { name: 'Unterricht' });
  await makeFile(anna, drawing, { parent: lessons, name: 'Kreis.svg', mimeType: 'image/svg+xml' });
  const plan = await makeFile(anna, 'Erster Plan', { name: 'Plan.txt' });
  await anna.createMetadataVersion({
    ...at(plan),
    versionComment: 'mit Titel',
    body: { 'cclom:title': ['Jahresplan'] },
  });
  return plan;
}

async function fillCollections({ anna }: School, file: WireNode): Promise<void> {
  const top = { repository, collection: '-root-' };
  const own = await anna.createCollection({ ...top, body: { title: 'Meine Sammlung' } });
  const everyones = { title: 'Für alle', description: 'Offen', collection: { scope: 'EDU_ALL' as const } };
  await anna.createCollection({ ...top, body: everyones });
  await anna.addReference({ repository, collection: own.collection.ref.id, node: file.ref.id });
}

/** Fills the seven areas of Anna. Carla's material is around it, and must not get into Anna's export. */
export async function fillSevenAreas(
  school: School,
  { anna, carla }: Record<'anna' | 'carla', TestPerson>,
): Promise<SevenAreas> {
  const homeFile = await fillHome(school);
  await fillCollections(school, homeFile);
  const place = await makeFolder(school.carla, { name: 'Fachschaft' });
  await give(school.carla, place, 'anna', 'Coordinator');
  const sharedFile = await makeFile(school.anna, 'Von Anna', { parent: place, name: 'Beitrag.txt' });
  const commented = await makeFile(school.carla, 'Geheimnis von Carla', { parent: place, name: 'Carlas Blatt.txt' });
  await school.anna.addComment({ ...at(commented), body: 'Sehr <b>gut</b>' });
  await school.anna.giveFeedback({ ...at(commented), body: { verständlich: ['ja'] } });
  const [annaInSafe, carlaInSafe] = [await inSafe(school, anna), await inSafe(school, carla)];
  await makeFile(annaInSafe, 'Noten', { name: 'Noten.txt' });
  const safePlace = await makeFolder(carlaInSafe, { name: 'Konferenz' });
  await give(carlaInSafe, safePlace, 'anna', 'Coordinator');
  await makeFile(annaInSafe, 'Protokoll', { parent: safePlace, name: 'Protokoll.txt' });
  const places = {
    home: { client: school.anna },
    shared: { client: school.anna, parent: place },
    'safe/home': { client: annaInSafe },
    'safe/shared': { client: annaInSafe, parent: safePlace },
  };
  return { drawing, homeFile, sharedFile, commented, places };
}
