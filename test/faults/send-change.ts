import { Readable } from 'node:stream';
import type { Client } from '../../src/client/client.ts';
import type { Change, ExpectedNode } from './model.ts';
import type { PreparedChange } from './next-change.ts';

const repository = '-home-';

type Alteration = Extract<Change, { kind: 'alter' }>;

const isNewVersion = ({ before, after }: Alteration): boolean => after.versions.length > before.versions.length;

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

async function alter(client: Client, change: Alteration, bytes: Buffer | undefined): Promise<void> {
  const { before, after } = change;
  const target = { repository, node: after.id };
  if (bytes !== undefined) await upload(client, after, bytes);
  else if (isNewVersion(change)) {
    const versionComment = after.versions.at(-1)?.comment ?? '';
    await client.createMetadataVersion({ ...target, versionComment, body: { 'cm:title': [after.title] } });
  } else if (before.name !== after.name) await client.updateMetadata({ ...target, body: { 'cm:name': [after.name] } });
  else if (before.title !== after.title)
    await client.updateMetadata({ ...target, body: { 'cm:title': [after.title] } });
  else await permit(client, after);
}

/** Sends a change; resolves when it is acknowledged, to the id of the node where one was made. */
export async function sendChange(client: Client, { change, bytes }: PreparedChange): Promise<string | undefined> {
  switch (change.kind) {
    case 'create': {
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
