import type { Readable } from 'node:stream';
import { badRequest } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import { asMimeType, mimeTypeOfName, unknownMimeType } from '../base/mime-type.ts';
import type { Caller } from '../domain/caller.ts';
import { inNewVersion, newNode } from '../domain/new-node.ts';
import { isFolderType, isNodeType, nodeTypes } from '../domain/node-type.ts';
import { applyChanges, type PropertyChanges, readyChanges } from '../domain/properties.ts';
import { shortName } from '../domain/qualified-name.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import { childKey, freeNameIn, leaveOldName, nameTaken, presentNode, putNode, usableName } from './node-changes.ts';
import type { RightsService } from './rights.ts';
import { keepVersion, putNodeVersion } from './version-records.ts';

export interface NodeDraft {
  /** Short or long form. */
  readonly type: string;
  readonly aspects: readonly string[];
  /** Must contain `cm:name`. */
  readonly properties: PropertyChanges;
  readonly onNameClash: 'fail' | 'rename';
  readonly versionComment: string;
}

export interface ContentUpload {
  readonly bytes: Readable;
  /** What the caller says the type is: by query, then by the part's header. */
  readonly mimeTypes: readonly (string | undefined)[];
  /** The name of the file at the caller's. */
  readonly fileName: string;
  readonly versionComment: string;
}

/** Everything that makes or changes a single node. Every call asks for the right that it needs first. */
export interface NodeService {
  /** Gives what `show` makes of the new node while it is being written. */
  create<T>(caller: Caller, parent: NodeId, draft: NodeDraft, show: (node: NodeRecord) => Promise<T>): Promise<T>;
  /** Without a comment the present version is changed, with one a new version is made. */
  updateProperties(
    caller: Caller,
    id: NodeId,
    changes: PropertyChanges,
    versionComment: string | undefined,
  ): Promise<NodeRecord>;
  replaceContent(caller: Caller, id: NodeId, upload: ContentUpload): Promise<NodeRecord>;
}

function settledName(name: string | undefined): string {
  if (name === undefined) throw badRequest('The property cm:name is missing: it names the new node.');
  return usableName(name);
}

function settledType(type: string): Pick<NodeRecord, 'type' | 'folder'> {
  const short = shortName(type);
  if (short === undefined || !isNodeType(short)) {
    throw badRequest(`«${type}» is no type of a node. Known types: ${nodeTypes.join(', ')}.`);
  }
  return { type: short, folder: isFolderType(short) };
}

async function freeName(
  change: Change,
  parent: NodeId,
  name: string,
  clash: NodeDraft['onNameClash'],
): Promise<string> {
  if (clash !== 'fail') return freeNameIn(change, parent, name);
  if (await change.children.has(childKey(parent, name))) throw nameTaken(name);
  return name;
}

function typeOfUpload(upload: ContentUpload, nodeName: string): string {
  for (const given of upload.mimeTypes) {
    const mimeType = given === undefined ? undefined : asMimeType(given);
    if (mimeType !== undefined && mimeType !== unknownMimeType) return mimeType;
  }
  const byName = mimeTypeOfName(nodeName);
  return byName === unknownMimeType ? mimeTypeOfName(upload.fileName) : byName;
}

export function createNodeService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'randomness'>,
  rights: RightsService,
): NodeService {
  const { store, content, clock, randomness } = seams;
  const now = (): string => clock.now().toISOString();

  return {
    async create(caller, parentId, draft, show) {
      const parent = await rights.node(caller, parentId, 'CreateChildren');
      if (!parent.folder) throw badRequest(`Node ${parentId} is no folder: it cannot have children.`);
      const ready = readyChanges(draft.properties);
      const name = settledName(ready.name);
      const settled = {
        parent: parentId,
        ...settledType(draft.type),
        aspects: draft.aspects.map((aspect) => shortName(aspect) ?? aspect),
        properties: applyChanges({}, ready.properties),
        at: now(),
        by: caller.userName,
      };
      return store.change(async (change) => {
        await presentNode(change, parentId);
        const free = await freeName(change, parentId, name, draft.onNameClash);
        const node = newNode({ ...settled, id: randomness.nodeId(), name: free });
        putNodeVersion(change, node, draft.versionComment);
        return node;
      }, show);
    },

    async updateProperties(caller, id, changes, versionComment) {
      const seen = await rights.node(caller, id, 'WriteProperties');
      const ready = readyChanges(changes);
      const name = ready.name === undefined ? undefined : settledName(ready.name);
      if (seen.parent === null && name !== undefined && name !== seen.name) {
        throw badRequest('This folder belongs to the repository itself and cannot be renamed.');
      }
      const modified = { modifiedAt: now(), modifiedBy: caller.userName };
      return store.change(async (change) => {
        const before = await presentNode(change, id);
        const node: NodeRecord = {
          ...(versionComment === undefined ? before : inNewVersion(before)),
          ...modified,
          name: name ?? before.name,
          properties: applyChanges(before.properties, ready.properties),
        };
        await keepVersion(change, before);
        await leaveOldName(change, before, node.name);
        if (versionComment === undefined) putNode(change, node);
        else putNodeVersion(change, node, versionComment);
        return node;
      });
    },

    async replaceContent(caller, id, upload) {
      const seen = await rights.node(caller, id, 'WriteContent');
      if (seen.folder) throw badRequest(`Node ${id} is a folder: it has no content.`);
      const stored = await content.write(upload.bytes);
      // An upload can take an hour: who may write at its end is what counts.
      await rights.node(caller, id, 'WriteContent');
      const reference = { ...stored, mimeType: typeOfUpload(upload, seen.name) };
      const modified = { modifiedAt: now(), modifiedBy: caller.userName };
      return store.change(async (change) => {
        const before = await presentNode(change, id);
        await keepVersion(change, before);
        const node: NodeRecord = { ...inNewVersion(before), ...modified, content: reference };
        putNodeVersion(change, node, upload.versionComment);
        return node;
      });
    },
  };
}
