import type { NodeId } from '../../base/ids.ts';
import { type LazyList, lazyListOf } from '../../base/paging.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord, Version } from '../../domain/nodes/records.ts';
import { type VersionNumber, versionLabel } from '../../domain/nodes/version-number.ts';
import { withWorkflowOf } from '../../domain/nodes/workflow.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Store } from '../../ports/store.ts';
import { type ReferenceService, requireOwnState } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { requireUsedVersion } from '../access/used-versions.ts';
import { isNameTaken, leaveOldName, presentNode, putNode } from '../records/node-changes.ts';
import { keepUnversioned, keepVersion, numberOfKey, readVersion, versionsPrefix } from '../records/version-records.ts';

/** The history of nodes. A reference has that of its original. */
export interface VersionService {
  /** The numbers of all versions, oldest first. */
  list(caller: Caller, node: NodeId): Promise<readonly VersionNumber[]>;
  /** The versions with their states, without the first `skip`. */
  all(caller: Caller, node: NodeId, skip: number): Promise<LazyList<Version>>;
  get(caller: Caller, node: NodeId, version: VersionNumber): Promise<Version>;
  /** Like `get`, and also for apps that use the node. Rejects as `requireUsedVersion` does. */
  used(caller: Caller, node: NodeId, version: VersionNumber): Promise<Version>;
  /**
   * Restores the properties and the content of a version; with `withName` also its name, if it is free. First saves a state
   * that is in no version as a new version. The node then has the number of the restored version. All versions stay, and the
   * next new version gets the number after the highest.
   */
  revert(
    caller: Caller,
    node: NodeId,
    version: VersionNumber,
    options?: { readonly withName?: boolean },
  ): Promise<NodeRecord>;
}

/** The name in the version, or the current one if a sibling has that name or the node has no parent folder. */
async function nameAfter(change: Change, before: NodeRecord, { name }: Version): Promise<string> {
  if (before.parent === null || name === before.name) return before.name;
  return (await isNameTaken(change, before.parent, name)) ? before.name : name;
}

async function numbersOf({ versions }: Store, node: NodeId): Promise<VersionNumber[]> {
  const numbers: VersionNumber[] = [];
  for await (const key of versions.keys({ prefix: versionsPrefix(node) })) numbers.push(numberOfKey(key));
  return numbers;
}

async function revertTo(
  change: Change,
  before: NodeRecord,
  number: VersionNumber,
  { withName, ...modified }: Pick<NodeRecord, 'modifiedAt' | 'modifiedBy'> & { readonly withName: boolean },
): Promise<NodeRecord> {
  const version = await readVersion(change, before, number);
  const name = withName ? await nameAfter(change, before, version) : before.name;
  const next = { name, properties: withWorkflowOf(before.properties, version.properties), content: version.content };
  await keepVersion(change, before);
  const comment = `Saved before version ${versionLabel(number)} was restored`;
  const latestVersion = await keepUnversioned(change, before, next, comment);
  await leaveOldName(change, before, name);
  const node: NodeRecord = { ...before, ...modified, ...next, version: version.version, latestVersion };
  putNode(change, node);
  return node;
}

export function createVersionService(
  { store, clock }: Pick<Seams, 'store' | 'clock'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): VersionService {
  return {
    async list(caller, node) {
      return numbersOf(store, (await references.original(caller, node, 'ReadProperties')).id);
    },
    async all(caller, id, skip) {
      const node = await references.original(caller, id, 'ReadProperties');
      return lazyListOf(await numbersOf(store, node.id), skip, (version) => readVersion(store, node, version));
    },
    get: async (caller, node, version) =>
      readVersion(store, await references.original(caller, node, 'ReadProperties'), version),
    async used(caller, id, version) {
      const node = await references.original(caller, id, 'ReadProperties');
      await requireUsedVersion(rights, caller, node, version);
      return readVersion(store, node, version);
    },
    async revert(caller, id, number, { withName = false } = {}) {
      const seen = await rights.node(caller, id, 'WriteProperties');
      await rights.require(caller, seen, 'WriteContent');
      requireOwnState(seen);
      const how = { modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName, withName };
      return store.change(async (change) => revertTo(change, await presentNode(change, id), number, how));
    },
  };
}
