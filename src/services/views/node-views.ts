import type { NodeId } from '../../base/ids.ts';
import { allReady, type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Rights } from '../../domain/access/rights.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import { authorAt } from '../../domain/identity/authorship.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { type ValueCaptions, valueCaptionsIn } from '../../domain/metadata/value-captions.ts';
import type { NodeRecord, Version } from '../../domain/nodes/records.ts';
import type { VersionNumber } from '../../domain/nodes/version-number.ts';
import type { StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import type { Seams } from '../../ports/seams.ts';
import { ownPropertiesOfReference, type ReferenceService, rightsOnReference } from '../access/references.ts';
import type { EffectivePermissions, RightsService } from '../access/rights.ts';
import type { RatingService } from '../annotations/ratings.ts';
import type { CollectionView, CollectionViewService } from '../collections/collection-views.ts';
import type { PeopleService } from '../identity/people.ts';
import type { MetadataSetService } from '../metadata/metadata-sets.ts';
import type { ListingService } from '../nodes/listings.ts';
import type { PreviewService } from '../renditions/previews.ts';

/** The people that the representation of a node names, and its thumbnail. */
interface RelatedRecords {
  readonly creator: PersonRecord | undefined;
  readonly modifier: PersonRecord | undefined;
  readonly owner: PersonRecord | undefined;
  /** The thumbnail; undefined if clients show an icon of the type instead. */
  readonly thumbnail: StoredThumbnail | undefined;
}

/** Fields that only some nodes have. They depend on the caller or on other nodes. */
interface AdditionalFields {
  /** The caller's rating, 0 if there is none. Only for nodes with ratings. */
  readonly ownRating?: number;
  /** The number of child objects that the caller may read. Only for files that have, or once had, some. */
  readonly childObjectCount?: number;
  /** The original path, only in listings of the trash. Null if that folder is gone or hidden from the caller. */
  readonly archivedFrom?: string | null;
  /** The fields of a collection; missing for other nodes. */
  readonly collection?: CollectionView;
  /** The version that the view shows, if the caller requested one. Its URLs lead to this version. */
  readonly version?: VersionNumber;
  /** The original of a reference, and the caller's rights on it. No rights if they may not read it. */
  readonly original?: { readonly id: NodeId; readonly rights: Rights };
}

/** A node with the related data that presenters need. */
export interface NodeView extends EffectivePermissions, RelatedRecords {
  readonly node: NodeRecord;
  /** The captions of the values of all properties with a value list. */
  readonly captions: ValueCaptions;
  /** Undefined for most nodes. */
  readonly more: AdditionalFields | undefined;
}

/** The same view with more fields. */
export const withFields = (view: NodeView, more: AdditionalFields): NodeView => ({
  ...view,
  more: { ...view.more, ...more },
});

/**
 * The same view at a version: with its name, properties and content. A reference keeps the properties that it adds to its
 * original.
 */
export function atVersion(view: NodeView, { version, name, properties, content }: Version): NodeView {
  const ofReference = view.more?.original === undefined ? {} : ownPropertiesOfReference(view.node);
  const node = { ...view.node, version, name, content, properties: { ...properties, ...ofReference } };
  return withFields({ ...view, node }, { version });
}

export interface NodeViewService {
  /** Does not check the caller's rights. */
  view(caller: Caller, node: NodeRecord): MaybePromise<NodeView>;
  /** Returns a function that reads the views of a list of nodes, each person once. Does not check the caller's rights. */
  reader(caller: Caller): ViewReader;
}

/** Reads the view of a node. Undefined if the node is gone. Not a promise if everything that the view needs is in memory. */
type ViewReader = (id: NodeId) => MaybePromise<NodeView | undefined>;

/** Returns a promise only for the first reading of a person. */
type FindPerson = (userName: string) => MaybePromise<PersonRecord | undefined>;

interface ViewParts {
  readonly metadataSets: Pick<MetadataSetService, 'catalog'>;
  readonly ratings: Pick<RatingService, 'of'>;
  readonly listings: Pick<ListingService, 'childObjectCount'>;
  readonly previews: PreviewService;
  readonly references: Pick<ReferenceService, 'see'>;
  readonly collections: Pick<CollectionViewService, 'view'>;
}

/** Returns a function that reads people, each at most once. */
function createPersonReader(people: PeopleService): FindPerson {
  const known = new Map<string, MaybePromise<PersonRecord | undefined>>();
  return (userName) => {
    if (known.has(userName)) return known.get(userName);
    const reading = people.find(userName).then((person) => {
      known.set(userName, person);
      return person;
    });
    known.set(userName, reading);
    return reading;
  };
}

/** Creates the views for one caller. */
class NodeViewer {
  readonly #caller: Caller;
  readonly #findPerson: FindPerson;
  readonly #rights: RightsService;
  readonly #parts: ViewParts;
  /** The same for all nodes of a response. */
  #captions: ValueCaptions | undefined;

  constructor(caller: Caller, findPerson: FindPerson, rights: RightsService, parts: ViewParts) {
    this.#caller = caller;
    this.#findPerson = findPerson;
    this.#rights = rights;
    this.#parts = parts;
  }

  view(node: NodeRecord): MaybePromise<NodeView> {
    if (node.original !== undefined) return this.#referenceView(node, node.original);
    const view = this.#plainView(node);
    return isCollection(node) ? this.#collectionView(node, view) : view;
  }

  #plainView(node: NodeRecord): MaybePromise<NodeView> {
    const { hasChildObjects, ratings, original = node.id } = node;
    const parts = allReady([
      this.#rights.effectivePermissions(this.#caller, node),
      this.#captions ?? this.#readCaptions(),
      whenReady(this.#findPerson(node.createdBy), (person) => authorAt(person, node.createdAt)),
      whenReady(this.#findPerson(node.modifiedBy), (person) => authorAt(person, node.modifiedAt)),
      this.#findPerson(node.owner),
      this.#parts.previews.thumbnailOf(node),
      // Most nodes have no ratings, so there is no need to read the caller's.
      ratings === undefined ? undefined : this.#parts.ratings.of(this.#caller, original),
      hasChildObjects && this.#parts.listings.childObjectCount(this.#caller, original),
    ]);
    return whenReady(parts, ([{ rights, isPublic }, captions, creator, modifier, owner, thumbnail, ...counts]) => {
      const view = { node, rights, isPublic, captions, creator, modifier, owner, thumbnail, more: undefined };
      const [ownRating, childObjectCount] = counts;
      if (ownRating === undefined && childObjectCount === undefined) return view;
      return withFields(view, {
        ...(ownRating !== undefined && { ownRating }),
        ...(childObjectCount !== undefined && { childObjectCount }),
      });
    });
  }

  async #readCaptions(): Promise<ValueCaptions> {
    this.#captions = valueCaptionsIn(await this.#parts.metadataSets.catalog());
    return this.#captions;
  }

  async #collectionView(node: NodeRecord, view: MaybePromise<NodeView>): Promise<NodeView> {
    return withFields(await view, { collection: await this.#parts.collections.view(this.#caller, node) });
  }

  async #referenceView(reference: NodeRecord, id: NodeId): Promise<NodeView> {
    const { node, onOriginal } = await this.#parts.references.see(this.#caller, reference);
    const view = await this.#plainView(node);
    const rights = rightsOnReference(view.rights, onOriginal);
    return withFields({ ...view, rights, isPublic: false }, { original: { id, rights: onOriginal } });
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
      return (id) => whenReady(store.nodes.getNow(id), (node) => (node === undefined ? undefined : viewer.view(node)));
    },
  };
}
