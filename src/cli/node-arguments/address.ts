import { asNodeId, type NodeId } from '../../base/ids.ts';
import { usageFailure } from '../program/failure.ts';
import { hitAddress, namesHit } from './hit-numbers.ts';

/** The folder at which a path starts. */
type PathStart = '-companyhome-' | '-userhome-' | NodeId;

/** What is in a repository. */
export interface InRepository {
  /**
   * The repository that the node is in: the name of a remote, or a data directory or an address in brackets. Missing for the chosen
   * repository.
   */
  readonly remote?: string;
  /** The number of the hit that the user typed, such as `@2`. */
  readonly hit?: string;
}

/** The address of a node: its ID, or a path. */
export type NodeAddress =
  | (InRepository & { readonly kind: 'id'; readonly id: string })
  | (InRepository & {
      readonly kind: 'path';
      readonly start: PathStart;
      readonly names: readonly string[];
      /** The path ends with `/`, so the node must be a folder. */
      readonly folderOnly: boolean;
    });

const repositoryPrefix = 'repo:';
const specialId = /^-[a-z_]+-$/;

const notAnAddress = (text: string) =>
  usageFailure(
    `"${text}" is not the address of a node.`,
    'An address is an ID, -userhome-, or a path that starts with /, ~/ or the ID of a folder. NAME: before it names a remote. @2 is the second hit of the last search.',
    'To list the folders at the top: edu-repo ls /',
  );

const notAPath = (text: string) =>
  usageFailure(
    `"${text}" is not the address of a node.`,
    'A repository has no . or .. folders. A path starts at the top (/) or at your home folder (~).',
    'Write the full path',
  );

function pathAddress(text: string, start: PathStart, path: string): NodeAddress {
  const names = path.split('/').filter((name) => name !== '');
  if (names.includes('.') || names.includes('..')) throw notAPath(text);
  return { kind: 'path', start, names, folderOnly: path.endsWith('/') };
}

// A single letter before the colon is a Windows drive, and two slashes after it make a URL.
const remotePrefix =
  /^(\[.+?\]|[A-Za-z0-9][A-Za-z0-9._-]+):(?=$|~(?:\/|$)|-[a-z_]+-$|\/(?!\/)|[0-9a-f]{8}-[0-9a-f]{4}-)/;

/**
 * The repository before an address, and the address; the repository is undefined for the chosen one. `@2` becomes the ID of the second
 * hit of the last search. Nothing after the colon means the top. Throws a failure if there is no such hit.
 */
export function splitRemote(text: string): InRepository & { readonly rest: string } {
  const hit = hitAddress(text);
  if (hit !== undefined) return { ...splitRemote(hit.address), hit: hit.typed };
  if (text.startsWith(repositoryPrefix)) return { rest: text.slice(repositoryPrefix.length) || '/' };
  const remote = remotePrefix.exec(text)?.[1];
  return remote === undefined ? { rest: text } : { remote, rest: text.slice(remote.length + 1) || '/' };
}

/**
 * Parses the address of a node: alone or with the prefix `repo:` in the chosen repository, with the name of a remote and a
 * colon in this one; or the number of a hit, such as `@2`. Throws a usage failure for other texts.
 */
export function parseNodeAddress(text: string): NodeAddress {
  const { rest, ...at } = splitRemote(text);
  if (rest.startsWith('/')) return { ...at, ...pathAddress(text, '-companyhome-', rest) };
  if (rest === '~' || rest.startsWith('~/')) return { ...at, ...pathAddress(text, '-userhome-', rest.slice(1)) };
  const slash = rest.indexOf('/');
  const folder = slash < 0 ? undefined : asNodeId(rest.slice(0, slash));
  if (folder !== undefined) return { ...at, ...pathAddress(text, folder, rest.slice(slash)) };
  const id = specialId.test(rest) ? rest : asNodeId(rest);
  if (id === undefined) throw notAnAddress(text);
  return { ...at, kind: 'id', id };
}

/**
 * Parses an argument that may also be a local file. Undefined unless it starts with `repo:`, the name of a remote and
 * a colon, or the number of a hit. Throws a usage failure if no node address follows.
 */
export const locatedAddress = (text: string): NodeAddress | undefined =>
  text.startsWith(repositoryPrefix) || remotePrefix.test(text) || namesHit(text) ? parseNodeAddress(text) : undefined;

/** The address as text, with the name of its remote. */
export const writeNodeAddress = (address: NodeAddress): string =>
  `${address.remote === undefined ? '' : `${address.remote}:`}${writeInRepository(address)}`;

/** The same with the prefix `repo:` for the chosen repository, for an argument that may also be a local file. */
export const writeLocatedAddress = (address: NodeAddress): string =>
  `${address.remote ?? 'repo'}:${writeInRepository(address)}`;

/** The address as the user typed it, for messages: with the number of the hit instead of its ID. */
export function typedAddress(address: NodeAddress): string {
  if (address.hit === undefined) return writeNodeAddress(address);
  return address.kind === 'id' ? address.hit : [address.hit, ...address.names].join('/');
}

/** The address as text inside its repository. */
export function writeInRepository(address: NodeAddress): string {
  if (address.kind === 'id') return address.id;
  const path = `/${address.names.join('/')}`;
  if (address.start === '-companyhome-') return path;
  const start = address.start === '-userhome-' ? '~' : address.start;
  return path === '/' ? start : `${start}${path}`;
}

/** The address of a node in a folder. */
export const childAddress = (folder: NodeAddress, id: string, name: string): NodeAddress =>
  folder.kind === 'id'
    ? { ...folder, kind: 'path', start: id as NodeId, names: [name], folderOnly: false }
    : { ...folder, names: [...folder.names, name], folderOnly: false };

/** The address of the parent folder; undefined for an ID or the top of a path. */
export function parentAddress(address: NodeAddress): NodeAddress | undefined {
  if (address.kind === 'id' || address.names.length === 0) return undefined;
  return { ...address, names: address.names.slice(0, -1), folderOnly: true };
}
