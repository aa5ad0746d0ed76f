import { notFound } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import type { VersionRecord } from '../domain/records.ts';
import { type VersionNumber, versionLabel } from '../domain/version-number.ts';
import type { Seams } from '../ports/seams.ts';
import { versionKey, versionsPrefix } from './node-changes.ts';
import type { RightsService } from './rights.ts';

/** The history of nodes. */
export interface VersionService {
  /** Oldest first. */
  list(caller: Caller, node: NodeId): Promise<readonly VersionRecord[]>;
  get(caller: Caller, node: NodeId, version: VersionNumber): Promise<VersionRecord>;
}

export function createVersionService(seams: Pick<Seams, 'store'>, rights: RightsService): VersionService {
  const { versions } = seams.store;
  return {
    async list(caller, node) {
      await rights.node(caller, node, 'ReadProperties');
      const all: VersionRecord[] = [];
      for await (const [, version] of versions.entries({ prefix: versionsPrefix(node) })) all.push(version);
      return all;
    },
    async get(caller, node, version) {
      await rights.node(caller, node, 'ReadProperties');
      const record = await versions.get(versionKey({ node, version }));
      if (record === undefined) throw notFound('Version', `${versionLabel(version)} of node ${node}`);
      return record;
    },
  };
}
