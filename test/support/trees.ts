import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Client } from '../../src/client/client.ts';
import type { FileBody, UploadedFile } from '../../src/contract/file-body.ts';
import type { Operations } from '../../src/contract/index.ts';
import type { Result } from '../../src/contract/operation.ts';

/** A node as answered. */
export type WireNode = Result<Operations['getNode']>['node'];

type Properties = Readonly<Record<string, string | readonly string[]>>;

const repository = '-home-';

/** The address of a node, or of one of the places with a name. */
export const at = (node: string | WireNode): { readonly repository: string; readonly node: string } => ({
  repository,
  node: typeof node === 'string' ? node : node.ref.id,
});

/** A name that no other test uses. */
export const newName = (stem = 'node'): string => `${stem}-${randomUUID().slice(0, 8)}`;

const listed = (properties: Properties): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, typeof value === 'string' ? [value] : [...value]]),
  );

/** Makes a child; the home folder of the caller is its parent unless told. */
export async function makeNode(
  client: Client,
  options: {
    readonly type: string;
    readonly parent?: string | WireNode;
    readonly name?: string;
    readonly properties?: Properties;
  },
): Promise<WireNode> {
  const properties = listed({ 'cm:name': options.name ?? newName(), ...options.properties });
  const { node } = await client.createNode({
    ...at(options.parent ?? '-userhome-'),
    type: options.type,
    body: properties,
  });
  return node;
}

type MakeOptions = Omit<Parameters<typeof makeNode>[1], 'type'>;

export const makeFolder = (client: Client, options: MakeOptions = {}): Promise<WireNode> =>
  makeNode(client, { type: 'ccm:map', ...options });

/** A file on its way in, from bytes that are there already. */
export const aFile = (bytes: string | Buffer, given: Partial<Omit<UploadedFile, 'bytes'>> = {}): UploadedFile => {
  const whole = Buffer.from(bytes);
  return { name: 'a.txt', mimeType: 'text/plain', size: whole.length, ...given, bytes: Readable.from([whole]) };
};

/** Makes a content object and uploads these bytes into it: its version is then 1.1. */
export async function makeFile(
  client: Client,
  bytes: string | Buffer,
  options: MakeOptions & { readonly mimeType?: string } = {},
): Promise<WireNode> {
  const { mimeType = 'text/plain', ...place } = options;
  const made = await makeNode(client, { type: 'ccm:io', ...place });
  const { node } = await client.uploadContent({ ...at(made), mimetype: mimeType, body: aFile(bytes, { mimeType }) });
  return node;
}

export const bytesOf = async (file: FileBody): Promise<Buffer> => buffer(file.bytes);

/** The bytes of a node, or of one of its versions. */
export async function download(client: Client, node: WireNode, version?: string): Promise<Buffer> {
  return bytesOf(await client.downloadContent({ nodeId: node.ref.id, ...(version === undefined ? {} : { version }) }));
}

export async function childrenOf(client: Client, node: string | WireNode): Promise<readonly WireNode[]> {
  return (await client.listChildren(at(node))).nodes;
}

export async function namesIn(client: Client, node: string | WireNode): Promise<string[]> {
  return (await childrenOf(client, node)).map(({ name }) => name);
}

/** The versions of a node, such as `1.0`. */
export async function versionsOf(client: Client, node: string | WireNode): Promise<string[]> {
  return (await client.listVersions(at(node))).versions.map(({ major, minor }) => `${major}.${minor}`);
}

/** All that can be seen of a node: nothing happened to it where two pictures are equal. */
export interface Picture {
  readonly node: WireNode;
  readonly versions: readonly unknown[];
  readonly permissions: unknown;
  /** In base64; null where the node has no content. */
  readonly content: string | null;
  readonly comments: unknown;
  readonly feedback: unknown;
  readonly children: readonly Picture[];
}

/** Takes the picture of a node and of all below it, as this person sees it. */
export async function pictureOf(client: Client, node: string | WireNode): Promise<Picture> {
  const entry = await client.getNode(at(node));
  const { versions } = await client.listVersions(at(node));
  const described = versions.map(({ major, minor }) => client.getVersion({ ...at(node), major, minor }));
  const content = entry.node.content.hash === null ? null : (await download(client, entry.node)).toString('base64');
  const children = entry.node.isDirectory ? await childrenOf(client, node) : [];
  return {
    node: entry.node,
    versions: await Promise.all(described),
    permissions: await client.getPermissions(at(node)),
    content,
    comments: await client.listComments(at(node)),
    feedback: await client.listFeedback(at(node)),
    children: await Promise.all(children.map((child) => pictureOf(client, child))),
  };
}
