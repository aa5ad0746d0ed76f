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

const versionKey = (version: Pick<VersionRecord, 'node' | 'version'>): string =>
  `${version.node}/${versionSortKey(version.version)}`;
/** The key prefix of all versions of a node. */
export const versionsPrefix = (node: NodeId): string => `${node}/`;

/** The version number in a key of `versionKey`. */
export function numberOfKey(key: string): VersionNumber {
  const number = parseVersionLabel(key.slice(key.indexOf('/') + 1));
  if (number === undefined) throw new Error(`The key ${key} is not the key of a version.`);
  return number;
}

const stateOf = ({ name, properties, content }: NodeRecord): VersionState => ({ name, properties, content });

/** Writes a node and its current version. The version's state is the node itself until `keepVersion` copies it. */
export function putNodeVersion(change: Change, node: NodeRecord, comment: string): void {
  putNode(change, node);
  const { id, version, modifiedAt, modifiedBy } = node;
  const record = { node: id, version, comment, at: modifiedAt, by: modifiedBy, state: null };
  change.versions.put(versionKey(record), record);
}

/** Stores the state of the node's current version. Call this before the node's name, content or properties change. */
export async function keepVersion(change: Change, before: NodeRecord): Promise<void> {
  const key = versionKey({ node: before.id, version: before.version });
  const record = await change.versions.get(key);
  if (record?.state === null) change.versions.put(key, { ...record, state: stateOf(before) });
}

/** Deletes versions of a node, the oldest first; all without a limit. Resolves to the number of deleted versions. */
export async function deleteVersions(
  change: Change,
  node: NodeId,
  range: { readonly limit?: number } = {},
): Promise<number> {
  let deleted = 0;
  for await (const key of change.versions.keys({ ...range, prefix: versionsPrefix(node) })) {
    change.versions.delete(key);
    deleted += 1;
  }
  return deleted;
}

const stateFields = ['name', 'properties', 'content'] as const;

/**
 * After updates without a new version, a node has a state that no version has. If `next` overwrites part of this state,
 * stores it as a version by the person who last modified the node. Call this after `keepVersion`, before the node is
 * reverted. Resolves to the highest version number afterwards.
 */
export async function keepUnversioned(
  change: Change,
  before: NodeRecord,
  next: VersionState,
  comment: string,
): Promise<VersionNumber> {
  const { id: node, version, modifiedAt: at, modifiedBy: by, latestVersion } = before;
  const versionState = (await change.versions.get(versionKey({ node, version })))?.state;
  const state = stateOf(before);
  const isLost = (field: keyof VersionState): boolean =>
    !isDeepStrictEqual(state[field], next[field]) && !isDeepStrictEqual(state[field], versionState?.[field]);
  if (!stateFields.some(isLost)) return latestVersion;
  const record = { node, version: nextVersion(latestVersion), comment, at, by, state };
  change.versions.put(versionKey(record), record);
  return record.version;
}

const complete = ({ state, ...record }: VersionRecord, node: NodeRecord): Version => ({
  ...record,
  ...(state ?? stateOf(node)),
});

/** A version with its whole state. Rejects with `NotFound` if the node has no such version. */
export async function readVersion(
  store: Pick<Collections, 'nodes' | 'versions'>,
  node: NodeRecord,
  version: VersionNumber,
): Promise<Version> {
  const label = `${versionLabel(version)} of node ${node.id}`;
  const record = await store.versions.get(versionKey({ node: node.id, version }));
  if (record === undefined) throw notFound('Version', label);
  // The version was read after the node. If it has no state of its own, its state is that of the node.
  if (record.state !== null || sameVersion(node.version, version)) return complete(record, node);
  const current = await store.nodes.get(node.id);
  if (current === undefined) throw notFound('Version', label);
  // A version without a state of its own is the current version of its node, so a concurrent change must have given the
  // node a newer version. If not, the store lost part of a change.
  if (sameVersion(current.version, node.version)) {
    throw new Error(
      `The state of version ${label} is lost: the version's record has no state, and the node is at another version.`,
    );
  }
  return readVersion(store, current, version);
}
