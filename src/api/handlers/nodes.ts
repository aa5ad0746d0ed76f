import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeDraft } from '../../services/nodes/new-nodes.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { sortOrderOfQuery } from '../request/children-query.ts';
import { mimeTypeInQuery } from '../request/mime-type-in-query.ts';
import { nodeAt } from '../request/node-address.ts';
import { createSpecialListReader } from '../request/special-lists.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';
import { writeChangedNode } from './changed-node.ts';

type ReadHandlers = Pick<Handlers, 'getNode' | 'listChildren' | 'listParents' | 'resolvePath'>;

type PropertyHandlers = Pick<
  Handlers,
  'updateMetadata' | 'createMetadataVersion' | 'copyMetadata' | 'setProperty' | 'setAspects'
>;

type ChangeHandlers = Pick<Handlers, 'createNode' | 'uploadContent' | 'deleteNode'>;

export function nodeHandlers(parts: HandlerParts): ReadHandlers & PropertyHandlers & ChangeHandlers {
  return { ...readHandlers(parts), ...propertyHandlers(parts), ...changeHandlers(parts) };
}

function readHandlers({ services, settings, answers }: HandlerParts): ReadHandlers {
  const { listings, parents, systemFolders, contentModel } = services;
  const specialList = createSpecialListReader(services);
  return {
    async getNode({ params }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      return new WrittenJson(await answers.one(id, context));
    },
    async listChildren({ params, query }, context) {
      const { caller } = context;
      const pageRequest = pageOfQuery(query, settings.pageSize);
      const sortOrder = sortOrderOfQuery(query, contentModel);
      const special = await specialList(params.node, caller);
      const page =
        special === undefined
          ? await listings.children(caller, nodeAt(params.node, caller, systemFolders), pageRequest, sortOrder)
          : await listings.among(caller, special, pageRequest, sortOrder);
      const written = await answers.many(
        page.items.map(({ id }) => id),
        context,
      );
      return writePage('nodes', page, written, context);
    },
    async listParents({ params, query }, context) {
      const { caller } = context;
      const path = await parents.of(caller, nodeAt(params.node, caller, systemFolders), { full: query.fullPath });
      const page = { items: path.ids.slice(query.skipCount), total: path.ids.length, skip: query.skipCount };
      return writePage('nodes', page, await answers.many(page.items, context), context, { scope: path.scope });
    },
    async resolvePath({ params, query }, context) {
      const from = nodeAt(params.node, context.caller, systemFolders);
      const { id } = await listings.resolve(context.caller, from, query.path);
      return new WrittenJson(await answers.one(id, context));
    },
  };
}

function propertyHandlers(parts: HandlerParts): PropertyHandlers {
  const { nodes, metadataCopies, systemFolders, contentModel } = parts.services;
  return {
    async updateMetadata({ params, body }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      const node = await nodes.updateProperties(context.caller, id, body, undefined);
      unknownPropertyHeaders(contentModel, { aspects: [], properties: body }, context);
      return writeChangedNode(parts, node, context);
    },
    async createMetadataVersion({ params, query, body }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      const node = await nodes.updateProperties(context.caller, id, body, query.versionComment);
      unknownPropertyHeaders(contentModel, { aspects: [], properties: body }, context);
      return writeChangedNode(parts, node, context);
    },
    async copyMetadata({ params }, context) {
      const { caller } = context;
      const from = nodeAt(params.from, caller, systemFolders);
      const node = await metadataCopies.copy(caller, nodeAt(params.node, caller, systemFolders), from);
      return writeChangedNode(parts, node, context);
    },
    async setAspects({ params, body }, context) {
      const node = await nodes.setAspects(context.caller, nodeAt(params.node, context.caller, systemFolders), body);
      unknownPropertyHeaders(contentModel, { aspects: body, properties: new Map() }, context);
      return writeChangedNode(parts, node, context);
    },
    async setProperty({ params, query: { property, value = null } }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      const node = await nodes.setProperty(context.caller, id, property, value);
      unknownPropertyHeaders(contentModel, { aspects: [], properties: new Map([[property, value]]) }, context);
      return writeChangedNode(parts, node, context);
    },
  };
}

function changeHandlers(parts: HandlerParts): ChangeHandlers {
  const { nodes, removals, systemFolders, contentModel } = parts.services;
  return {
    async createNode({ params, query, body }, context) {
      const draft: NodeDraft = {
        type: query.type,
        aspects: query.aspects,
        properties: body,
        onNameClash: query.renameIfExists ? 'rename' : 'fail',
        versionComment: query.versionComment,
        association: query.assocType,
      };
      const parent = nodeAt(params.node, context.caller, systemFolders);
      const node = await nodes.create(context.caller, parent, draft);
      unknownPropertyHeaders(contentModel, draft, context);
      return writeChangedNode(parts, node, context);
    },
    async uploadContent({ params, query, body }, context) {
      const node = await nodes.replaceContent(context.caller, nodeAt(params.node, context.caller, systemFolders), {
        bytes: body.bytes,
        mimeTypes: [query.mimetype === undefined ? undefined : mimeTypeInQuery(query.mimetype), body.mimeType],
        fileName: body.name,
        versionComment: query.versionComment,
      });
      return writeChangedNode(parts, node, context);
    },
    async deleteNode({ params, query }, { caller }) {
      await removals.remove(caller, nodeAt(params.node, caller, systemFolders), { archive: query.recycle });
      return undefined;
    },
  };
}
