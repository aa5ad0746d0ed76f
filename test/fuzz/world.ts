import type { Client } from '../../src/client/client.ts';
import { asUpload, newApp, registrationOf, type TestApp } from '../support/apps.ts';
import { carla } from '../support/people.ts';
import { at, makeFile, makeFolder } from '../support/trees.ts';
import type { FuzzCall } from './call.ts';

const repository = '-home-';

/** What calls can name. An entry holds the ids that belong together, such as those of a collection and of a reference in it. */
const pools = [
  'folders',
  'files',
  'unused', // nodes that may be deleted
  'archived',
  'collections',
  'unusedCollections',
  'references',
  'comments',
  'groups',
  'unusedGroups',
  'memberships',
  'people',
  'organizations',
  'organizationMembers',
  'applications',
  'clients',
  'icons',
  'ratings', // nodes that the teacher rated
  'signers', // the application whose signature the server knows
  'usages',
  'listed', // nodes in a list of the teacher
  'mediaCenters',
  'managed', // groups of media centres
  'searches',
  'exports', // people for whom a data export was requested
  'origins', // the server with other repositories
  'connections', // connected repositories
  'harvests', // imports that the server repeats
  'imports', // files that the teacher imports, of which only the newest is there
  'backups', // a folder for backups, and a backup in it
] as const;

type Pool = (typeof pools)[number];

type Entry = readonly string[];

/** The places of a text or of a call. */
const place = /\{(\w+)\.(\d):(\d+|newest)\}/g;

/** A call of the same operation on what was made last. */
export const onNewest = (call: FuzzCall): FuzzCall =>
  JSON.parse(JSON.stringify(call).replaceAll(place, '{$1.$2:newest}')) as FuzzCall;

/** The things that calls can name. They come and go with the calls that make and delete them. */
export interface World {
  /**
   * Puts ids into places such as `{files.0:3}`: the first id of the fourth file, counted in a circle. `{files.0:newest}` is that of
   * the newest one.
   */
  fill(call: FuzzCall): FuzzCall;
  has(pool: Pool, id: string): boolean;
  /** The id in such a place. */
  id(pool: Pool, index: number): string;
  add(pool: Pool, ...entry: Entry): void;
  /** Forgets every entry that holds all these ids. */
  remove(pool: Pool, ...ids: string[]): void;
}

/** So many at a time: what is older makes room. */
const poolSize = 40;

export function createWorld(): World {
  const entries = new Map<string, Entry[]>(pools.map((pool) => [pool, []]));
  const of = (pool: string): Entry[] => entries.get(pool) ?? [];
  const at = (pool: string, index: number | 'newest', part: number): string => {
    const list = of(pool);
    return list.at(index === 'newest' ? -1 : index % list.length)?.[part] ?? `no-${pool}`;
  };
  let fresh = 0;
  return {
    fill(call) {
      const filled = JSON.stringify(call)
        .replaceAll(place, (_, pool: string, part: string, index: string) =>
          JSON.stringify(at(pool, index === 'newest' ? index : Number(index), Number(part))).slice(1, -1),
        )
        .replaceAll('{fresh}', () => {
          fresh += 1;
          return `fuzz-${fresh}`;
        });
      return { ...call, ...(JSON.parse(filled) as FuzzCall) };
    },
    id: (pool, index) => at(pool, index, 0),
    add(pool, ...entry) {
      of(pool).push(entry);
      if (of(pool).length > poolSize) of(pool).splice(Math.floor(poolSize / 2), 1);
    },
    has: (pool, id) => of(pool).some((entry) => entry.includes(id)),
    remove(pool, ...ids) {
      entries.set(
        pool,
        of(pool).filter((entry) => !ids.every((id) => entry.includes(id))),
      );
    },
  };
}

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

async function makeNodes(world: World, teacher: Client): Promise<void> {
  const folders = await times(6, (index) => makeFolder(teacher, { name: `Ordner ${index}` }));
  for (const folder of folders) world.add('folders', folder.ref.id);
  const [parent] = folders;
  const files = await times(12, (index) =>
    makeFile(teacher, `Brüche kürzen, Blatt ${index}`, {
      ...(parent === undefined ? {} : { parent }),
      name: `Blatt ${index}.txt`,
      properties: { 'cclom:title': `Blatt ${index}`, 'cclom:general_keyword': ['Bruch', 'Mathematik'] },
    }),
  );
  for (const file of files) {
    world.add('files', file.ref.id);
    const comment = await teacher.addComment({ ...at(file), body: 'Gut' });
    world.add('comments', comment.ref.id, file.ref.id);
  }
  const [first] = files;
  if (first !== undefined) world.add('icons', first.iconURL.split('/').at(-1) ?? '');
  for (const node of await times(20, () => makeFolder(teacher))) world.add('unused', node.ref.id);
  for (const node of await times(20, () => makeFolder(teacher))) {
    await teacher.deleteNode(at(node));
    world.add('archived', node.ref.id);
  }
}

async function makeCollections(world: World, teacher: Client): Promise<void> {
  const make = (pool: Pool, count: number) =>
    times(count, async (index) => {
      const body = { title: `Sammlung ${pool} ${index}`, collection: { scope: 'MY' as const } };
      const { collection } = await teacher.createCollection({ repository, collection: '-root-', body });
      world.add(pool, collection.ref.id);
      return collection.ref.id;
    });
  const [collection = ''] = await make('collections', 5);
  await make('unusedCollections', 20);
  for (let index = 0; index < 8; index += 1) {
    const node = world.id('files', index);
    const { node: reference } = await teacher.addReference({ repository, collection, node });
    world.add('references', collection, reference.ref.id);
  }
}

async function makePeople(world: World, admin: Client): Promise<void> {
  for (let index = 0; index < 20; index += 1) {
    const person = `fuzz-person-${index}`;
    await admin.createPerson({ repository, person, body: { firstName: 'Fuzz', lastName: String(index) } });
    world.add('people', person);
    const { authorityName } = await admin.createGroup({ repository, group: `fuzz-group-${index}`, body: {} });
    world.add(index < 8 ? 'groups' : 'unusedGroups', authorityName);
    if (index < 8) {
      await admin.addMember({ repository, group: authorityName, member: person });
      world.add('memberships', authorityName, person);
      const organization = await admin.putOrganization({ repository, organization: `fuzz-school-${index}`, body: {} });
      world.add('organizations', organization.authorityName);
    }
  }
}

async function makeApplications(world: World, admin: Client): Promise<TestApp> {
  for (let index = 0; index < 8; index += 1) {
    const app = newApp();
    await admin.registerApplication({ body: asUpload(registrationOf(app.entries)) });
    world.add('applications', app.id);
    await admin.addOAuthClient({ client: `fuzz-client-${index}` });
    world.add('clients', `fuzz-client-${index}`);
  }
  const app = newApp();
  await admin.registerApplication({ body: asUpload(registrationOf(app.entries)) });
  world.add('signers', app.id);
  return app;
}

async function makeDataExport(admin: Client): Promise<void> {
  await admin.requestDataExport({ repository, person: carla.userName });
  await admin.runDataExports();
}

/** Makes something of each kind. Resolves to an application whose signature the server knows, and which no call names. */
export async function fillWorld(world: World, teacher: Client, admin: Client): Promise<TestApp> {
  await makeNodes(world, teacher);
  await makeCollections(world, teacher);
  await makePeople(world, admin);
  const imported = { 'ccm:replicationsourceid': ['imported'], 'cclom:title': ['Importiert'] };
  await admin.syncImported({ group: 'fuzz', match: ['ccm:replicationsourceid'], body: imported });
  await makeDataExport(admin);
  return makeApplications(world, admin);
}
