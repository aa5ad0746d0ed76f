import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { cleanedName, isAlternative } from '../../base/node-name.ts';
import { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import {
  type CheckedDraft,
  checkedDraft,
  type DraftNames,
  type DroppedValues,
  fittingProperties,
} from '../../domain/content-model/model-validation.ts';
import { type ImportIdentity, identityKey, importIdentity } from '../../domain/nodes/import-identity.ts';
import { importedChanges, importedName, importedValues, isRenamed } from '../../domain/nodes/imported-changes.ts';
import { inNewVersion } from '../../domain/nodes/new-node.ts';
import { applyChanges, changedProperties, type PropertyChanges, titleOf } from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { firstVersion } from '../../domain/nodes/version-number.ts';
import { withWorkflowOf } from '../../domain/nodes/workflow.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import type { NodeService } from '../nodes/nodes.ts';
import { freeNameIn, leaveOldName, presentNode } from '../records/node-changes.ts';
import { deleteVersions, keepVersion, putNodeVersion } from '../records/version-records.ts';
import type { FindImported } from './find-imported.ts';
import { importFolder } from './import-folders.ts';

/** An item of a bulk import. */
interface ImportedItem extends DraftNames {
  /** The name of the import, which has a folder of its own. */
  readonly group: string;
  /** The properties that identify the item, by short or long name. */
  readonly match: readonly string[];
  /** The property whose first value names the folder in the folder of the import; undefined for none. */
  readonly groupBy: string | undefined;
  /** Whether to start over: the item loses its other properties and its earlier versions. */
  readonly resetVersion: boolean;
}

/** Imports many items from elsewhere, again and again, without knowing their nodes. Only administrators may call it. */
export interface BulkService {
  /** The imported node with all these properties. Rejects with `NotFound`, or `BadRequest` as `importIdentity` throws it. */
  find(caller: Caller, properties: PropertyChanges): Promise<NodeRecord>;
  /**
   * Updates the imported node with the same identity in a new version, or creates one. Keeps what people changed by hand since
   * the last import, unless the item starts over. Drops what nodes cannot have, and reports it. Concurrent calls with the same
   * identity never create two nodes. Rejects with `Blocked` if the node has `ccm:import_blocked`, and with the errors of
   * `importIdentity` and `checkedDraft`.
   */
  sync(
    caller: Caller,
    item: ImportedItem,
  ): Promise<{ readonly node: NodeRecord; readonly dropped: readonly DroppedValues[] }>;
}

interface Dependencies extends Pick<Seams, 'store' | 'clock' | 'randomness'> {
  readonly rights: RightsService;
  readonly nodes: Pick<NodeService, 'create'>;
  readonly contentModel: ContentModel;
  readonly limits: PropertyLimits;
  readonly findImported: FindImported;
}

const isBlocked = ({ properties }: NodeRecord): boolean =>
  properties['ccm:import_blocked']?.some((value) => value.trim().toLowerCase() === 'true') === true;

function requireUnblocked(node: NodeRecord): void {
  if (!isBlocked(node)) return;
  throw new RepositoryError(
    'Blocked',
    `Node ${node.id} is blocked for imports: its property ccm:import_blocked is true. Remove the property to update the node.`,
  );
}

const hasValue = (values: readonly string[] | null | undefined): boolean => (values?.[0] ?? '') !== '';

/** The repository changes names that are taken or not possible, so they would not match the next time. */
function requireLasting(identity: ImportIdentity): void {
  if (!identity.has('cm:name')) return;
  throw badRequest(
    'Items cannot be matched by cm:name, because the repository may change it. Match by another property.',
  );
}

/** The properties with a name for the new node, if they have neither a name nor a link to derive it from. */
function named({ name, properties }: CheckedDraft, identity: ImportIdentity): PropertyChanges {
  if (name !== undefined && name !== '') return new Map([...properties, ['cm:name', [name]]]);
  if (hasValue(properties.get('ccm:wwwurl'))) return properties;
  const title = titleOf(applyChanges({}, properties));
  return new Map([...properties, ['cm:name', [title ?? [...identity.values()].flat().join(' ')]]]);
}

/**
 * The new name of an imported node: the sent one, if it is free. The node keeps its name if that is the sent one or an alternative
 * to it, or if a user renamed the node.
 */
async function nameFor(change: Change, node: NodeRecord, sent: string | undefined): Promise<string> {
  const wanted = cleanedName(sent ?? '');
  if (wanted === '' || node.parent === null || isAlternative(node.name, wanted) || isRenamed(node)) return node.name;
  return freeNameIn(change, node.parent, wanted);
}

async function updateItem(
  { store, clock, rights, limits }: Dependencies,
  caller: Caller,
  id: NodeId,
  { checked, reset }: { readonly checked: CheckedDraft; readonly reset: boolean },
): Promise<NodeRecord> {
  await rights.node(caller, id, 'WriteProperties');
  const modifiedAt = clock.now().toISOString();
  return store.change(async (change) => {
    const before = await presentNode(change, id);
    requireUnblocked(before);
    const { content } = before;
    const name = await nameFor(change, before, checked.name);
    const node: NodeRecord = {
      ...(reset ? { ...before, version: firstVersion, latestVersion: firstVersion } : inNewVersion(before)),
      ...{ modifiedAt, modifiedBy: caller.userName, name },
      aspects: [...new Set([...before.aspects, ...checked.aspects])],
      properties: reset
        ? withWorkflowOf(before.properties, changedProperties({ properties: {}, content }, checked.properties))
        : changedProperties(before, importedChanges(before, checked.properties)),
      imported: {
        ...importedValues(checked.properties, reset ? undefined : before.imported),
        ...(isRenamed(before) && !reset ? {} : importedName(name)),
      },
    };
    requireSize(before.properties, node.properties, limits);
    if (reset) await deleteVersions(change, id);
    else await keepVersion(change, before);
    await leaveOldName(change, before, node.name);
    putNodeVersion(change, node, reset ? 'BULK_CREATE' : 'BULK_UPDATE');
    return node;
  });
}

async function createItem(
  dependencies: Dependencies,
  caller: Caller,
  item: ImportedItem,
  { checked, identity }: { readonly checked: CheckedDraft; readonly identity: ImportIdentity },
): Promise<NodeRecord> {
  const { contentModel, nodes } = dependencies;
  const groupBy = item.groupBy === undefined ? undefined : contentModel.shortName(item.groupBy);
  if (item.groupBy !== undefined && groupBy === undefined) {
    throw badRequest(
      `Items cannot be grouped by ${item.groupBy}: its namespace is not registered. Use another property.`,
    );
  }
  const value = groupBy === undefined ? undefined : checked.properties.get(groupBy)?.[0];
  const path = value === undefined || value === '' ? [item.group] : [item.group, value];
  const folder = await importFolder(dependencies, path, caller.userName);
  return nodes.create(caller, folder, {
    ...{ type: item.type, aspects: item.aspects, properties: named(checked, identity) },
    ...{ onNameClash: 'rename', versionComment: 'BULK_CREATE', imported: importedValues(checked.properties) },
  });
}

export function createBulkService(dependencies: Dependencies): BulkService {
  const { contentModel, limits, findImported } = dependencies;
  // Only this process writes to the store, so this is enough to keep the same item from being created twice.
  const oneAtATime = createKeyedMutex();
  return {
    async find(caller, properties) {
      const identity = importIdentity([...properties.keys()], properties, contentModel.shortName);
      const node = await findImported(caller, identity);
      if (node === undefined)
        throw notFound('An imported node with these properties:', [...identity.keys()].join(', '));
      return node;
    },
    async sync(caller, sent) {
      const { properties, dropped } = fittingProperties(contentModel, sent.properties, limits);
      const item = { ...sent, properties };
      const checked = checkedDraft(contentModel, item, limits);
      const identity = importIdentity(item.match, item.properties, contentModel.shortName);
      requireLasting(identity);
      return oneAtATime(identityKey(identity), async () => {
        const known = await findImported(caller, identity);
        const node =
          known === undefined
            ? await createItem(dependencies, caller, item, { checked, identity })
            : await updateItem(dependencies, caller, known.id, { checked, reset: item.resetVersion });
        return { node, dropped };
      });
    },
  };
}
