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

/** The other records that the representation of a node is built from. */
export interface RelatedRecords {
  readonly creator: PersonRecord | undefined;
  readonly modifier: PersonRecord | undefined;
  readonly owner: PersonRecord | undefined;
  /** The thumbnail; undefined if clients show an icon of the type instead. */
  readonly thumbnail: StoredThumbnail | undefined;
}

/** The fields of a node that determine its related records. */
type RelatedRecordKeys = Pick<NodeRecord, 'createdBy' | 'modifiedBy' | 'owner'> & PreviewSources;

/**
 * Fields that depend on the caller or on other nodes, and whose changes are not reported. A representation with any of
 * these fields must not be cached.
 */
export interface UncachedFields {
  /** The caller's rating, 0 if there is none. Only for nodes with ratings. */
  readonly ownRating?: number;
  /** The original path, only in listings of the trash. Null if that folder is gone or hidden from the caller. */
  readonly archivedFrom?: string | null;
  /** The fields of a collection; missing for other nodes. */
  readonly collection?: CollectionView;
  /** The original of a reference, and the caller's rights on it. No rights if they may not read it. */
  readonly original?: { readonly id: NodeId; readonly rights: Rights };
}

/** A node with the related data that presenters need. */
export interface NodeView extends EffectivePermissions, RelatedRecords {
  readonly node: NodeRecord;
  /**
   * Undefined for most nodes. Must contain everything that depends on more than the node, its related records and the
   * caller's effective permissions.
   */
  readonly uncachedFields: UncachedFields | undefined;
}

/** The fields of a node that are needed to check whether a cached representation is valid for a caller. */
export interface NodeSummary extends OwnedNode, RelatedRecordKeys {
  /** Whether the node has content. */
  readonly hasFile: boolean;
}

/** Copies each field, and only plain JSON values, because summaries are cached for a long time. */
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

/** The same view with additional uncached fields. */
export const withUncachedFields = (view: NodeView, more: UncachedFields): NodeView => ({
  ...view,
  uncachedFields: { ...view.uncachedFields, ...more },
});

export interface NodeViewService {
  view(caller: Caller, node: NodeRecord): Promise<NodeView>;
  /** Returns a function that reads the views of a list of nodes, each person once. Does not check the caller's rights. */
  reader(caller: Caller): ViewReader;
  relatedRecords(node: RelatedRecordKeys): Promise<RelatedRecords>;
  /** Increases with each commit. While it stays the same, no related record changes. */
  readonly state: number;
  /** Calls the listener for each node whose record changed. */
  watch(listener: (id: NodeId) => void): void;
}

/** Reads the view of a node. Undefined if the node is gone. */
export type ViewReader = (id: NodeId) => Promise<NodeView | undefined>;

type FindPerson = (userName: string) => Promise<PersonRecord | undefined>;

interface ViewParts {
  readonly ratings: Pick<RatingService, 'of'>;
  readonly previews: PreviewService;
  readonly references: Pick<ReferenceService, 'see'>;
  readonly collections: Pick<CollectionViewService, 'view'>;
}

/** Returns a function that reads people, each at most once. */
function createPersonReader(people: PeopleService): FindPerson {
  const known = new Map<string, Promise<PersonRecord | undefined>>();
  return (userName) => {
    const person = known.get(userName) ?? people.find(userName);
    known.set(userName, person);
    return person;
  };
}

const readRelatedRecords = async (
  previews: PreviewService,
  node: RelatedRecordKeys,
  findPerson: FindPerson,
): Promise<RelatedRecords> => ({
  creator: await findPerson(node.createdBy),
  modifier: await findPerson(node.modifiedBy),
  owner: await findPerson(node.owner),
  thumbnail: await previews.thumbnailOf(node),
});

/** Creates the views for one caller. */
class NodeViewer {
  readonly #caller: Caller;
  readonly #findPerson: FindPerson;
  readonly #rights: RightsService;
  readonly #parts: ViewParts;

  constructor(caller: Caller, findPerson: FindPerson, rights: RightsService, parts: ViewParts) {
    this.#caller = caller;
    this.#findPerson = findPerson;
    this.#rights = rights;
    this.#parts = parts;
  }

  async view(node: NodeRecord): Promise<NodeView> {
    if (node.original !== undefined) return this.#referenceView(node, node.original);
    const view = await this.#plainView(node);
    if (!isCollection(node)) return view;
    return withUncachedFields(view, { collection: await this.#parts.collections.view(this.#caller, node) });
  }

  async #plainView(node: NodeRecord): Promise<NodeView> {
    const { ratings, previews } = this.#parts;
    const { rights, isPublic } = await this.#rights.effectivePermissions(this.#caller, node);
    const { creator, modifier, owner, thumbnail } = await readRelatedRecords(previews, node, this.#findPerson);
    // Most nodes have no ratings, so there is no need to read the caller's.
    const uncachedFields =
      node.ratings === undefined ? undefined : { ownRating: await ratings.of(this.#caller, node.original ?? node.id) };
    return { node, rights, isPublic, creator, modifier, owner, thumbnail, uncachedFields };
  }

  async #referenceView(reference: NodeRecord, id: NodeId): Promise<NodeView> {
    const { node, onOriginal } = await this.#parts.references.see(this.#caller, reference);
    const view = await this.#plainView(node);
    const rights = rightsOnReference(view.rights, onOriginal);
    return withUncachedFields({ ...view, rights, isPublic: false }, { original: { id, rights: onOriginal } });
  }
}

export function createNodeViewService(
  { store }: Pick<Seams, 'store'>,
  rights: RightsService,
  people: PeopleService,
  parts: ViewParts,
): NodeViewService {
  const viewerFor = (caller: Caller): NodeViewer => new NodeViewer(caller, createPersonReader(people), rights, parts);

  return {
    view: (caller, node) => viewerFor(caller).view(node),
    reader(caller) {
      const viewer = viewerFor(caller);
      return async (id) => {
        const node = await store.nodes.get(id);
        return node === undefined ? undefined : viewer.view(node);
      };
    },
    relatedRecords: (node) => readRelatedRecords(parts.previews, node, createPersonReader(people)),
    get state() {
      return store.lastCommit;
    },
    watch(listener) {
      store.onCommit((kind, key) => {
        // The key of a node is its ID.
        if (kind === 'nodes') listener(key as NodeId);
      });
    },
  };
}
