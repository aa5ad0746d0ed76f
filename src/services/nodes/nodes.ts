import type { Readable } from 'node:stream';
import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { asMimeType, unknownMimeType } from '../../base/mime-type.ts';
import { mimeTypeOfName } from '../../base/mime-type-of-name.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import {
  type CheckedDraft,
  checkedChanges,
  checkedDraft,
  type DraftNames,
} from '../../domain/content-model/model-validation.ts';
import { inNewVersion, newNode } from '../../domain/nodes/new-node.ts';
import {
  applyChanges,
  changedProperties,
  type PropertyChanges,
  withoutContentFacts,
} from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { isSystemProperty } from '../../domain/nodes/system-properties.ts';
import { nameOfLink } from '../../domain/text/link-name.ts';
import { cleanedName } from '../../domain/text/node-name.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { requireOwnState } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import {
  childKey,
  freeNameIn,
  leaveOldName,
  nameTaken,
  presentNode,
  putNode,
  usableName,
} from '../records/node-changes.ts';
import { keepVersion, putNodeVersion } from '../records/version-records.ts';
import { typeOfContent } from './detected-type.ts';

/** A node to create. A link without `cm:name` is named after its address (`ccm:wwwurl`). All other nodes need a name. */
export interface NodeDraft extends DraftNames {
  readonly onNameClash: 'fail' | 'rename';
  readonly versionComment: string;
}

interface ContentUpload {
  readonly bytes: Readable;
  /** Media types that the client stated: in the query, then in the header of the part. */
  readonly mimeTypes: readonly (string | undefined)[];
  /** The name of the file on the client's side. */
  readonly fileName: string;
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
  replaceContent(caller: Caller, id: NodeId, upload: ContentUpload): Promise<NodeRecord>;
}

interface Dependencies extends Pick<Seams, 'store' | 'content' | 'clock' | 'randomness'> {
  readonly rights: RightsService;
  readonly contentModel: ContentModel;
  readonly limits: PropertyLimits;
}

function requiredName(name: string | undefined): string {
  if (name === undefined) throw badRequest('The property cm:name is missing. Send the name of the new node in it.');
  return usableName(name);
}

/**
 * The name of a new node, and what to do if it is taken. A name derived from a link never causes a clash. A caller who
 * accepts another name also accepts a cleaned one.
 */
function nameOfDraft(draft: NodeDraft, checked: CheckedDraft): { name: string; onClash: NodeDraft['onNameClash'] } {
  const link = checked.folder ? undefined : checked.properties.get('ccm:wwwurl')?.[0];
  if (checked.name === undefined && link !== undefined && link !== '')
    return { name: requiredName(nameOfLink(link)), onClash: 'rename' };
  const name = draft.onNameClash === 'rename' ? checked.name && cleanedName(checked.name) : checked.name;
  return { name: requiredName(name), onClash: draft.onNameClash };
}

async function freeName(
  change: Change,
  parent: NodeId,
  name: string,
  onClash: NodeDraft['onNameClash'],
): Promise<string> {
  if (onClash !== 'fail') return freeNameIn(change, parent, name);
  if (await change.children.has(childKey(parent, name))) throw nameTaken(name);
  return name;
}

/** The first media type that the client stated, or else the one that the name of the node or file implies. */
function typeOfUpload(upload: ContentUpload, nodeName: string): string {
  for (const stated of upload.mimeTypes) {
    const mimeType = stated === undefined ? undefined : asMimeType(stated);
    if (mimeType !== undefined && mimeType !== unknownMimeType) return mimeType;
  }
  const byName = mimeTypeOfName(nodeName);
  return byName === unknownMimeType ? mimeTypeOfName(upload.fileName) : byName;
}

const modifiedBy = (caller: Caller, clock: Clock): Pick<NodeRecord, 'modifiedAt' | 'modifiedBy'> => ({
  modifiedAt: clock.now().toISOString(),
  modifiedBy: caller.userName,
});

async function createNode(
  { store, clock, randomness, rights, contentModel, limits }: Dependencies,
  caller: Caller,
  parentId: NodeId,
  draft: NodeDraft,
): Promise<NodeRecord> {
  const parent = await rights.node(caller, parentId, 'CreateChildren');
  if (!parent.folder) throw badRequest(`Node ${parentId} is not a folder: it cannot have children. Choose a folder.`);
  const checked = checkedDraft(contentModel, draft, limits);
  const { type, folder, aspects } = checked;
  const { name, onClash } = nameOfDraft(draft, checked);
  const properties = applyChanges({}, checked.properties);
  const at = clock.now().toISOString();
  requireSize({}, properties, limits);
  return store.change(async (change) => {
    await presentNode(change, parentId);
    const free = await freeName(change, parentId, name, onClash);
    const node = newNode({
      ...{ type, folder, aspects, properties, at, by: caller.userName },
      ...{ id: randomness.nodeId(), parent: parentId, name: free },
    });
    putNodeVersion(change, node, draft.versionComment);
    return node;
  });
}

async function updateProperties(
  { store, clock, rights, contentModel, limits }: Dependencies,
  caller: Caller,
  id: NodeId,
  { changes, versionComment }: { readonly changes: PropertyChanges; readonly versionComment: string | undefined },
): Promise<NodeRecord> {
  const seen = await rights.node(caller, id, 'WriteProperties');
  requireOwnState(seen);
  const checked = checkedChanges(contentModel, changes, { limits, before: seen.properties });
  const name = checked.name === undefined ? undefined : requiredName(checked.name);
  if (seen.parent === null && name !== undefined && name !== seen.name) {
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

async function replaceContent(
  { store, content, clock, rights }: Dependencies,
  caller: Caller,
  id: NodeId,
  upload: ContentUpload,
): Promise<NodeRecord> {
  const seen = await rights.node(caller, id, 'WriteContent');
  requireOwnState(seen);
  if (seen.folder) throw badRequest(`Node ${id} is a folder: it has no content. Upload a new file into it instead.`);
  const written = await content.write(upload.bytes);
  const mimeType = await typeOfContent(written, typeOfUpload(upload, seen.name));
  // An upload can take an hour, so the right is checked again at its end.
  await rights.node(caller, id, 'WriteContent');
  const modified = modifiedBy(caller, clock);
  return store.change(async (change) => {
    const before = await presentNode(change, id);
    await keepVersion(change, before);
    const properties = withoutContentFacts(before.properties);
    const node: NodeRecord = {
      ...{ ...inNewVersion(before), ...modified, properties },
      content: { hash: written.hash, size: written.size, mimeType },
    };
    putNodeVersion(change, node, upload.versionComment);
    return node;
  });
}

export function createNodeService(dependencies: Dependencies): NodeService {
  return {
    create: (caller, parent, draft) => createNode(dependencies, caller, parent, draft),
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
    replaceContent: (caller, id, upload) => replaceContent(dependencies, caller, id, upload),
  };
}
