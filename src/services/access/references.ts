import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { type Rights, readProperties, rightsOf, type SingleRight } from '../../domain/access/rights.ts';
import { positionProperty, referenceAspect } from '../../domain/collections/collection.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from './rights.ts';

/** A reference in a collection as a caller sees it. */
export interface ReferenceView {
  /** The original in the place of the reference; the bare reference where the caller may not read the original. */
  readonly node: NodeRecord;
  /** What the caller may do with the original; nothing where they may not read it. */
  readonly onOriginal: Rights;
}

/**
 * References: nodes that stand for others. A reference gives no right: what it shows, and what can be done through it, needs
 * the right on the original as well.
 */
export interface ReferenceService {
  /** As `RightsService.node`; for a reference the right is needed on both, and the original is what is given. */
  original(caller: Caller, id: NodeId, right: SingleRight): Promise<NodeRecord>;
  see(caller: Caller, reference: NodeRecord): Promise<ReferenceView>;
  /** Whether the caller may see a child of a collection: of a reference, whether they may read its original. */
  isReadable(caller: Caller, child: NodeRecord): Promise<boolean>;
}

/** What a reference grants by itself: all that concerns its place, and nothing that concerns the content. */
const ofPlace = rightsOf(
  'ReadChildren',
  'ReadPermissions',
  'ChangePermissions',
  'DeleteNode',
  'DeleteChildren',
  'CreateChildren',
  'LinkChildren',
);

/** What somebody may do with a reference. */
export const rightsOnReference = (onReference: Rights, onOriginal: Rights): Rights =>
  onReference & (ofPlace | readProperties | onOriginal);

/** The original as it stands in a collection. */
const inPlaceOf = (reference: NodeRecord, original: NodeRecord): NodeRecord => {
  const position = reference.properties[positionProperty];
  const { id, parent, owner, acl, archived } = reference;
  return {
    ...original,
    ...{ id, parent, owner, acl, archived, original: original.id },
    aspects: [...new Set([...original.aspects, referenceAspect])],
    properties: {
      ...original.properties,
      ...(position === undefined ? {} : { [positionProperty]: position }),
      'ccm:original': [original.id],
    },
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
      return { node: inPlaceOf(reference, original), onOriginal: await rights.of(caller, original) };
    },
    async isReadable(caller, child) {
      if (!(await rights.mayRead(caller, child))) return false;
      return child.original === undefined || (await readableOriginal(caller, child)) !== undefined;
    },
  };
}

/** Throws where a node has nothing of its own that could be changed. */
export function requireOwnState({ id, original }: NodeRecord): void {
  if (original === undefined) return;
  throw badRequest(
    `Node ${id} is a reference in a collection and has nothing of its own to change: change node ${original}.`,
  );
}
