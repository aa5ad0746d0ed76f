import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AnswerError } from '../../src/client/answer-error.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { authorizationOf } from '../../src/client/credentials.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import type { Node } from '../../src/contract/objects/node.ts';
import type { ExpectedContent } from './model.ts';

/** A node as the interface shows it. */
export type SeenNode = z.output<typeof Node>;

/** A version as the interface shows it, with its bytes read to their end. */
export interface SeenVersion {
  readonly label: string;
  readonly comment: string;
  readonly name: string;
  readonly title: string;
  readonly content: ExpectedContent | null;
}

const repository = '-home-';
const wholeFolder = 10_000;

/** The answer, or undefined where what was asked for is not there. */
export async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return undefined;
    throw error;
  }
}

export const lookAtNode = async (client: Client, id: string): Promise<SeenNode | undefined> =>
  (await unlessMissing(client.getNode({ repository, node: id })))?.node;

/** The children of a folder, and how many it says it has. */
export async function lookInto(client: Client, folder: string): Promise<{ nodes: SeenNode[]; total: number }> {
  const { nodes, pagination } = await client.listChildren({ repository, node: folder, maxItems: wholeFolder });
  return { nodes, total: pagination.total };
}

/** The size and digest of the bytes of a version; null where it has none, or where they are not whole. */
async function lookAtBytes(client: Client, nodeId: string, version: string): Promise<ExpectedContent | null> {
  try {
    const file = await client.downloadContent({ nodeId, version });
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of file.bytes) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    return file.size === size ? { sha256: hash.digest('hex'), size } : null;
  } catch {
    // Why they cannot be had makes no difference: what has to be there is not.
    return null;
  }
}

/** One version. Where the repository cannot tell what it was, nothing of it is seen but its label. */
async function lookAtVersion(client: Client, id: string, major: number, minor: number): Promise<SeenVersion> {
  const label = `${major}.${minor}`;
  try {
    const target = { repository, node: id, major, minor };
    const { version } = await client.getVersion(target);
    const textUnder = (wanted: string) => version.properties[wanted]?.[0] ?? '';
    const [name, title] = [textUnder('cm:name'), textUnder('cm:title')];
    return { label, comment: version.comment, name, title, content: await lookAtBytes(client, id, label) };
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 500) throw error;
    return { label, comment: error.message, name: '', title: '', content: null };
  }
}

/** All versions of a node, oldest first. */
export async function lookAtVersions(client: Client, id: string): Promise<SeenVersion[]> {
  const { versions } = await client.listVersions({ repository, node: id });
  return Promise.all(versions.map(({ major, minor }) => lookAtVersion(client, id, major, minor)));
}

/** What everybody may do by the node's own list, in the order of the alphabet. */
export async function lookAtPermissions(client: Client, id: string): Promise<string[]> {
  const { permissions } = await client.getPermissions({ repository, node: id });
  return permissions.localPermissions.permissions
    .flatMap(({ permission, permissions: all = [permission] }) => all)
    .toSorted();
}

/** Whether a picture is shown of the node, and not a drawn card. */
export async function hasPicture(client: Client, nodeId: string): Promise<boolean> {
  const { bytes, mimeType } = await client.getPreview({ nodeId });
  let size = 0;
  for await (const chunk of bytes) size += (chunk as Buffer).length;
  return size > 0 && mimeType !== 'image/svg+xml';
}

/** What was said about a node, oldest first. */
export async function lookAtComments(client: Client, id: string): Promise<string[]> {
  const { comments } = await client.listComments({ repository, node: id });
  return comments.toSorted((a, b) => a.created - b.created).map(({ comment }) => comment);
}

/** The ids of the nodes that can be brought back, or removed for good. */
export async function readTrash(client: Client): Promise<Set<string>> {
  const { nodes } = await client.searchArchive({ repository, pattern: '*', maxItems: wholeFolder });
  return new Set(nodes.map(({ ref }) => ref.id));
}

/** The ids of the nodes that a search for the word finds. */
export async function find(client: Client, word: string): Promise<string[]> {
  const { nodes } = await client.searchNodes({ repository, query: word, maxItems: wholeFolder });
  return nodes.map(({ ref }) => ref.id);
}

/** The id of the home folder that the person sees after signing in; null where the password does not let them in. */
export async function homeAfterSignIn(url: string, userName: string, password: string): Promise<string | null> {
  const transport = createHttpTransport({ baseUrl: new URL(url) });
  const authorization = authorizationOf({ kind: 'basic', userName, password });
  try {
    return (await createClient(transport.send, () => ({ authorization })).validateSession()).userHome;
  } finally {
    transport.close();
  }
}
