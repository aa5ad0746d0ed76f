import type { NodeId } from '../base/ids.ts';
import { nextTurn } from '../base/next-turn.ts';
import type { Caller } from '../domain/caller.ts';
import type { NodeRecord, Version } from '../domain/records.ts';
import type { VersionNumber } from '../domain/version-number.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import { childKey, leaveOldName, presentNode, putNode } from './node-changes.ts';
import { requireOwnState } from './references.ts';
import type { RightsService } from './rights.ts';
import { keepVersion, numberOfKey, readVersion, versionsPrefix } from './version-records.ts';

/** The history of nodes. */
export interface VersionService {
  /** Oldest first. */
  list(caller: Caller, node: NodeId): Promise<readonly VersionNumber[]>;
  /** The same with all that is known of each. Others get their turn while many are read. */
  all(caller: Caller, node: NodeId): AsyncIterable<Version>;
  get(caller: Caller, node: NodeId, version: VersionNumber): Promise<Version>;
  /**
   * Gives the node the properties and the content of one of its versions, and its name where that is free. The node
   * shows that version's number; all history stays, and the next new version follows the highest.
   */
  revert(caller: Caller, node: NodeId, version: VersionNumber): Promise<NodeRecord>;
}

/** Versions read before other work gets its turn. */
const pageSize = 100;

/** The name that the node had then; the present one where a sibling has it now, or where the node has no siblings. */
async function nameAfter(change: Change, before: NodeRecord, { name }: Version): Promise<string> {
  if (before.parent === null || name === before.name) return before.name;
  return (await change.children.has(childKey(before.parent, name))) ? before.name : name;
}

export function createVersionService(
  { store, clock }: Pick<Seams, 'store' | 'clock'>,
  rights: RightsService,
): VersionService {
  return {
    async list(caller, node) {
      await rights.node(caller, node, 'ReadProperties');
      const prefix = versionsPrefix(node);
      const numbers: VersionNumber[] = [];
      for await (const key of store.versions.keys({ prefix })) numbers.push(numberOfKey(key));
      return numbers;
    },

    async *all(caller, id) {
      const node = await rights.node(caller, id, 'ReadProperties');
      let count = 0;
      for await (const [, { state, ...record }] of store.versions.entries({ prefix: versionsPrefix(id) })) {
        yield state === null ? await readVersion(store, node, record.version) : { ...record, ...state };
        count += 1;
        if (count % pageSize === 0) await nextTurn();
      }
    },

    get: async (caller, node, version) =>
      readVersion(store, await rights.node(caller, node, 'ReadProperties'), version),

    async revert(caller, id, number) {
      const seen = await rights.node(caller, id, 'WriteProperties');
      await rights.require(caller, seen, 'WriteContent');
      requireOwnState(seen);
      const modified = { modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
      return store.change(async (change) => {
        const before = await presentNode(change, id);
        const version = await readVersion(change, before, number);
        const name = await nameAfter(change, before, version);
        const { properties, content } = version;
        await keepVersion(change, before);
        await leaveOldName(change, before, name);
        const node: NodeRecord = { ...before, ...modified, name, properties, content, version: version.version };
        putNode(change, node);
        return node;
      });
    },
  };
}
