import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Rights } from '../../domain/access/rights.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import { type ValueCaptions, valueCaptionsIn } from '../../domain/metadata/value-captions.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import type { Seams } from '../../ports/seams.ts';
import { type ReferenceService, rightsOnReference } from '../access/references.ts';
import type { EffectivePermissions, RightsService } from '../access/rights.ts';
import type { RatingService } from '../annotations/ratings.ts';
import type { CollectionView, CollectionViewService } from '../collections/collection-views.ts';
import type { PeopleService } from '../identity/people.ts';
import type { MetadataSetService } from '../metadata/metadata-sets.ts';
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

export interface NodeViewService {
  view(caller: Caller, node: NodeRecord): Promise<NodeView>;
  /** Returns a function that reads the views of a list of nodes, each person once. Does not check the caller's rights. */
  reader(caller: Caller): ViewReader;
}

/** Reads the view of a node. Undefined if the node is gone. */
type ViewReader = (id: NodeId) => Promise<NodeView | undefined>;

/** Returns a promise only for the first reading of a person. */
type FindPerson = (userName: string) => PersonRecord | undefined | Promise<PersonRecord | undefined>;

interface ViewParts {
  readonly metadataSets: Pick<MetadataSetService, 'catalog'>;
  readonly ratings: Pick<RatingService, 'of'>;
  readonly previews: PreviewService;
  readonly references: Pick<ReferenceService, 'see'>;
  readonly collections: Pick<CollectionViewService, 'view'>;
}

/** Returns a function that reads people, each at most once. */
function createPersonReader(people: PeopleService): FindPerson {
  const known = new Map<string, PersonRecord | undefined | Promise<PersonRecord | undefined>>();
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

/** Lists have many nodes, and each `await` costs more than most of what is awaited: only promises are awaited. */
async function readRelatedRecords(
  previews: PreviewService,
  node: NodeRecord,
  findPerson: FindPerson,
): Promise<RelatedRecords> {
  const found = [findPerson(node.createdBy), findPerson(node.modifiedBy), findPerson(node.owner)] as const;
  const shown = previews.thumbnailOf(node);
  const [creator, modifier, owner] = found.some(isPromise) ? await Promise.all(found) : (found as People);
  return { creator, modifier, owner, thumbnail: isPromise(shown) ? await shown : shown };
}

type People = readonly [PersonRecord | undefined, PersonRecord | undefined, PersonRecord | undefined];

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> => value instanceof Promise;

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

  async view(node: NodeRecord): Promise<NodeView> {
    if (node.original !== undefined) return this.#referenceView(node, node.original);
    const view = await this.#plainView(node);
    if (!isCollection(node)) return view;
    return withFields(view, { collection: await this.#parts.collections.view(this.#caller, node) });
  }

  async #plainView(node: NodeRecord): Promise<NodeView> {
    const { ratings, previews, metadataSets } = this.#parts;
    const permissions = this.#rights.effectivePermissions(this.#caller, node);
    const { rights, isPublic } = isPromise(permissions) ? await permissions : permissions;
    const { creator, modifier, owner, thumbnail } = await readRelatedRecords(previews, node, this.#findPerson);
    this.#captions ??= valueCaptionsIn(await metadataSets.catalog());
    const captions = this.#captions;
    // Most nodes have no ratings, so there is no need to read the caller's.
    const more =
      node.ratings === undefined ? undefined : { ownRating: await ratings.of(this.#caller, node.original ?? node.id) };
    return { node, rights, isPublic, captions, creator, modifier, owner, thumbnail, more };
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
      return async (id) => {
        const node = await store.nodes.get(id);
        return node === undefined ? undefined : viewer.view(node);
      };
    },
  };
}
