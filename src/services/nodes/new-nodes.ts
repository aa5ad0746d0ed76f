import { badRequest } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { cleanedName } from '../../base/node-name.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { type CheckedDraft, checkedDraft, type DraftNames } from '../../domain/content-model/model-validation.ts';
import {
  childObjectAspect,
  childObjectAssociation,
  newIn,
  requireChildObjectOf,
} from '../../domain/nodes/child-objects.ts';
import { importedName } from '../../domain/nodes/imported-changes.ts';
import { newNode } from '../../domain/nodes/new-node.ts';
import { applyChanges } from '../../domain/nodes/properties.ts';
import { type PropertyLimits, requireSize } from '../../domain/nodes/property-limits.ts';
import type { ContentReference, ImportedValues, NodeRecord } from '../../domain/nodes/records.ts';
import { nameOfLink } from '../../domain/text/link-name.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import { freeNameIn, isNameTaken, nameTaken, placeIn, presentNode, usableName } from '../records/node-changes.ts';
import { putNodeVersion } from '../records/version-records.ts';

/** A node to create. A link without `cm:name` is named after its address (`ccm:wwwurl`). All other nodes need a name. */
export interface NodeDraft extends DraftNames {
  readonly onNameClash: 'fail' | 'rename';
  readonly versionComment: string;
  /** For a bulk import: what it sent, by `importedValues`. */
  readonly imported?: ImportedValues;
  /** The association with the parent: `ccm:childio` makes a child object of a file. All others are ignored. */
  readonly association?: string | undefined;
}

/** What creating a node needs. */
export interface CreationDependencies extends Pick<Seams, 'store' | 'content' | 'clock'> {
  readonly rights: RightsService;
  readonly contentModel: ContentModel;
  readonly limits: PropertyLimits;
}

/** A draft with everything checked that can be checked before the change. */
export interface CheckedNode {
  /** The name of the node if it gets content. Throws `BadRequest` if it is a folder. */
  forContent(): string;
  /** Creates the node in its first version. Rejects with `NotFound` if the folder was deleted, and with `Conflict` if the name is taken. */
  create(change: Change, id: NodeId, content: ContentReference | null): Promise<NodeRecord>;
}

export function requiredName(name: string | undefined): string {
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
  if (await isNameTaken(change, parent, name)) throw nameTaken(name);
  return name;
}

/** Throws `BadRequest` unless the parent takes the node: a folder as a child, or a file as a child object. */
function requireParentOf(parent: NodeRecord, { folder, aspects }: CheckedDraft, association: string | undefined): void {
  const isAssociated = association === childObjectAssociation;
  if (parent.folder && isAssociated)
    throw badRequest(`Node ${parent.id} is a folder: it cannot have child objects. Choose a file, or omit assocType.`);
  if (parent.folder) return;
  if (!isAssociated && !aspects.includes(childObjectAspect))
    throw badRequest(
      `Node ${parent.id} is not a folder: it cannot have children. Choose a folder, or make a child object of this file with assocType=${childObjectAssociation}.`,
    );
  requireChildObjectOf(parent, { folder });
}

/** Requires `CreateChildren` on the folder or file, and checks the draft. Rejects with `BadRequest` if it is not valid. */
export async function checkedNode(
  { clock, rights, contentModel, limits }: CreationDependencies,
  caller: Caller,
  parentId: NodeId,
  draft: NodeDraft,
): Promise<CheckedNode> {
  const parent = await rights.node(caller, parentId, 'CreateChildren');
  const checked = checkedDraft(contentModel, draft, limits);
  requireParentOf(parent, checked, contentModel.shortName(draft.association ?? ''));
  const { type, folder, aspects } = checked;
  const { name, onClash } = nameOfDraft(draft, checked);
  const properties = applyChanges({}, checked.properties);
  const at = clock.now().toISOString();
  requireSize({}, properties, limits);
  return {
    forContent() {
      if (folder) throw badRequest(`The type ${type} is that of a folder, which has no content. Choose ccm:io.`);
      return name;
    },
    async create(change, id, content) {
      const place = await presentNode(change, parentId);
      const free = await freeName(change, parentId, name, onClash);
      const created = newNode({
        ...{ type, folder, aspects, properties, at, by: caller.userName },
        ...{ id, parent: parentId, name: free },
      });
      const filled = {
        ...created,
        ...(content === null ? {} : { content }),
        ...(draft.imported === undefined ? {} : { imported: { ...draft.imported, ...importedName(free) } }),
      };
      const node = placeIn(change, place, filled, newIn);
      putNodeVersion(change, node, draft.versionComment);
      return node;
    },
  };
}
