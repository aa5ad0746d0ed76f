import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type Rights, readProperties, rightsOf, type SingleRight } from '../../domain/access/rights.ts';
import { positionProperty, referenceAspect } from '../../domain/collections/collection.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from './rights.ts';

/** A reference in a collection as a caller sees it. */
interface ReferenceView {
  /** The original with the reference's ID, parent and ACL. The bare reference if the caller may not read the original. */
  readonly node: NodeRecord;
  /** The caller's rights on the original. None if they may not read it. */
  readonly onOriginal: Rights;
}

/**
 * Resolves references. A reference grants no rights on its original: reading or changing the original through it also
 * requires the right on the original.
 */
export interface ReferenceService {
  /** Like `RightsService.node`, but requires the right on a reference and its original, and resolves to the original. */
  original(caller: Caller, id: NodeId, right: SingleRight): Promise<NodeRecord>;
  see(caller: Caller, reference: NodeRecord): Promise<ReferenceView>;
  /** Whether the caller may read a child of a collection, and for a reference also its original. */
  isReadable(caller: Caller, child: NodeRecord): Promise<boolean>;
}

/** The reference alone can grant these rights, because they do not concern the content. */
const rightsWithoutContent = rightsOf(
  'ReadChildren',
  'ReadPermissions',
  'ChangePermissions',
  'DeleteNode',
  'DeleteChildren',
  'CreateChildren',
  'LinkChildren',
);

/** The rights that need nothing on the original. */
export const rightsOfReferenceAlone = rightsWithoutContent | readProperties;

/** The caller's effective rights on a reference, from those on the reference itself and on its original. */
export const rightsOnReference = (onReference: Rights, onOriginal: Rights): Rights =>
  onReference & (rightsOfReferenceAlone | onOriginal);

/** The properties that a shown reference has besides those of its original. */
export function ownPropertiesOfReference({ properties, original }: NodeRecord): NodeRecord['properties'] {
  const position = properties[positionProperty];
  return {
    ...(position === undefined ? {} : { [positionProperty]: position }),
    ...(original === undefined ? {} : { 'ccm:original': [original] }),
  };
}

/** The original as the collection shows it. */
const shownAs = (reference: NodeRecord, original: NodeRecord): NodeRecord => {
  const { id, parent, owner, acl, archived } = reference;
  return {
    ...original,
    ...{ id, parent, owner, acl, archived, original: original.id },
    aspects: [...new Set([...original.aspects, referenceAspect])],
    properties: { ...original.properties, ...ownPropertiesOfReference({ ...reference, original: original.id }) },
  };
};

export function createReferenceService(seams: Pick<Seams, 'store'>, rights: RightsService): ReferenceService {
  const { store } = seams;

  const readableOriginal = async (caller: Caller, { original }: NodeRecord): Promise<NodeRecord | undefined> => {
    const node = original === undefined ? undefined : await store.nodes.get(original);
    return node !== undefined && (await rights.mayRead(caller, node)) ? node : undefined;
  };

  return {
    async original(caller, id, right) {
      const node = await rights.node(caller, id, right);
      if (node.original === undefined) return node;
      const original = await store.nodes.get(node.original);
      if (original === undefined || !(await rights.isThere(caller, original)))
        throw notFound('Original', `of node ${id}`);
      await rights.require(caller, original, right);
      return original;
    },
    async see(caller, reference) {
      const original = await readableOriginal(caller, reference);
      if (original === undefined) return { node: reference, onOriginal: 0 };
      return { node: shownAs(reference, original), onOriginal: await rights.of(caller, original) };
    },
    async isReadable(caller, child) {
      if (!(await rights.mayRead(caller, child))) return false;
      return child.original === undefined || (await readableOriginal(caller, child)) !== undefined;
    },
  };
}

/** Throws `BadRequest` for a reference: its properties and content belong to the original. */
export function requireOwnState({ id, original }: NodeRecord): void {
  if (original === undefined) return;
  throw badRequest(
    `Node ${id} is a reference in a collection and cannot be changed. Change the original, node ${original}.`,
  );
}
