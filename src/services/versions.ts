import type { NodeId } from '../base/ids.ts';
import type { Caller } from '../domain/caller.ts';
import type { Version, VersionRecord } from '../domain/records.ts';
import type { VersionNumber } from '../domain/version-number.ts';
import type { Seams } from '../ports/seams.ts';
import type { RightsService } from './rights.ts';
import { readVersion, versionsPrefix } from './version-records.ts';

/** The history of nodes. */
export interface VersionService {
  /** Oldest first. */
  list(caller: Caller, node: NodeId): Promise<readonly VersionRecord[]>;
  get(caller: Caller, node: NodeId, version: VersionNumber): Promise<Version>;
}

export function createVersionService({ store }: Pick<Seams, 'store'>, rights: RightsService): VersionService {
  return {
    async list(caller, node) {
      await rights.node(caller, node, 'ReadProperties');
      const all: VersionRecord[] = [];
      for await (const [, version] of store.versions.entries({ prefix: versionsPrefix(node) })) all.push(version);
      return all;
    },
    get: async (caller, node, version) =>
      readVersion(store, await rights.node(caller, node, 'ReadProperties'), version),
  };
}
