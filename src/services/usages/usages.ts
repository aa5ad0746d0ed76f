import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, rightOf } from '../../domain/access/rights.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { parseVersionLabel, versionLabel } from '../../domain/nodes/version-number.ts';
import { recordedUsage, type UsagePlace, type UsageRecord, type UsageStatement } from '../../domain/usages/usage.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import { callersPerson } from '../records/callers-person.ts';
import { presentNode } from '../records/node-changes.ts';
import { deleteUsage, putUsage, usageAt, usageKey } from '../records/usage-records.ts';
import { readVersion } from '../records/version-records.ts';
import type { UsageAsker, UsageView, UsageVisibility } from './usage-visibility.ts';

/** A usage to record. */
interface UsageDraft extends UsagePlace, UsageStatement {
  /** The version to show, such as `1.2`; undefined for the current one. */
  readonly version: string | undefined;
}

/** Records where apps use nodes. */
export interface UsageService {
  /**
   * Records a usage, or counts it once more. Only the app itself and administrators may do this, and only for a signed-in
   * person. A new usage needs the right `CCPublish` on the node, or on the original of a reference; without it, rejects with
   * `UsageRefused`.
   */
  record(asker: UsageAsker, draft: UsageDraft): Promise<UsageView>;
  /** Deletes a usage. Allowed for its app, also while the node is in the trash, and for administrators. */
  remove(asker: UsageAsker, node: NodeId, usage: NodeId): Promise<void>;
}

interface UsageParts extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly rights: RightsService;
  readonly visibility: UsageVisibility;
}

const actsFor = ({ caller, app }: UsageAsker, owner: string): boolean => app === owner || caller.isAdmin;

function requireActing(asker: UsageAsker, app: string): void {
  if (actsFor(asker, app)) return;
  throw new RepositoryError(
    'Forbidden',
    `Only the app ${app} itself and administrators may record its usages. Sign the call as this app.`,
  );
}

/** Requires the right to use a node in an app. */
async function requirePublishable({ store, rights }: UsageParts, caller: Caller, node: NodeRecord): Promise<void> {
  const used = node.original === undefined ? node : await store.nodes.get(node.original);
  if (used === undefined || !(await rights.isThere(caller, used))) throw notFound('Original', `of node ${node.id}`);
  if (includes(await rights.of(caller, used), rightOf('CCPublish'))) return;
  throw new RepositoryError(
    'UsageRefused',
    `NO_CCPUBLISH_PERMISSION: ${caller.userName} needs the right CCPublish on node ${used.id} to use it in an app. Ask its owner to grant it.`,
    { details: { reason: 'NO_CCPUBLISH_PERMISSION' } },
  );
}

/** The version that the app shows: that of the original, for a reference. */
async function versionOf({ store }: UsageParts, node: NodeRecord, label: string | undefined): Promise<string> {
  const original = node.original === undefined ? node : ((await store.nodes.get(node.original)) ?? node);
  if (label === undefined) return versionLabel(original.version);
  const version = parseVersionLabel(label);
  if (version === undefined) {
    throw badRequest(`nodeVersion is "${label.slice(0, 50)}", but it must be a version such as 1.2, or null.`);
  }
  return versionLabel((await readVersion(store, original, version)).version);
}

async function recordUsage(parts: UsageParts, asker: UsageAsker, draft: UsageDraft): Promise<UsageRecord> {
  const { store, clock, randomness, rights } = parts;
  const { caller } = asker;
  requireActing(asker, draft.app);
  const seen = await store.nodes.get(draft.node);
  if (seen === undefined || !(await rights.isThere(caller, seen))) throw notFound('Node', draft.node);
  const known = await usageAt(store, draft);
  if (known === undefined) await requirePublishable(parts, caller, seen);
  const version = await versionOf(parts, seen, draft.version);
  const at = clock.now().toISOString();
  return store.change(async (change) => {
    await presentNode(change, draft.node);
    const before = await usageAt(change, draft);
    if (before === undefined && known !== undefined) throw notFound('Usage', known.id);
    const { id: by, userName } = await callersPerson(change, caller);
    const usage = recordedUsage(before, draft, randomness.nodeId(), { ...draft, at, by, userName, version });
    putUsage(change, usage, before);
    return usage;
  });
}

export function createUsageService(parts: UsageParts): UsageService {
  const { store, visibility } = parts;
  return {
    async record(asker, draft) {
      const usage = await recordUsage(parts, asker, draft);
      return (await visibility.see({ ...asker, app: usage.app }, usage)) ?? { usage, person: undefined };
    },
    async remove(asker, node, id) {
      await store.change(async (change) => {
        const usage = await change.usages.get(usageKey({ node, id }));
        if (usage === undefined) throw notFound('Usage', id);
        if (!actsFor(asker, usage.app)) {
          throw new RepositoryError(
            'Forbidden',
            `Usage ${id} belongs to another app. Only that app and administrators may delete it.`,
          );
        }
        deleteUsage(change, usage);
      });
    },
  };
}
