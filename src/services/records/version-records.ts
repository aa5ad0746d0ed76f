import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { NodeRecord, Version, VersionRecord, VersionState } from '../../domain/nodes/records.ts';
import {
  nextVersion,
  parseVersionLabel,
  sameVersion,
  type VersionNumber,
  versionLabel,
  versionSortKey,
} from '../../domain/nodes/version-number.ts';
import type { Change, Collections } from '../../ports/store.ts';
import { putNode } from './node-changes.ts';

/** Where the store keeps the versions of a node. */
export const versionKey = (version: Pick<VersionRecord, 'node' | 'version'>): string =>
  `${version.node}/${versionSortKey(version.version)}`;
export const versionsPrefix = (node: NodeId): string => `${node}/`;

/** The number in the key of a version. */
export function numberOfKey(key: string): VersionNumber {
  const number = parseVersionLabel(key.slice(key.indexOf('/') + 1));
  if (number === undefined) throw new Error(`The key ${key} is none of a version.`);
  return number;
}

const stateOf = ({ name, properties, content }: NodeRecord): VersionState => ({ name, properties, content });

/** Writes a node and makes what it is now a version. Most nodes have but one, so the same is not written twice. */
export function putNodeVersion(change: Change, node: NodeRecord, comment: string): void {
  putNode(change, node);
  const { id, version, modifiedAt, modifiedBy } = node;
  const record = { node: id, version, comment, at: modifiedAt, by: modifiedBy, state: null };
  change.versions.put(versionKey(record), record);
}

/** To be called before a node gets another name, content or property: its version keeps what it was. */
export async function keepVersion(change: Change, before: NodeRecord): Promise<void> {
  const key = versionKey({ node: before.id, version: before.version });
  const record = await change.versions.get(key);
  if (record?.state === null) change.versions.put(key, { ...record, state: stateOf(before) });
}

const stateFields = ['name', 'properties', 'content'] as const;

/**
 * To be called before a node goes back to another state, after `keepVersion`. An update without a version leaves a state that
 * no version has. Where part of it would be overwritten, it becomes a version of its own, by the person who made it. Returns
 * the highest version that there is then.
 */
export async function keepUnversioned(
  change: Change,
  before: NodeRecord,
  next: VersionState,
  comment: string,
): Promise<VersionNumber> {
  const { id: node, version, modifiedAt: at, modifiedBy: by, latestVersion } = before;
  const kept = (await change.versions.get(versionKey({ node, version })))?.state;
  const state = stateOf(before);
  const isLost = (field: keyof VersionState): boolean =>
    !isDeepStrictEqual(state[field], next[field]) && !isDeepStrictEqual(state[field], kept?.[field]);
  if (!stateFields.some(isLost)) return latestVersion;
  const record = { node, version: nextVersion(latestVersion), comment, at, by, state };
  change.versions.put(versionKey(record), record);
  return record.version;
}

const complete = ({ state, ...record }: VersionRecord, node: NodeRecord): Version => ({
  ...record,
  ...(state ?? stateOf(node)),
});

/** A version with all its state. Rejects with `NotFound` where the node has no such version. */
export async function readVersion(
  store: Pick<Collections, 'nodes' | 'versions'>,
  node: NodeRecord,
  version: VersionNumber,
): Promise<Version> {
  const label = `${versionLabel(version)} of node ${node.id}`;
  const record = await store.versions.get(versionKey({ node: node.id, version }));
  if (record === undefined) throw notFound('Version', label);
  // Read behind the node: as long as the state is the node's own, the node was not changed before now.
  if (record.state !== null || sameVersion(node.version, version)) return complete(record, node);
  const now = await store.nodes.get(node.id);
  if (now === undefined) throw notFound('Version', label);
  // Only a node that went on since it was read explains this. Else the store has lost part of a change.
  if (sameVersion(now.version, node.version))
    throw new Error(`What version ${label} was is lost: its record has no state.`);
  return readVersion(store, now, version);
}
