import type { NodeId } from '../../base/ids.ts';
import type { Page } from '../../base/paging.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { CollectionListing } from '../../services/collections/collection-lists.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { sortByOf } from '../request/children-query.ts';
import { collectionLocationAt } from '../request/collection-address.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, writtenPage } from '../response/page-stream.ts';

type CollectionListHandlers = Pick<
  Handlers,
  'listCollectionChildren' | 'listCollections' | 'listReferences' | 'searchCollections'
>;

interface ListQuery {
  readonly maxItems: number;
  readonly skipCount: number;
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
}

const listingOf = (query: ListQuery, { services, settings }: HandlerParts): CollectionListing => ({
  page: pageOfQuery(query, settings.pageSize),
  sort: sortByOf(query, services.contentModel).filter(({ property }) => property !== 'score'),
});

type WriteEntry = (id: NodeId) => Promise<Buffer | undefined>;

function entryWriter({ services, writeNode }: HandlerParts, context: RequestContext): WriteEntry {
  const read = services.views.reader(context.caller);
  return async (id) => {
    const view = await read(id);
    return view && writeNode.entry(view, context);
  };
}

async function writeList(
  parts: HandlerParts,
  name: 'collections' | 'references',
  page: Page<NodeId>,
  context: RequestContext,
): Promise<WrittenJson> {
  return writePage(name, page, await writtenPage(page.items, context, entryWriter(parts, context)), context);
}

/** Both lists share one `skipCount`, so a response that ends early ends at the same position in both. */
async function writeBothLists(
  parts: HandlerParts,
  collectionPage: Page<NodeId>,
  referencePage: Page<NodeId>,
  context: RequestContext,
): Promise<WrittenJson> {
  const write = entryWriter(parts, context);
  const [collections, references]: [string[], string[]] = [[], []];
  const length = Math.max(collectionPage.items.length, referencePage.items.length);
  const { taken } = await writtenPage(Array(length).keys(), context, async (at) => {
    const [collectionId, referenceId] = [collectionPage.items[at], referencePage.items[at]];
    const collection = collectionId && (await write(collectionId))?.toString();
    const reference = referenceId && (await write(referenceId))?.toString();
    if (collection !== undefined) collections[at] = collection;
    if (reference !== undefined) references[at] = reference;
    return (collection ?? '') + (reference ?? '');
  });
  noteEarlyEnd(context, { skip: collectionPage.skip, taken, requested: length });
  const count = Math.min(taken, collectionPage.items.length) + Math.min(taken, referencePage.items.length);
  const pagination = { total: collectionPage.total + referencePage.total, from: collectionPage.skip, count };
  const array = (entries: readonly string[]): string => Object.values(entries.slice(0, taken)).join(',');
  return new WrittenJson(
    `{"collections":[${array(collections)}],"references":[${array(references)}],`,
    `"pagination":${JSON.stringify(pagination)}}`,
  );
}

export function collectionListHandlers(parts: HandlerParts): CollectionListHandlers {
  const { collections } = parts.services;
  return {
    async listCollectionChildren({ params, query }, context) {
      const [location, listing] = [collectionLocationAt(params.collection), listingOf(query, parts)];
      const collectionPage = await collections.collections(context.caller, location, query.scope, listing);
      const referencePage = await collections.references(context.caller, location, listing);
      return writeBothLists(parts, collectionPage, referencePage, context);
    },
    async listCollections({ params, query }, context) {
      const [location, listing] = [collectionLocationAt(params.collection), listingOf(query, parts)];
      const page = await collections.collections(context.caller, location, query.scope, listing);
      return writeList(parts, 'collections', page, context);
    },
    async listReferences({ params, query }, context) {
      const [location, listing] = [collectionLocationAt(params.collection), listingOf(query, parts)];
      const page = await collections.references(context.caller, location, listing);
      return writeList(parts, 'references', page, context);
    },
    async searchCollections({ query }, context) {
      const page = await collections.search(context.caller, query.query, pageOfQuery(query, parts.settings.pageSize));
      return writeList(parts, 'collections', page, context);
    },
  };
}
