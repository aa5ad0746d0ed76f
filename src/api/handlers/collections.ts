import type { z } from 'zod';
import type { NodeId } from '../../base/ids.ts';
import type { Page } from '../../base/paging.ts';
import type { CollectionNodeInput } from '../../contract/objects/collection.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { CollectionDraft, CollectionListing } from '../../services/collections/collections.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import type { WrittenNode } from '../presenters/nodes/node-writer.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { sortByOf } from '../request/children-query.ts';
import { collectionAt, collectionLocationAt } from '../request/collection-address.ts';
import { nodeAt } from '../request/node-address.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, writtenPage } from '../response/page-stream.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';

type CollectionHandlers = Pick<
  Handlers,
  | 'createCollection'
  | 'getCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'setCollectionIcon'
  | 'removeCollectionIcon'
  | 'listCollectionChildren'
  | 'listCollections'
  | 'listReferences'
  | 'addReference'
  | 'removeReference'
  | 'orderCollection'
  | 'pinCollections'
  | 'searchCollections'
>;

/** What a body asks for: `collection` first, then the fields of the node. */
function draftOf({ title, name, description, properties, collection }: z.output<typeof CollectionNodeInput>) {
  const given = collection ?? {};
  const draft: CollectionDraft = {
    title: title ?? given.title ?? name ?? undefined,
    description: given.description ?? description ?? undefined,
    color: given.color ?? undefined,
    type: given.type ?? undefined,
    viewtype: given.viewtype ?? undefined,
    orderMode: given.orderMode ?? undefined,
    orderAscending: given.orderAscending ?? undefined,
    scope: given.scope ?? undefined,
    properties: properties ?? new Map(),
  };
  return draft;
}

interface ListQuery {
  readonly maxItems: number;
  readonly skipCount: number;
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
}

/** Collections, as later servers have them. */
export function collectionHandlers({ services, settings, writeNode }: HandlerParts): CollectionHandlers {
  const { collections, collectionReferences, customPreviews: ownPreviews, views, systemFolders: landmarks } = services;

  const tellGiven = ({ properties }: z.output<typeof CollectionNodeInput>, context: RequestContext): void =>
    unknownPropertyHeaders(services.contentModel, { aspects: [], properties: properties ?? new Map() }, context);

  const written = async (node: NodeRecord, context: RequestContext): Promise<WrittenNode> =>
    writeNode.changed(await views.view(context.caller, node), context);

  const entry = async (node: NodeRecord, context: RequestContext): Promise<WrittenJson> =>
    new WrittenJson(`{"collection":${writeNode.entry(await views.view(context.caller, node), context)}}`);

  const entryWriter = (context: RequestContext) => {
    const read = views.reader(context.caller);
    return async (id: NodeId): Promise<string | undefined> => {
      const view = await read(id);
      return view && writeNode.entry(view, context);
    };
  };

  const list = async (
    name: 'collections' | 'references',
    page: Page<NodeId>,
    context: RequestContext,
  ): Promise<WrittenJson> =>
    writePage(name, page, await writtenPage(page.items, context, entryWriter(context)), context);

  /** Both lists are skipped through together: an answer that ends early ends at the same place in both. */
  const bothLists = async (
    inside: Page<NodeId>,
    gathered: Page<NodeId>,
    context: RequestContext,
  ): Promise<WrittenJson> => {
    const write = entryWriter(context);
    const [collections, references]: [string[], string[]] = [[], []];
    const wanted = Math.max(inside.items.length, gathered.items.length);
    const { taken } = await writtenPage(Array(wanted).keys(), context, async (at) => {
      const [one, other] = [inside.items[at], gathered.items[at]];
      const [collection, reference] = [one && (await write(one)), other && (await write(other))];
      if (collection !== undefined) collections[at] = collection;
      if (reference !== undefined) references[at] = reference;
      return (collection ?? '') + (reference ?? '');
    });
    noteEarlyEnd(context, { skip: inside.skip, taken, wanted });
    const count = Math.min(taken, inside.items.length) + Math.min(taken, gathered.items.length);
    const pagination = { total: inside.total + gathered.total, from: inside.skip, count };
    const array = (entries: readonly string[]): string => Object.values(entries.slice(0, taken)).join(',');
    return new WrittenJson(
      `{"collections":[${array(collections)}],"references":[${array(references)}],`,
      `"pagination":${JSON.stringify(pagination)}}`,
    );
  };

  const listingOf = (query: ListQuery): CollectionListing => ({
    page: pageOfQuery(query, settings.pageSize),
    sort: sortByOf(query, services.contentModel).filter(({ property }) => property !== 'score'),
  });

  return {
    async createCollection({ params, body }, context) {
      const made = await collections.create(context.caller, collectionLocationAt(params.collection), draftOf(body));
      tellGiven(body, context);
      return entry(made, context);
    },
    async getCollection({ params }, context) {
      return entry(await collections.get(context.caller, collectionAt(params.collection)), context);
    },
    async updateCollection({ params, body }, context) {
      const changed = await collections.update(context.caller, collectionAt(params.collection), draftOf(body));
      tellGiven(body, context);
      return entry(changed, context);
    },
    async deleteCollection({ params }, { caller }) {
      await collections.remove(caller, collectionAt(params.collection));
      return undefined;
    },
    async setCollectionIcon({ params, body }, context) {
      const { id } = await collections.get(context.caller, collectionAt(params.collection), 'WriteProperties');
      return entry(await ownPreviews.put(context.caller, id, body.bytes), context);
    },
    async removeCollectionIcon({ params }, context) {
      const { id } = await collections.get(context.caller, collectionAt(params.collection), 'WriteProperties');
      return entry(await ownPreviews.remove(context.caller, id), context);
    },
    async listCollectionChildren({ params, query }, context) {
      const [place, listing] = [collectionLocationAt(params.collection), listingOf(query)];
      const inside = await collections.collections(context.caller, place, query.scope, listing);
      const gathered = await collections.references(context.caller, place, listing);
      return bothLists(inside, gathered, context);
    },
    async listCollections({ params, query }, context) {
      const place = collectionLocationAt(params.collection);
      const page = await collections.collections(context.caller, place, query.scope, listingOf(query));
      return list('collections', page, context);
    },
    async listReferences({ params, query }, context) {
      const page = await collections.references(
        context.caller,
        collectionLocationAt(params.collection),
        listingOf(query),
      );
      return list('references', page, context);
    },
    async addReference({ params }, context) {
      const { caller } = context;
      const node = nodeAt(params.node, caller, landmarks);
      const reference = await collectionReferences.add(caller, collectionAt(params.collection), node);
      return new WrittenJson(await written(reference, context));
    },
    async removeReference({ params }, { caller }) {
      const node = nodeAt(params.node, caller, landmarks);
      await collectionReferences.remove(caller, collectionAt(params.collection), node);
      return undefined;
    },
    async orderCollection({ params, body }, { caller }) {
      const nodes = body.map((node) => nodeAt(node, caller, landmarks));
      await collectionReferences.order(caller, collectionAt(params.collection), nodes);
      return undefined;
    },
    async pinCollections({ body }) {
      await collections.pin(body.map(collectionAt));
      return undefined;
    },
    async searchCollections({ query }, context) {
      const page = await collections.search(context.caller, query.query, pageOfQuery(query, settings.pageSize));
      return list('collections', page, context);
    },
  };
}
