import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Rights } from '../../domain/access/rights.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { hasFile } from '../../domain/nodes/content-rules.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import type { Seams } from '../../ports/seams.ts';
import { type ReferenceService, rightsOnReference } from '../access/references.ts';
import type { EffectivePermissions, OwnedNode, RightsService } from '../access/rights.ts';
import type { RatingService } from '../annotations/ratings.ts';
import type { CollectionView, CollectionViewService } from '../collections/collection-views.ts';
import type { PeopleService } from '../identity/people.ts';
import type { PreviewService, PreviewSources } from '../renditions/previews.ts';

/** What the description of a node rests on besides its record and who asks. */
export interface RelatedRecords {
  readonly creator: PersonRecord | undefined;
  readonly modifier: PersonRecord | undefined;
  readonly owner: PersonRecord | undefined;
  /** What is shown of it; undefined: a card. */
  readonly thumbnail: StoredThumbnail | undefined;
}

/** What of a node its company rests on. */
type Host = Pick<NodeRecord, 'createdBy' | 'modifiedBy' | 'owner'> & PreviewSources;

/**
 * What rests on who asks, or on other nodes, in ways that nobody is told of: a description with any of it is written for
 * one caller, and once.
 */
export interface UncachedFields {
  /** What the caller gave it; 0 where nothing. Only of what has ratings. */
  readonly ownRating?: number;
  /** Only in lists of the trash: where it lay; null where that folder is gone, or is hidden from the caller. */
  readonly archivedFrom?: string | null;
  /** Of a collection only. */
  readonly collection?: CollectionView;
  /** Of a reference only: what it stands for, and what the caller may do with that; nothing where they may not read it. */
  readonly original?: { readonly id: NodeId; readonly rights: Rights };
}

/** A node with what its description needs besides the record. */
export interface NodeView extends EffectivePermissions, RelatedRecords {
  readonly node: NodeRecord;
  /** Undefined for most nodes. Whatever else depends on more than the node, its company and `Seen` belongs in here. */
  readonly uncachedFields: UncachedFields | undefined;
}

/** So much of a node as tells how a caller sees it, where its description is at hand already. */
export interface NodeSummary extends OwnedNode, Host {
  /** Whether there is content that somebody could take away. */
  readonly hasFile: boolean;
}

/** Field by field, and nothing but JSON: it is kept for long. */
export const nodeSummaryOf = (node: NodeRecord): NodeSummary => ({
  id: node.id,
  parent: node.parent,
  acl: node.acl,
  archived: node.archived,
  owner: node.owner,
  createdBy: node.createdBy,
  modifiedBy: node.modifiedBy,
  content: node.content,
  ownPreview: node.ownPreview,
  hasFile: hasFile(node),
});

/** The same node with more of what is told only now. */
export const withUncachedFields = (view: NodeView, more: UncachedFields): NodeView => ({
  ...view,
  uncachedFields: { ...view.uncachedFields, ...more },
});

export interface NodeViewService {
  view(caller: Caller, node: NodeRecord): Promise<NodeView>;
  /** Reads one node after the other for a list, whatever the caller may do with them; each person is read once. */
  reader(caller: Caller): ViewReader;
  relatedRecords(node: Host): Promise<RelatedRecords>;
  /** Rises with every commit: as long as it is the same number, no company has changed. */
  readonly state: number;
  /** Tells of every node whose record is another one from now on. */
  watch(listener: (id: NodeId) => void): void;
}

/** The view of a node; undefined where it is gone. */
export type ViewReader = (id: NodeId) => Promise<NodeView | undefined>;

type FindPerson = (userName: string) => Promise<PersonRecord | undefined>;

export function createNodeViewService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  people: PeopleService,
  parts: {
    readonly ratings: Pick<RatingService, 'of'>;
    readonly previews: PreviewService;
    readonly references: Pick<ReferenceService, 'see'>;
    readonly collections: Pick<CollectionViewService, 'view'>;
  },
): NodeViewService {
  const { ratings, previews, references, collections } = parts;

  const companyOf = async (node: Host, person: FindPerson): Promise<RelatedRecords> => ({
    creator: await person(node.createdBy),
    modifier: await person(node.modifiedBy),
    owner: await person(node.owner),
    thumbnail: await previews.thumbnailOf(node),
  });

  const plainView = async (caller: Caller, node: NodeRecord, person: FindPerson): Promise<NodeView> => {
    const { rights: granted, isPublic } = await rights.effectivePermissions(caller, node);
    const { creator, modifier, owner, thumbnail } = await companyOf(node, person);
    // Most nodes have no ratings, and none of the caller's then.
    const uncachedFields =
      node.ratings === undefined ? undefined : { ownRating: await ratings.of(caller, node.original ?? node.id) };
    return { node, rights: granted, isPublic, creator, modifier, owner, thumbnail, uncachedFields };
  };

  const referenceView = async (
    caller: Caller,
    reference: NodeRecord,
    id: NodeId,
    person: FindPerson,
  ): Promise<NodeView> => {
    const { node, onOriginal } = await references.see(caller, reference);
    const view = await plainView(caller, node, person);
    const granted = rightsOnReference(view.rights, onOriginal);
    return withUncachedFields({ ...view, rights: granted, isPublic: false }, { original: { id, rights: onOriginal } });
  };

  const view = async (caller: Caller, node: NodeRecord, person: FindPerson): Promise<NodeView> => {
    if (node.original !== undefined) return referenceView(caller, node, node.original, person);
    const plain = await plainView(caller, node, person);
    return isCollection(node) ? withUncachedFields(plain, { collection: await collections.view(caller, node) }) : plain;
  };

  /** Each person is read once for a whole list. */
  const personReader = (): FindPerson => {
    const known = new Map<string, Promise<PersonRecord | undefined>>();
    return (userName) => {
      const person = known.get(userName) ?? people.find(userName);
      known.set(userName, person);
      return person;
    };
  };

  return {
    view: (caller, node) => view(caller, node, personReader()),
    reader(caller) {
      const person = personReader();
      return async (id) => {
        const node = await store.nodes.get(id);
        return node === undefined ? undefined : view(caller, node, person);
      };
    },
    relatedRecords: (node) => companyOf(node, personReader()),
    get state() {
      return store.lastCommit;
    },
    watch(listener) {
      store.onCommit((kind, key) => {
        // A node is kept under its id.
        if (kind === 'nodes') listener(key as NodeId);
      });
    },
  };
}
