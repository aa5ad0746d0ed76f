import { homedir } from 'node:os';
import { similarOf } from '../../base/nearest.ts';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { rememberTyped } from '../program/plain-message.ts';
import { type NodeAddress, parentAddress, typedAddress, writeNodeAddress } from './address.ts';
import { childrenOf } from './children.ts';
import { factsOf, type NodeFacts, type RepositoryNode, repository } from './node.ts';

const missingClass = 'DAOMissingException';

const isNotFound = (error: unknown): boolean => error instanceof AnswerError && error.status === 404 && !error.isPage;

/** Whether the server lacks the call: it returns 404 or 405, but without the error class for missing nodes. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof AnswerError && [404, 405].includes(error.status) && error.error?.endsWith(missingClass) !== true;

/** The child with exactly this name, or else with the same name in another Unicode normalization form. */
async function childByWalking(client: Client, folder: string, name: string): Promise<RepositoryNode | undefined> {
  let equivalent: RepositoryNode | undefined;
  for await (const child of childrenOf(client, folder)) {
    if (child.name === name) return child;
    if (child.name.normalize('NFC') === name.normalize('NFC')) equivalent ??= child;
  }
  return equivalent;
}

async function walk(client: Client, start: string, names: readonly string[]): Promise<RepositoryNode | undefined> {
  let { node } = await client.getNode({ repository, node: start });
  for (const name of names) {
    const child = await childByWalking(client, node.ref.id, name);
    if (child === undefined) return undefined;
    node = child;
  }
  return node;
}

/** The maximum size of a path in a call, in bytes as it is sent. A server takes a query of 48 kB. */
const maxPathBytes = 40_000;

/** Finds a long path in two calls. */
async function byHalves(client: Client, start: string, names: readonly string[]): Promise<RepositoryNode | undefined> {
  const half = names.length >> 1;
  const folder = await nodeBelow(client, start, names.slice(0, half));
  return folder && nodeBelow(client, folder.ref.id, names.slice(half));
}

/** The node at a path below `start`; undefined if it does not exist or the caller may not read it. */
export async function nodeBelow(
  client: Client,
  start: string,
  names: readonly string[],
): Promise<RepositoryNode | undefined> {
  try {
    if (names.length === 0) return (await client.getNode({ repository, node: start })).node;
    const path = names.join('/');
    if (names.length > 1 && encodeURIComponent(path).length > maxPathBytes) return byHalves(client, start, names);
    return (await client.resolvePath({ repository, node: start, path })).node;
  } catch (error) {
    if (names.length > 0 && isUnknownCall(error)) return walk(client, start, names);
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The child with exactly this name, code point by code point. */
export async function childNamed(client: Client, folder: string, name: string): Promise<RepositoryNode | undefined> {
  const child = await nodeBelow(client, folder, [name]);
  return child?.name === name ? child : undefined;
}

export async function factsOfChild(client: Client, folder: string, name: string): Promise<NodeFacts | undefined> {
  const child = await childNamed(client, folder, name);
  return child === undefined ? undefined : factsOf(child);
}

/** A hint if the shell replaced `~` by the local home directory; undefined for other addresses. */
export function hintAtHome(address: NodeAddress): string | undefined {
  const home = homedir();
  const written = writeNodeAddress(address);
  if (home === '/' || !`${written}/`.startsWith(`${home}/`)) return undefined;
  return `The shell replaced ~ with ${home}. Quote the path: ${shellWord(`~${written.slice(home.length)}`)}`;
}

/**
 * The node at an address; undefined if it does not exist or the caller may not read it. Throws a failure if the path is in
 * the local home directory and its first folder is not in the repository: the shell has replaced `~`, and a command that
 * creates missing folders would create that path.
 */
export async function lookUp(client: Client, address: NodeAddress): Promise<RepositoryNode | undefined> {
  const node = await (address.kind === 'id'
    ? nodeBelow(client, address.id, [])
    : nodeBelow(client, address.start, address.names));
  if (node !== undefined) rememberTyped(node.ref.id, typedAddress(address));
  if (address.kind === 'id' || node !== undefined || hintAtHome(address) === undefined) return node;
  if ((await nodeBelow(client, address.start, address.names.slice(0, 1))) === undefined) throw noSuchNode(address);
  return undefined;
}

/** The hint at a replaced `~`, or else a command that lists the nearest existing folder above the address. */
const nextStep = (address: NodeAddress, existing = parentAddress(address)): string =>
  hintAtHome(address) ??
  `To list the nearest folder: edu-repo ls ${shellWord(existing === undefined ? '/' : typedAddress(existing))}`;

/** What exists near an address without a node. */
interface Nearby {
  /** The nearest existing folder above the address. */
  readonly existing: NodeAddress | undefined;
  /** A node in that folder whose name is similar to the one that is missing. */
  readonly similar: NodeAddress | undefined;
}

const hitIsGone = (address: NodeAddress): Failure =>
  new Failure(exitCodes.notFound, {
    what: `${typedAddress(address)} does not exist any more.`,
    why: `404: the node ${writeNodeAddress(address)} was deleted after the search, or you may not read it.`,
    next: 'Search again, or see whether it is in the trash: edu-repo trash list',
  });

/** The failure for an address without a node. */
export function noSuchNode(address: NodeAddress, { existing, similar }: Partial<Nearby> = {}): Failure {
  const meant = similar === undefined ? '' : `Did you mean ${shellWord(typedAddress(similar))}? `;
  if (address.hit === typedAddress(address)) return hitIsGone(address);
  return new Failure(exitCodes.notFound, {
    what: `${typedAddress(address)} does not exist.`,
    why: '404: no node has this address, or you may not read it.',
    next: `${meant}${nextStep(address, existing)}`,
  });
}

async function nearestAbove(client: Client, address: NodeAddress): Promise<NodeAddress | undefined> {
  const parent = parentAddress(address);
  if (parent === undefined || (await lookUp(client, parent)) !== undefined) return parent;
  return nearestAbove(client, parent);
}

/** The number of names in a folder that are compared with one that is missing. */
const maxCompared = 500;

/**
 * The node in the existing folder whose name is the missing one with an extension, or else most similar to it, ignoring case;
 * undefined if none is similar.
 */
async function similarTo(
  client: Client,
  address: NodeAddress,
  existing: NodeAddress,
): Promise<NodeAddress | undefined> {
  if (address.kind === 'id' || existing.kind === 'id') return undefined;
  const folder = await lookUp(client, existing);
  const missing = address.names[existing.names.length];
  if (folder === undefined || missing === undefined) return undefined;
  const call = { repository, node: folder.ref.id, maxItems: maxCompared, propertyFilter: ['cm:name'] };
  const { nodes } = await client.listChildren(call);
  const names = new Map(nodes.map(({ name }) => [name.toLowerCase(), name]));
  const withoutExtension = [...names.keys()].find((name) => name.startsWith(`${missing.toLowerCase()}.`));
  const similar = names.get(withoutExtension ?? similarOf(names.keys(), missing.toLowerCase()) ?? '');
  return similar === undefined ? undefined : { ...existing, names: [...existing.names, similar] };
}

/** The node at an address. Throws a failure if there is none. */
export async function findNode(client: Client, address: NodeAddress): Promise<RepositoryNode> {
  const node = await lookUp(client, address);
  if (node !== undefined) return node;
  const existing = await nearestAbove(client, address);
  const near = existing === undefined ? undefined : similarTo(client, address, existing);
  // If the hint cannot be found, the missing path is still what the user must know.
  const similar = await near?.catch(() => undefined);
  throw noSuchNode(address, { existing, similar });
}
