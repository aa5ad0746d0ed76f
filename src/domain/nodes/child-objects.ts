import { badRequest } from '../../base/errors/errors.ts';
import type { ChildEntry, NodeRecord } from './records.ts';

/** The association of a child object with its file, by which clients ask for one. */
export const childObjectAssociation = 'ccm:childio';

/** The aspect of all child objects. Files in folders may have it too, so it does not tell what is a child object. */
export const childObjectAspect = 'ccm:io_childobject';

/** Whether there may be nodes below this one: it is a folder, or a file that has, or once had, child objects. */
export const mayHaveChildren = ({ folder, hasChildObjects }: Pick<ChildEntry, 'folder' | 'hasChildObjects'>): boolean =>
  folder || hasChildObjects === true;

/**
 * Throws `BadRequest` unless the node can be a child object of the file. Child objects have no child objects of their own,
 * so that one list shows all that belongs to a file.
 */
export function requireChildObjectOf(file: NodeRecord, node: Pick<NodeRecord, 'folder' | 'hasChildObjects'>): void {
  const { id, original, isChildObject } = file;
  if (original !== undefined)
    throw badRequest(
      `Node ${id} is a reference in a collection: it has the child objects of its original. Choose the original, node ${original}.`,
    );
  if (isChildObject)
    throw badRequest(`Node ${id} is a child object of a file: it has no child objects of its own. Choose the file.`);
  if (mayHaveChildren(node))
    throw badRequest(
      'A child object is a file without child objects of its own. Choose such a file, or ccm:io as type.',
    );
}

/** The node as a child of this parent: in a file as a child object, in a folder as an ordinary file or folder. */
export function placedIn(parent: NodeRecord, node: NodeRecord): NodeRecord {
  const { isChildObject, ...rest } = node;
  const aspects = node.aspects.filter((aspect) => aspect !== childObjectAspect);
  if (!parent.folder)
    return { ...rest, parent: parent.id, aspects: [...aspects, childObjectAspect], isChildObject: true };
  return isChildObject ? { ...rest, parent: parent.id, aspects } : { ...node, parent: parent.id };
}

/**
 * Like `placedIn`, for a new node. A new child object belongs to the owner of the file, so that everyone with rights on the file
 * has the same on it. Moves do not change the owner: a node could be taken from its owner with them.
 */
export const newIn = (parent: NodeRecord, node: NodeRecord): NodeRecord =>
  placedIn(parent, parent.folder ? node : { ...node, owner: parent.owner });
