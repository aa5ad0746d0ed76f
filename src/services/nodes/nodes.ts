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
import { applyChanges, type PropertyChanges, withoutContentFacts } from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { NodeRecord, PropertyBag } from '../../domain/nodes/records.ts';
import { isSystemProperty } from '../../domain/nodes/system-properties.ts';
import { nameOfLink } from '../../domain/text/link-name.ts';
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
import { typeOfStored } from './detected-type.ts';

/** A node to be made. Without `cm:name` a link is named by its address (`ccm:wwwurl`); all else needs one. */
export interface NodeDraft extends DraftNames {
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
  /** Sets one property without a new version; null removes it. Rejects with `BadRequest` for one that no caller says. */
  setProperty(caller: Caller, id: NodeId, name: string, values: readonly string[] | null): Promise<NodeRecord>;
  replaceContent(caller: Caller, id: NodeId, upload: ContentUpload): Promise<NodeRecord>;
}

function settledName(name: string | undefined): string {
  if (name === undefined) throw badRequest('The property cm:name is missing: it names the new node.');
  return usableName(name);
}

/** The name of a new node, and what to do where it is taken. A name that nobody asked for gives way. */
function nameOfDraft(draft: NodeDraft, words: CheckedDraft): { name: string; onClash: NodeDraft['onNameClash'] } {
  const link = words.folder ? undefined : words.properties.get('ccm:wwwurl')?.[0];
  if (words.name === undefined && link !== undefined && link !== '')
    return { name: settledName(nameOfLink(link)), onClash: 'rename' };
  return { name: settledName(words.name), onClash: draft.onNameClash };
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

/** What is said of the type, or what the name stands for. */
function typeOfUpload(upload: ContentUpload, nodeName: string): string {
  for (const given of upload.mimeTypes) {
    const mimeType = given === undefined ? undefined : asMimeType(given);
    if (mimeType !== undefined && mimeType !== unknownMimeType) return mimeType;
  }
  const byName = mimeTypeOfName(nodeName);
  return byName === unknownMimeType ? mimeTypeOfName(upload.fileName) : byName;
}

/** What is sent back about content goes with the content alone. */
function propertiesAfter(before: NodeRecord, changes: ReadonlyMap<string, readonly string[] | null>): PropertyBag {
  const after = applyChanges(before.properties, changes);
  return before.content === null ? after : withoutContentFacts(after);
}

export function createNodeService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'randomness'>,
  rights: RightsService,
  dictionary: ContentModel,
  limits: PropertyLimits,
): NodeService {
  const { store, content, clock, randomness } = seams;
  const now = (): string => clock.now().toISOString();

  const service: NodeService = {
    async create(caller, parentId, draft) {
      const parent = await rights.node(caller, parentId, 'CreateChildren');
      if (!parent.folder) throw badRequest(`Node ${parentId} is no folder: it cannot have children.`);
      const words = checkedDraft(dictionary, draft, limits);
      const { type, folder, aspects } = words;
      const { name, onClash } = nameOfDraft(draft, words);
      const settled = {
        parent: parentId,
        type,
        folder,
        aspects,
        properties: applyChanges({}, words.properties),
        at: now(),
        by: caller.userName,
      };
      requireSize({}, settled.properties, limits);
      return store.change(async (change) => {
        await presentNode(change, parentId);
        const free = await freeName(change, parentId, name, onClash);
        const node = newNode({ ...settled, id: randomness.nodeId(), name: free });
        putNodeVersion(change, node, draft.versionComment);
        return node;
      });
    },

    async updateProperties(caller, id, changes, versionComment) {
      const seen = await rights.node(caller, id, 'WriteProperties');
      requireOwnState(seen);
      const ready = checkedChanges(dictionary, changes, { limits, before: seen.properties });
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
          properties: propertiesAfter(before, ready.properties),
        };
        requireSize(before.properties, node.properties, limits);
        await keepVersion(change, before);
        await leaveOldName(change, before, node.name);
        if (versionComment === undefined) putNode(change, node);
        else putNodeVersion(change, node, versionComment);
        return node;
      });
    },

    async setProperty(caller, id, name, values) {
      if (isSystemProperty(dictionary.shortName(name) ?? name)) {
        throw badRequest(`The property ${name} is said by the repository itself and cannot be set.`);
      }
      return service.updateProperties(caller, id, new Map([[name, values]]), undefined);
    },

    async replaceContent(caller, id, upload) {
      const seen = await rights.node(caller, id, 'WriteContent');
      requireOwnState(seen);
      if (seen.folder) throw badRequest(`Node ${id} is a folder: it has no content.`);
      const stored = await content.write(upload.bytes);
      const mimeType = await typeOfStored(content, stored, typeOfUpload(upload, seen.name));
      // An upload can take an hour: who may write at its end is what counts.
      await rights.node(caller, id, 'WriteContent');
      const reference = { ...stored, mimeType };
      const modified = { modifiedAt: now(), modifiedBy: caller.userName };
      return store.change(async (change) => {
        const before = await presentNode(change, id);
        await keepVersion(change, before);
        const properties = withoutContentFacts(before.properties);
        const node: NodeRecord = { ...inNewVersion(before), ...modified, properties, content: reference };
        putNodeVersion(change, node, upload.versionComment);
        return node;
      });
    },
  };
  return service;
}
