import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { collectionAspect, referenceAspect } from '../../domain/collections/collection.ts';
import { checkedAspectNames, checkedChanges } from '../../domain/content-model/model-validation.ts';
import { childObjectAspect } from '../../domain/nodes/child-objects.ts';
import { inNewVersion } from '../../domain/nodes/new-node.ts';
import { changedProperties, type PropertyChanges, withoutContentFacts } from '../../domain/nodes/properties.ts';
import { requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord, SystemFolders } from '../../domain/nodes/records.ts';
import { isSystemProperty } from '../../domain/nodes/system-properties.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import { requireOwnState } from '../access/references.ts';
import { leaveOldName, presentNode, putNode } from '../records/node-changes.ts';
import { isSystemFolder } from '../records/system-folders.ts';
import { keepVersion, putNodeVersion } from '../records/version-records.ts';
import { type ContentUpload, storeUpload } from './content-upload.ts';
import { type CreationDependencies, checkedNode, type NodeDraft, requiredName } from './new-nodes.ts';

/** The content of a new version. */
interface VersionUpload extends ContentUpload {
  readonly versionComment: string;
}

/** Creates and changes single nodes. Every call first checks the right that it needs. */
export interface NodeService {
  create(caller: Caller, parent: NodeId, draft: NodeDraft): Promise<NodeRecord>;
  /** Changes properties: in a new version with the comment, or without one in the current version. */
  updateProperties(
    caller: Caller,
    id: NodeId,
    changes: PropertyChanges,
    versionComment: string | undefined,
  ): Promise<NodeRecord>;
  /** Sets one property without a new version; null removes it. Rejects with `BadRequest` for a system property. */
  setProperty(caller: Caller, id: NodeId, name: string, values: readonly string[] | null): Promise<NodeRecord>;
  /** Replaces the aspects without a new version, except for those that follow from what the node is, such as a collection. */
  setAspects(caller: Caller, id: NodeId, aspects: readonly string[]): Promise<NodeRecord>;
  replaceContent(caller: Caller, id: NodeId, upload: VersionUpload): Promise<NodeRecord>;
}

type Dependencies = CreationDependencies & Pick<Seams, 'randomness'> & { readonly systemFolders: SystemFolders };

const modifiedBy = (caller: Caller, clock: Clock): Pick<NodeRecord, 'modifiedAt' | 'modifiedBy'> => ({
  modifiedAt: clock.now().toISOString(),
  modifiedBy: caller.userName,
});

async function updateProperties(
  { store, clock, rights, contentModel, limits, systemFolders }: Dependencies,
  caller: Caller,
  id: NodeId,
  { changes, versionComment }: { readonly changes: PropertyChanges; readonly versionComment: string | undefined },
): Promise<NodeRecord> {
  const seen = await rights.node(caller, id, 'WriteProperties');
  requireOwnState(seen);
  const checked = checkedChanges(contentModel, changes, { limits, before: seen.properties });
  const name = checked.name === undefined ? undefined : requiredName(checked.name);
  if (name !== undefined && name !== seen.name && (await isSystemFolder(store, systemFolders, seen))) {
    throw badRequest(`Node ${id} is a system folder, which keeps its name. Change its title (cm:title) instead.`);
  }
  const modified = modifiedBy(caller, clock);
  return store.change(async (change) => {
    const before = await presentNode(change, id);
    const node: NodeRecord = {
      ...(versionComment === undefined ? before : inNewVersion(before)),
      ...modified,
      name: name ?? before.name,
      properties: changedProperties(before, checked.properties),
    };
    requireSize(before.properties, node.properties, limits);
    await keepVersion(change, before);
    await leaveOldName(change, before, node.name);
    if (versionComment === undefined) putNode(change, node);
    else putNodeVersion(change, node, versionComment);
    return node;
  });
}

/** Aspects that say what a node is. Only the calls that make such nodes set them. */
const fixedAspects: ReadonlySet<string> = new Set([collectionAspect, referenceAspect, childObjectAspect]);

async function setAspects(
  { store, clock, rights, contentModel }: Dependencies,
  caller: Caller,
  id: NodeId,
  aspects: readonly string[],
): Promise<NodeRecord> {
  requireOwnState(await rights.node(caller, id, 'WriteProperties'));
  const others = checkedAspectNames(contentModel, aspects).filter((aspect) => !fixedAspects.has(aspect));
  const modified = modifiedBy(caller, clock);
  return store.change(async (change) => {
    const before = await presentNode(change, id);
    const fixed = before.aspects.filter((aspect) => fixedAspects.has(aspect));
    const node: NodeRecord = { ...before, ...modified, aspects: [...fixed, ...others] };
    await keepVersion(change, before);
    putNode(change, node);
    return node;
  });
}

async function replaceContent(
  { store, content, clock, rights }: Dependencies,
  caller: Caller,
  id: NodeId,
  upload: VersionUpload,
): Promise<NodeRecord> {
  const seen = await rights.node(caller, id, 'WriteContent');
  requireOwnState(seen);
  if (seen.folder) throw badRequest(`Node ${id} is a folder: it has no content. Upload a new file into it instead.`);
  const stored = await storeUpload({ content }, seen.name, upload);
  // An upload can take an hour, so the right is checked again at its end.
  await rights.node(caller, id, 'WriteContent');
  const modified = modifiedBy(caller, clock);
  return store.change(async (change) => {
    const before = await presentNode(change, id);
    await keepVersion(change, before);
    const properties = withoutContentFacts(before.properties);
    const node: NodeRecord = {
      ...{ ...inNewVersion(before), ...modified, properties },
      content: stored,
    };
    putNodeVersion(change, node, upload.versionComment);
    return node;
  });
}

export function createNodeService(dependencies: Dependencies): NodeService {
  return {
    async create(caller, parent, draft) {
      const checked = await checkedNode(dependencies, caller, parent, draft);
      return dependencies.store.change((change) => checked.create(change, dependencies.randomness.nodeId(), null));
    },
    updateProperties: (caller, id, changes, versionComment) =>
      updateProperties(dependencies, caller, id, { changes, versionComment }),
    async setProperty(caller, id, name, values) {
      if (isSystemProperty(dependencies.contentModel.shortName(name) ?? name)) {
        throw badRequest(
          `The repository maintains the property ${name} itself: it cannot be set. Set another property.`,
        );
      }
      const changes = new Map([[name, values]]);
      return updateProperties(dependencies, caller, id, { changes, versionComment: undefined });
    },
    setAspects: (caller, id, aspects) => setAspects(dependencies, caller, id, aspects),
    replaceContent: (caller, id, upload) => replaceContent(dependencies, caller, id, upload),
  };
}
