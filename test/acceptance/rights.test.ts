import { describe, expect, test } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';

/** What can be tried with somebody else's folder that has one file in it. */
const deeds = {
  'read metadata': ({ carla }, { file }) => carla.getNode(at(file)),
  'read the versions': ({ carla }, { file }) => carla.getVersion({ ...at(file), major: 1, minor: 1 }),
  'list the folder': ({ carla }, { folder }) => carla.listChildren(at(folder)),
  'see the preview': ({ carla }, { file }) => carla.getPreview({ nodeId: file.ref.id }),
  download: ({ carla }, { file }) => download(carla, file),
  'change properties': ({ carla }, { file }) =>
    carla.updateMetadata({ ...at(file), body: { 'cclom:title': ['changed'] } }),
  upload: ({ carla }, { file }) => carla.uploadContent({ ...at(file), body: aFile('changed') }),
  'add a child': ({ carla }, { folder }) => makeNode(carla, { type: 'ccm:io', parent: folder }),
  'read permissions': ({ carla }, { file }) => carla.getPermissions(at(file)),
  'change permissions': ({ carla }, { file }) => carla.setPermissions({ ...at(file), body: { permissions: [] } }),
  delete: ({ carla }, { file }) => carla.deleteNode(at(file)),
} satisfies Record<string, (school: School, shared: Shared) => Promise<unknown>>;

type Deed = keyof typeof deeds;

interface Shared {
  readonly folder: WireNode;
  readonly file: WireNode;
}

const reading: readonly Deed[] = ['read metadata', 'read the versions', 'list the folder'];
const using: readonly Deed[] = [...reading, 'see the preview', 'download'];
const consumerAccess = [
  'Read',
  'ReadPreview',
  'ReadAll',
  'Comment',
  'Embed',
  'Feedback',
  'RateRead',
  'DownloadContent',
];

/** Written down by hand from the published permission model: what each role shows as `access`, and what it allows. */
const roles: readonly { role: string; access: readonly string[]; allows: readonly Deed[] }[] = [
  { role: 'ConsumerMetadata', access: ['Read', 'ReadChildren'], allows: reading },
  { role: 'Consumer', access: [...consumerAccess, 'ReadChildren'], allows: using },
  {
    role: 'Editor',
    access: [...consumerAccess, 'ReadPermissions', 'ReadChildren', 'Write'],
    allows: [...using, 'change properties', 'upload', 'read permissions'],
  },
  {
    role: 'Contributor',
    access: [...consumerAccess, 'AddChildren', 'ReadPermissions', 'ReadChildren'],
    allows: [...using, 'add a child', 'read permissions'],
  },
  {
    role: 'Collaborator',
    access: [...consumerAccess, 'AddChildren', 'ReadPermissions', 'ReadChildren', 'Write'],
    allows: [...using, 'change properties', 'upload', 'add a child', 'read permissions'],
  },
  {
    role: 'Coordinator',
    access: [
      ...consumerAccess,
      'AddChildren',
      'ReadPermissions',
      'ChangePermissions',
      'ReadChildren',
      'DeleteChildren',
      'Write',
      'Delete',
      'CCPublish',
    ],
    allows: [
      ...using,
      'change properties',
      'upload',
      'add a child',
      'read permissions',
      'change permissions',
      'delete',
    ],
  },
];

const everyDeed = Object.keys(deeds) as Deed[];

function grant(school: School, node: WireNode, authorityName: string, ...permissions: string[]) {
  return school.anna.setPermissions({
    ...at(node),
    body: { permissions: permissions.length === 0 ? [] : [{ authority: { authorityName }, permissions }] },
  });
}

async function newShared(school: School): Promise<Shared> {
  const folder = await makeFolder(school.anna);
  return { folder, file: await makeFile(school.anna, 'the bytes', { parent: folder }) };
}

withTransports((school) => {
  describe.each(roles)('a folder shared as $role', ({ role, access, allows }) => {
    test('shows exactly the rights of the role, on the folder and on what lies in it', async () => {
      const shared = await newShared(school);
      await grant(school, shared.folder, 'carla', role);
      for (const node of [shared.folder, shared.file]) {
        expect((await school.carla.getNode(at(node))).node.access).toEqual(access);
      }
      const found = await school.carla.searchNodes({ repository, query: shared.file.name });
      expect(found.nodes.map(({ ref }) => ref.id)).toContain(shared.file.ref.id);
      await expectRefused(school.bert.getNode(at(shared.file)), 403);
    });

    test.each(everyDeed)(`${allows.length} deeds are allowed: is «%s» one of them?`, async (deed) => {
      const shared = await newShared(school);
      await grant(school, shared.folder, 'carla', role);
      if (allows.includes(deed)) expect(await deeds[deed](school, shared)).not.toBeInstanceOf(Error);
      else
        await expectRefused(
          deeds[deed](school, shared),
          403,
          /carla needs the right.*\(roles that include it: .*Coordinator\)/,
        );
    });

    test('is closed at once when it is taken away', async () => {
      const shared = await newShared(school);
      await grant(school, shared.folder, 'carla', role);
      await school.carla.getNode(at(shared.file));
      await grant(school, shared.folder, 'carla');
      for (const deed of everyDeed) await expectRefused(deeds[deed](school, shared), 403);
      const found = await school.carla.searchNodes({ repository, query: shared.file.name });
      expect(found.pagination.total).toBe(0);
    });
  });

  describe('inheritance', () => {
    test('reaches down to what is made later, and deep', async () => {
      const { folder } = await newShared(school);
      await grant(school, folder, 'carla', 'Consumer');
      let deepest = folder;
      for (let depth = 0; depth < 20; depth += 1) deepest = await makeFolder(school.anna, { parent: deepest });
      const file = await makeFile(school.anna, 'deep', { parent: deepest });
      expect((await download(school.carla, file)).toString()).toBe('deep');
      await grant(school, folder, 'carla');
      await expectRefused(school.carla.getNode(at(file)), 403);
    });

    test('is cut by inherited: false, for what lies below as well', async () => {
      const { folder } = await newShared(school);
      const inner = await makeFolder(school.anna, { parent: folder });
      const file = await makeFile(school.anna, 'x', { parent: inner });
      await grant(school, folder, 'carla', 'Collaborator');
      await school.carla.getNode(at(file));
      await school.anna.setPermissions({ ...at(inner), body: { inherited: false, permissions: [] } });
      await expectRefused(school.carla.getNode(at(inner)), 403);
      await expectRefused(school.carla.getNode(at(file)), 403);
      expect(await namesIn(school.carla, folder)).not.toContain(inner.name);
      expect((await school.anna.getNode(at(file))).node.access).toContain('Delete');
      await school.anna.setPermissions({ ...at(inner), body: { inherited: true, permissions: [] } });
      expect((await school.carla.getNode(at(file))).node.access).toContain('Write');
    });

    test('adds to what is given below', async () => {
      const { folder, file } = await newShared(school);
      await grant(school, folder, 'carla', 'Consumer');
      await grant(school, file, 'carla', 'Write');
      await school.carla.updateMetadata({ ...at(file), body: { 'cclom:title': ['changed'] } });
      await expectRefused(makeNode(school.carla, { type: 'ccm:io', parent: folder }), 403);
      expect((await download(school.carla, file)).toString()).toBe('the bytes');
    });

    test('a file inside can be shared without its folder', async () => {
      const { folder, file } = await newShared(school);
      const other = await makeFile(school.anna, 'other', { parent: folder });
      await grant(school, file, 'carla', 'Consumer');
      await school.carla.getNode(at(file));
      await expectRefused(school.carla.listChildren(at(folder)), 403);
      await expectRefused(school.carla.getNode(at(other)), 403);
    });
  });

  describe('who may read metadata only', () => {
    test('is told nothing of the content: no hash, no hit by its words, not even by their absence', async () => {
      const folder = await makeFolder(school.anna);
      const name = newName('plan');
      const file = await makeFile(school.anna, 'Geheimnisvoll', { parent: folder, name });
      await grant(school, folder, 'carla', 'ConsumerMetadata');
      await grant(school, file, 'bert', 'Consumer');
      expect(Object.keys((await school.carla.getNode(at(file))).node.content ?? {})).not.toContain('hash');
      expect((await school.bert.getNode(at(file))).node.content?.hash).toBe(file.content?.hash);
      expect((await school.carla.listChildren(at(folder))).nodes[0]?.content?.hash).toBeUndefined();
      const facettes = ['cm:name'];
      const finds = async (client: typeof school.carla, query: string) => {
        const found = await client.searchNodes({ repository, query, facettes });
        expect(found.facettes[0]?.values.length).toBe(found.nodes.length);
        return found.pagination.total;
      };
      for (const [query, seen, unseen] of [
        [`+"${name}"`, 1, 1],
        [`+"${name}" +Geheimnisvoll`, 1, 0],
        [`+"${name}" +text:geheimnis*`, 1, 0],
        [`+"${name}" -Geheimnisvoll`, 0, 1],
        [`"${name}" AND NOT text:Geheimnisvoll`, 0, 1],
      ] as const) {
        expect([query, await finds(school.bert, query)]).toEqual([query, seen]);
        expect([query, await finds(school.carla, query)]).toEqual([query, unseen]);
      }
    });
  });

  describe('owners', () => {
    test('a contributor owns what they add, and nothing else', async () => {
      const { folder, file } = await newShared(school);
      await grant(school, folder, 'carla', 'Contributor');
      const own = await makeFile(school.carla, 'mine', { parent: folder });
      await school.carla.updateMetadata({ ...at(own), body: { 'cclom:title': ['mine'] } });
      await expectRefused(school.carla.deleteNode(at(file)), 403);
      expect((await school.anna.getNode(at(own))).node.owner.firstName).toBe('Carla');
      await school.carla.deleteNode(at(own));
      expect(await namesIn(school.anna, folder)).toEqual([file.name]);
    });

    test('DeleteChildren clears out a folder', async () => {
      const { folder, file } = await newShared(school);
      await grant(school, folder, 'carla', 'Consumer');
      await expectRefused(school.carla.deleteNode(at(file)), 403);
      await grant(school, folder, 'carla', 'Consumer', 'DeleteChildren');
      await school.carla.deleteNode(at(file));
      await expectRefused(school.carla.deleteNode(at(folder)), 403);
      expect(await namesIn(school.anna, folder)).toEqual([]);
    });

    test('an administrator may do everything with everything', async () => {
      const { folder, file } = await newShared(school);
      const { node } = await school.admin.updateMetadata({ ...at(file), body: { 'cclom:title': ['by admin'] } });
      expect(node.access).toEqual(roles.at(-1)?.access);
      await school.admin.deleteNode(at(folder));
      await expectRefused(school.anna.getNode(at(file)), 404);
    });
  });
});
