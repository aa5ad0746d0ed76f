import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { NodeDraft } from '../../services/nodes/nodes.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { sortOrderOfQuery } from '../request/children-query.ts';
import { nodeAt } from '../request/node-address.ts';
import { createSpecialListReader } from '../request/special-lists.ts';
import type { RequestContext } from '../request-context.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';

type NodeHandlers = Pick<
  Handlers,
  | 'createNode'
  | 'getNode'
  | 'updateMetadata'
  | 'createMetadataVersion'
  | 'setProperty'
  | 'uploadContent'
  | 'listChildren'
  | 'resolvePath'
  | 'deleteNode'
>;

/** Nodes (4.5). */
export function nodeHandlers({ services, settings, writeNode, answers }: HandlerParts): NodeHandlers {
  const { nodes, listings, removals, views, systemFolders: landmarks, contentModel: dictionary } = services;
  const specialList = createSpecialListReader(services);

  const entry = async (node: NodeRecord, context: RequestContext): Promise<WrittenJson> =>
    new WrittenJson(writeNode.changed(await views.view(context.caller, node), context));

  return {
    async createNode({ params, query, body }, context) {
      const draft: NodeDraft = {
        type: query.type,
        aspects: query.aspects,
        properties: body,
        onNameClash: query.renameIfExists ? 'rename' : 'fail',
        versionComment: query.versionComment,
      };
      const parent = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.create(context.caller, parent, draft);
      unknownPropertyHeaders(dictionary, draft, context);
      return entry(node, context);
    },
    getNode({ params }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const entry = answers.one(id, context);
      return entry instanceof Promise ? entry.then((bytes) => new WrittenJson(bytes)) : new WrittenJson(entry);
    },
    async updateMetadata({ params, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.updateProperties(context.caller, id, body, undefined);
      unknownPropertyHeaders(dictionary, { aspects: [], properties: body }, context);
      return entry(node, context);
    },
    async createMetadataVersion({ params, query, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.updateProperties(context.caller, id, body, query.versionComment);
      unknownPropertyHeaders(dictionary, { aspects: [], properties: body }, context);
      return entry(node, context);
    },
    async setProperty({ params, query: { property, value = null } }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.setProperty(context.caller, id, property, value);
      unknownPropertyHeaders(dictionary, { aspects: [], properties: new Map([[property, value]]) }, context);
      return entry(node, context);
    },
    async uploadContent({ params, query, body }, context) {
      const node = await nodes.replaceContent(context.caller, nodeAt(params.node, context.caller, landmarks), {
        bytes: body.bytes,
        mimeTypes: [query.mimetype, body.mimeType],
        fileName: body.name,
        versionComment: query.versionComment,
      });
      return entry(node, context);
    },
    async listChildren({ params, query }, context) {
      const { caller } = context;
      const wanted = pageOfQuery(query, settings.pageSize);
      const arrangement = sortOrderOfQuery(query, dictionary);
      const special = await specialList(params.node, caller);
      const page =
        special === undefined
          ? await listings.children(caller, nodeAt(params.node, caller, landmarks), wanted, arrangement)
          : await listings.among(caller, special, wanted, arrangement);
      const written = await answers.many(
        page.items.map(({ id }) => id),
        context,
      );
      return writePage('nodes', page, written, context);
    },
    async resolvePath({ params, query }, context) {
      const from = nodeAt(params.node, context.caller, landmarks);
      const { id } = await listings.resolve(context.caller, from, query.path);
      return new WrittenJson(await answers.one(id, context));
    },
    async deleteNode({ params, query }, { caller }) {
      await removals.remove(caller, nodeAt(params.node, caller, landmarks), { archive: query.recycle });
      return undefined;
    },
  };
}
