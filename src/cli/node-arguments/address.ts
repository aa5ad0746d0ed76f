import { asNodeId } from '../../base/ids.ts';
import { usageFailure } from '../program/failure.ts';

/** The folder that a path begins at. */
export type PathStart = '-companyhome-' | '-userhome-';

/** How people name a node: by its id, or by the names on the way to it. */
export type NodeAddress =
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'path';
      readonly start: PathStart;
      readonly names: readonly string[];
      /** It ends in `/`: only a folder will do. */
      readonly folderOnly: boolean;
    };

const repositoryPrefix = 'repo:';
const specialId = /^-[a-z_]+-$/;

const notAnAddress = (text: string) =>
  usageFailure(
    `«${text}» names no node.`,
    'A node is an id, -userhome-, a path that begins with / or ~/, or one of these behind repo:.',
    'Try: edu-repo ls /',
  );

const notAPath = (text: string) =>
  usageFailure(
    `«${text}» names no node.`,
    'The names . and .. mean nothing in a repository: paths begin at the top (/) or at your home folder (~).',
    'Write the whole path',
  );

function pathAddress(text: string, start: PathStart, path: string): NodeAddress {
  const names = path.split('/').filter((name) => name !== '');
  if (names.includes('.') || names.includes('..')) throw notAPath(text);
  return { kind: 'path', start, names, folderOnly: path.endsWith('/') };
}

/** Reads the address of a node, with or without `repo:` in front. Throws a usage failure where it is none. */
export function parseNodeAddress(text: string): NodeAddress {
  const address = text.startsWith(repositoryPrefix) ? text.slice(repositoryPrefix.length) : text;
  if (address.startsWith('/')) return pathAddress(text, '-companyhome-', address);
  if (address === '~' || address.startsWith('~/')) return pathAddress(text, '-userhome-', address.slice(1));
  const id = specialId.test(address) ? address : asNodeId(address);
  if (id === undefined) throw notAnAddress(text);
  return { kind: 'id', id };
}

/** A node and the repository in which it lies. */
export interface LocatedAddress {
  /** The name of a remote; undefined: the repository that is chosen. */
  readonly remote: string | undefined;
  readonly address: NodeAddress;
}

// One letter before the colon is a drive of Windows, two slashes behind it are an address of the web.
const remotePrefix = /^([A-Za-z0-9][A-Za-z0-9._-]+):(?=~(?:\/|$)|-[a-z_]+-$|\/(?!\/)|[0-9a-f]{8}-[0-9a-f]{4}-)/;

/**
 * Reads a text that could also be a local file: `repo:` or the name of a remote in front says that it is a node, else
 * undefined. Throws a usage failure where something else than a node stands behind it.
 */
export function locatedAddress(text: string): LocatedAddress | undefined {
  if (text.startsWith(repositoryPrefix)) return { remote: undefined, address: parseNodeAddress(text) };
  const remote = remotePrefix.exec(text)?.[1];
  if (remote === undefined) return undefined;
  return { remote, address: parseNodeAddress(text.slice(remote.length + 1)) };
}

/** The address as people write it. */
export function writeNodeAddress(address: NodeAddress): string {
  if (address.kind === 'id') return address.id;
  const path = `/${address.names.join('/')}`;
  if (address.start === '-companyhome-') return path;
  return path === '/' ? '~' : `~${path}`;
}

/** The address of the folder above; undefined where the address does not tell it. */
export function parentAddress(address: NodeAddress): NodeAddress | undefined {
  if (address.kind === 'id' || address.names.length === 0) return undefined;
  return { ...address, names: address.names.slice(0, -1), folderOnly: true };
}
