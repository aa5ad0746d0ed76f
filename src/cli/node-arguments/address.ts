import { asNodeId, type NodeId } from '../../base/ids.ts';
import { usageFailure } from '../program/failure.ts';

/** The folder at which a path starts. */
type PathStart = '-companyhome-' | '-userhome-' | NodeId;

/** The address of a node: its ID, or a path. */
export type NodeAddress =
  | { readonly kind: 'id'; readonly id: string }
  | {
      readonly kind: 'path';
      readonly start: PathStart;
      readonly names: readonly string[];
      /** The path ends with `/`, so the node must be a folder. */
      readonly folderOnly: boolean;
    };

const repositoryPrefix = 'repo:';
const specialId = /^-[a-z_]+-$/;

const notAnAddress = (text: string) =>
  usageFailure(
    `"${text}" is not the address of a node.`,
    'An address is an ID, -userhome-, or a path that starts with /, ~/ or the ID of a folder. The prefix repo: is optional.',
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

/** Parses the address of a node, with or without the prefix `repo:`. Throws a usage failure for other texts. */
export function parseNodeAddress(text: string): NodeAddress {
  const address = text.startsWith(repositoryPrefix) ? text.slice(repositoryPrefix.length) : text;
  if (address.startsWith('/')) return pathAddress(text, '-companyhome-', address);
  if (address === '~' || address.startsWith('~/')) return pathAddress(text, '-userhome-', address.slice(1));
  const slash = address.indexOf('/');
  const folder = slash < 0 ? undefined : asNodeId(address.slice(0, slash));
  if (folder !== undefined) return pathAddress(text, folder, address.slice(slash));
  const id = specialId.test(address) ? address : asNodeId(address);
  if (id === undefined) throw notAnAddress(text);
  return { kind: 'id', id };
}

/** The address of a node and its repository. */
export interface LocatedAddress {
  /** The name of a remote; undefined for the chosen repository. */
  readonly remote: string | undefined;
  readonly address: NodeAddress;
}

// A single letter before the colon is a Windows drive, and two slashes after it make a URL.
const remotePrefix = /^([A-Za-z0-9][A-Za-z0-9._-]+):(?=~(?:\/|$)|-[a-z_]+-$|\/(?!\/)|[0-9a-f]{8}-[0-9a-f]{4}-)/;

/**
 * Parses an argument that may also be a local file. Undefined unless it starts with `repo:` or the name of a remote and
 * a colon. Throws a usage failure if no node address follows.
 */
export function locatedAddress(text: string): LocatedAddress | undefined {
  if (text.startsWith(repositoryPrefix)) return { remote: undefined, address: parseNodeAddress(text) };
  const remote = remotePrefix.exec(text)?.[1];
  if (remote === undefined) return undefined;
  return { remote, address: parseNodeAddress(text.slice(remote.length + 1)) };
}

export function writeNodeAddress(address: NodeAddress): string {
  if (address.kind === 'id') return address.id;
  const path = `/${address.names.join('/')}`;
  if (address.start === '-companyhome-') return path;
  const start = address.start === '-userhome-' ? '~' : address.start;
  return path === '/' ? start : `${start}${path}`;
}

/** The address of the parent folder; undefined for an ID or the top of a path. */
export function parentAddress(address: NodeAddress): NodeAddress | undefined {
  if (address.kind === 'id' || address.names.length === 0) return undefined;
  return { ...address, names: address.names.slice(0, -1), folderOnly: true };
}
