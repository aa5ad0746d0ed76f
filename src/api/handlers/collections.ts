import type { z } from 'zod';
import type { CollectionNodeInput } from '../../contract/objects/collection.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { CollectionDraft } from '../../services/collections/collections.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { collectionAt, collectionLocationAt } from '../request/collection-address.ts';
import { nodeAt } from '../request/node-address.ts';
import type { RequestContext } from '../request-context.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';
import { writeChangedNode } from './changed-node.ts';
import { collectionListHandlers } from './collection-lists.ts';

type CollectionInput = z.output<typeof CollectionNodeInput>;

type ChangeHandlers = Pick<
  Handlers,
  'createCollection' | 'getCollection' | 'updateCollection' | 'deleteCollection' | 'pinCollections'
>;

type IconHandlers = Pick<Handlers, 'setCollectionIcon' | 'removeCollectionIcon'>;

type ReferenceHandlers = Pick<Handlers, 'addReference' | 'removeReference' | 'orderCollection'>;

export function collectionHandlers(
  parts: HandlerParts,
): ChangeHandlers & IconHandlers & ReferenceHandlers & ReturnType<typeof collectionListHandlers> {
  return {
    ...changeHandlers(parts),
    ...iconHandlers(parts),
    ...referenceHandlers(parts),
    ...collectionListHandlers(parts),
  };
}

/** The fields of `collection` take precedence over those of the node. */
function draftOf({ title, name, description, properties, collection }: CollectionInput): CollectionDraft {
  const input = collection ?? {};
  return {
    title: title ?? input.title ?? name ?? undefined,
    description: input.description ?? description ?? undefined,
    color: input.color ?? undefined,
    type: input.type ?? undefined,
    viewtype: input.viewtype ?? undefined,
    orderMode: input.orderMode ?? undefined,
    orderAscending: input.orderAscending ?? undefined,
    scope: input.scope ?? undefined,
    properties: properties ?? new Map(),
  };
}

async function writeCollection(
  { services, writeNode }: HandlerParts,
  node: NodeRecord,
  context: RequestContext,
): Promise<WrittenJson> {
  const view = await services.views.view(context.caller, node);
  return new WrittenJson('{"collection":', writeNode.entry(view, context), '}');
}

function changeHandlers(parts: HandlerParts): ChangeHandlers {
  const { collections, contentModel } = parts.services;
  const reportUnknown = ({ properties }: CollectionInput, context: RequestContext): void =>
    unknownPropertyHeaders(contentModel, { aspects: [], properties: properties ?? new Map() }, context);
  return {
    async createCollection({ params, body }, context) {
      const created = await collections.create(context.caller, collectionLocationAt(params.collection), draftOf(body));
      reportUnknown(body, context);
      return writeCollection(parts, created, context);
    },
    async getCollection({ params }, context) {
      const collection = await collections.get(context.caller, collectionAt(params.collection));
      return writeCollection(parts, collection, context);
    },
    async updateCollection({ params, body }, context) {
      const updated = await collections.update(context.caller, collectionAt(params.collection), draftOf(body));
      reportUnknown(body, context);
      return writeCollection(parts, updated, context);
    },
    async deleteCollection({ params }, { caller }) {
      await collections.remove(caller, collectionAt(params.collection));
      return undefined;
    },
    async pinCollections({ body }) {
      await collections.pin(body.map(collectionAt));
      return undefined;
    },
  };
}

function iconHandlers(parts: HandlerParts): IconHandlers {
  const { collections, customPreviews } = parts.services;
  return {
    async setCollectionIcon({ params, body }, context) {
      const { id } = await collections.get(context.caller, collectionAt(params.collection), 'WriteProperties');
      return writeCollection(parts, await customPreviews.put(context.caller, id, body.bytes), context);
    },
    async removeCollectionIcon({ params }, context) {
      const { id } = await collections.get(context.caller, collectionAt(params.collection), 'WriteProperties');
      return writeCollection(parts, await customPreviews.remove(context.caller, id), context);
    },
  };
}

function referenceHandlers(parts: HandlerParts): ReferenceHandlers {
  const { collectionReferences, systemFolders } = parts.services;
  return {
    async addReference({ params }, context) {
      const { caller } = context;
      const node = nodeAt(params.node, caller, systemFolders);
      const reference = await collectionReferences.add(caller, collectionAt(params.collection), node);
      return writeChangedNode(parts, reference, context);
    },
    async removeReference({ params }, { caller }) {
      const node = nodeAt(params.node, caller, systemFolders);
      await collectionReferences.remove(caller, collectionAt(params.collection), node);
      return undefined;
    },
    async orderCollection({ params, body }, { caller }) {
      const nodes = body.map((node) => nodeAt(node, caller, systemFolders));
      await collectionReferences.order(caller, collectionAt(params.collection), nodes);
      return undefined;
    },
  };
}
