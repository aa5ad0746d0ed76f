import type { Readable } from 'node:stream';
import { badRequest, notFound, RepositoryError } from '../base/errors.ts';
import type { NodeId } from '../base/ids.ts';
import { asMimeType, mimeTypeOfName, unknownMimeType } from '../base/mime-type.ts';
import type { Caller } from '../domain/caller.ts';
import { alternativeName, nodeNameProblem } from '../domain/node-name.ts';
import { isFolderType, isNodeType, nodeTypes } from '../domain/node-type.ts';
import { applyChanges, type PropertyChanges, readyChanges } from '../domain/properties.ts';
import { shortName } from '../domain/qualified-name.ts';
import type { NodeRecord } from '../domain/records.ts';
import { firstVersion, nextVersion } from '../domain/version-number.ts';
import type { Seams } from '../ports/seams.ts';
import type { Change } from '../ports/store.ts';
import { childKey, putNode, putNodeVersion } from './node-changes.ts';
import type { RightsService } from './rights.ts';

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
  create(caller: Caller, parent: NodeId, draft: NodeDraft): Promise<NodeRecord>;
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
  const problem = nodeNameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
  return name;
}

function settledType(type: string): string {
  const short = shortName(type);
  if (short === undefined || !isNodeType(short)) {
    throw badRequest(`«${type}» is no type of a node. Known types: ${nodeTypes.join(', ')}.`);
  }
  return short;
}

const nameTaken = (name: string): RepositoryError =>
  new RepositoryError('Conflict', `The folder already has something named «${name}». Take another name.`);

async function freeName(
  change: Change,
  parent: NodeId,
  name: string,
  clash: NodeDraft['onNameClash'],
): Promise<string> {
  let candidate = name;
  for (let n = 1; await change.children.has(childKey(parent, candidate)); n += 1) {
    if (clash === 'fail') throw nameTaken(name);
    candidate = alternativeName(name, n);
  }
  return candidate;
}

/** The numbers of a node after a new version: it follows the highest, whatever the node shows now. */
function newVersion(node: NodeRecord): Pick<NodeRecord, 'version' | 'latestVersion'> {
  const version = nextVersion(node.latestVersion);
  return { version, latestVersion: version };
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

  /** The record as the change sees it; it may have gone since its rights were checked. */
  const current = async (change: Change, id: NodeId): Promise<NodeRecord> => {
    const node = await change.nodes.get(id);
    if (node === undefined || node.archived !== null) throw notFound('Node', id);
    return node;
  };

  return {
    async create(caller, parentId, draft) {
      const parent = await rights.node(caller, parentId, 'CreateChildren');
      if (!isFolderType(parent.type)) throw badRequest(`Node ${parentId} is no folder: it cannot have children.`);
      const type = settledType(draft.type);
      const ready = readyChanges(draft.properties);
      const name = settledName(ready.name);
      const properties = applyChanges({}, ready.properties);
      const at = now();
      return store.change(async (change) => {
        await current(change, parentId);
        const node: NodeRecord = {
          id: randomness.nodeId(),
          parent: parentId,
          type,
          aspects: draft.aspects.map((aspect) => shortName(aspect) ?? aspect),
          name: await freeName(change, parentId, name, draft.onNameClash),
          createdAt: at,
          createdBy: caller.userName,
          modifiedAt: at,
          modifiedBy: caller.userName,
          owner: caller.userName,
          properties,
          content: null,
          version: firstVersion,
          latestVersion: firstVersion,
          acl: null,
          archived: null,
        };
        putNodeVersion(change, node, draft.versionComment);
        return node;
      });
    },

    async updateProperties(caller, id, changes, versionComment) {
      const seen = await rights.node(caller, id, 'WriteProperties');
      const ready = readyChanges(changes);
      const name = ready.name === undefined ? seen.name : settledName(ready.name);
      if (seen.parent === null && name !== seen.name) throw badRequest('The top folder cannot be renamed.');
      const at = now();
      return store.change(async (change) => {
        const before = await current(change, id);
        const renamed = ready.name !== undefined && name !== before.name;
        const node: NodeRecord = {
          ...before,
          name: ready.name === undefined ? before.name : name,
          properties: applyChanges(before.properties, ready.properties),
          modifiedAt: at,
          modifiedBy: caller.userName,
          ...(versionComment === undefined ? {} : newVersion(before)),
        };
        if (renamed && before.parent !== null) {
          if (await change.children.has(childKey(before.parent, name))) throw nameTaken(name);
          change.children.delete(childKey(before.parent, before.name));
        }
        if (versionComment === undefined) putNode(change, node);
        else putNodeVersion(change, node, versionComment);
        return node;
      });
    },

    async replaceContent(caller, id, upload) {
      const seen = await rights.node(caller, id, 'WriteContent');
      if (isFolderType(seen.type)) throw badRequest(`Node ${id} is a folder: it has no content.`);
      const stored = await content.write(upload.bytes);
      const reference = { ...stored, mimeType: typeOfUpload(upload, seen.name) };
      const at = now();
      return store.change(async (change) => {
        const before = await current(change, id);
        const node: NodeRecord = {
          ...before,
          content: reference,
          modifiedAt: at,
          modifiedBy: caller.userName,
          ...newVersion(before),
        };
        putNodeVersion(change, node, upload.versionComment);
        return node;
      });
    },
  };
}
