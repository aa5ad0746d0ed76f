import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { batchFile } from '../../src/client/batch-file.ts';
import type { Client } from '../../src/client/client.ts';
import { lookInto } from './look.ts';
import type { Change, ExpectedNode, Made, NewNode } from './model.ts';
import type { PreparedChange } from './next-change.ts';

/** What was acknowledged as done is not there as a whole. */
export class HalfMade extends Error {
  override readonly name = 'HalfMade';
}

const repository = '-home-';

type Alteration = Extract<Change, { kind: 'alter' }>;

/** A revert can make a version too, but does not show it. */
const isNewVersion = ({ before, after }: Alteration): boolean =>
  after.versions.length > before.versions.length && after.shows === after.versions.length - 1;

/** Only then everything is as in a version that there was. */
const isRevert = ({ before, after }: Alteration): boolean => {
  const { title, content } = after.versions[after.shows] ?? {};
  return before.name === after.name && title === after.title && isDeepStrictEqual(content, after.content);
};

const upload = (client: Client, node: ExpectedNode, bytes: Buffer) =>
  client.uploadContent({
    repository,
    node: node.id,
    versionComment: node.versions.at(-1)?.comment ?? '',
    mimetype: 'application/octet-stream',
    body: { name: node.name, mimeType: undefined, size: bytes.length, bytes: Readable.from([bytes]) },
  });

const permit = (client: Client, node: ExpectedNode) =>
  client.setPermissions({
    repository,
    node: node.id,
    body: {
      inherited: true,
      permissions: node.permissions.map((permission) => ({
        authority: { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' as const },
        permission,
      })),
    },
  });

type Target = { readonly repository: string; readonly node: string };

const revert = (client: Client, target: Target, place: number) =>
  client.revertVersion({ ...target, major: 1, minor: place });

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

async function picture(client: Client, target: Target, own: boolean): Promise<void> {
  const body = { name: 'a.png', mimeType: 'image/png', size: png.length, bytes: Readable.from([png]) };
  if (own) await client.uploadPreview({ ...target, body });
  else await client.deletePreview(target);
}

const say = (client: Client, target: Target, text: string) => client.addComment({ ...target, body: text });

async function alter(client: Client, change: Alteration, bytes: Buffer | undefined): Promise<void> {
  const { before, after } = change;
  const target = { repository, node: after.id };
  const setProperty = (body: Record<string, string[]>) => client.updateMetadata({ ...target, body });
  if (bytes !== undefined) await upload(client, after, bytes);
  else if (isNewVersion(change)) {
    const versionComment = after.versions.at(-1)?.comment ?? '';
    await client.createMetadataVersion({ ...target, versionComment, body: { 'cm:title': [after.title] } });
  } else if (before.parent !== after.parent) {
    await client.moveNode({ repository, node: after.parent, source: after.id });
  } else if (before.comments.length < after.comments.length) {
    await say(client, target, after.comments.at(-1) ?? '');
  } else if (before.picture !== after.picture) await picture(client, target, after.picture);
  else if (before.rating !== after.rating) await client.rateNode({ ...target, rating: after.rating, body: '' });
  else if (before.permissions !== after.permissions) await permit(client, after);
  else if (isRevert(change)) await revert(client, target, after.shows);
  else if (before.name !== after.name) await setProperty({ 'cm:name': [after.name] });
  else await setProperty({ 'cm:title': [after.title] });
}

/** Copies, and finds out the ids of all that was made: names are unique in a folder. */
async function copy(client: Client, { source, whole, into }: Extract<Change, { kind: 'copy' }>): Promise<Made> {
  const { node } = await client.copyNode({ repository, node: into, source: source.id, withChildren: true });
  const ids = new Map([[source.id, node.ref.id]]);
  for (const folder of whole.filter((each) => each.folder)) {
    const copied = ids.get(folder.id);
    if (copied === undefined) continue;
    const made = new Map((await lookInto(client, copied)).nodes.map(({ name, ref }) => [name, ref.id]));
    for (const child of whole.filter(({ parent }) => parent === folder.id)) {
      const id = made.get(child.name);
      if (id === undefined) throw new HalfMade(`${child.name} was not copied with ${source.name}.`);
      ids.set(child.id, id);
    }
  }
  return ids;
}

/** Creates a node with its content. The entry is sent twice, which makes one node. */
async function createInBatch(client: Client, { parent, name, title }: NewNode, bytes: Buffer): Promise<string> {
  const properties = { 'cm:name': [name], 'cm:title': [title] };
  const content = { bytes, mimetype: 'application/octet-stream' };
  const entry = { id: name, parent, properties, content };
  const { results } = await client.createNodes({ body: batchFile([entry, entry]) });
  const [first, second] = results;
  if (first?.node == null || first.node !== second?.node) {
    throw new HalfMade(`The batch with ${name} answered ${JSON.stringify(results)}`);
  }
  return first.node;
}

/** Sends a change; resolves when it is acknowledged, to the ids of what was made. */
export async function sendChange(client: Client, { change, bytes }: PreparedChange): Promise<Made> {
  switch (change.kind) {
    case 'create': {
      if (bytes !== undefined) return createInBatch(client, change.node, bytes);
      const { parent, folder, name, title } = change.node;
      const { node } = await client.createNode({
        repository,
        node: parent,
        type: folder ? 'ccm:map' : 'ccm:io',
        body: { 'cm:name': [name], 'cm:title': [title] },
      });
      return node.ref.id;
    }
    case 'alter':
      await alter(client, change, bytes);
      return undefined;
    case 'copy':
      return copy(client, change);
    case 'restore':
      await client.restoreArchived({ repository, archivedNodeIds: [change.node.id] });
      return undefined;
    case 'empty':
      await client.purgeArchived({ repository, archivedNodeIds: [change.node.id] });
      return undefined;
    case 'remove':
      await client.deleteNode({ repository, node: change.node.id, recycle: !change.forGood });
      return undefined;
    case 'person': {
      const { userName, password } = change.person;
      await client.createPerson({
        repository,
        person: userName,
        ...(password === undefined ? {} : { password }),
        body: { firstName: 'Ada', lastName: userName, email: '' },
      });
      return undefined;
    }
  }
}
