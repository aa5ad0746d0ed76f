import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/records.ts';
import type { NodeDraft } from '../../services/nodes.ts';
import { arrangementOfQuery } from '../children-query.ts';
import type { HandlerParts, Handlers, RequestContext } from '../handlers.ts';
import { nodeAt } from '../node-address.ts';
import { listed, type NodeWriter } from '../presenters/node-writer.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';
import { createSpecialListReader } from '../special-lists.ts';
import { tellUnknownWords } from '../unknown-words.ts';

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
export function nodeHandlers({ services, settings, writeNode }: HandlerParts): NodeHandlers {
  const { nodes, listings, removals, rights, views, landmarks, dictionary } = services;
  const specialList = createSpecialListReader(services);

  const entry = async (node: NodeRecord, context: RequestContext, how: keyof NodeWriter): Promise<WrittenJson> =>
    new WrittenJson(writeNode[how](await views.view(context.caller, node), context));

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
      const made = await nodes.create(context.caller, parent, draft, (node) => entry(node, context, 'changed'));
      tellUnknownWords(dictionary, draft, context);
      return made;
    },
    async getNode({ params }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      return entry(await rights.node(context.caller, id, 'ReadProperties'), context, 'read');
    },
    async updateMetadata({ params, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.updateProperties(context.caller, id, body, undefined);
      tellUnknownWords(dictionary, { aspects: [], properties: body }, context);
      return entry(node, context, 'changed');
    },
    async createMetadataVersion({ params, query, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.updateProperties(context.caller, id, body, query.versionComment);
      tellUnknownWords(dictionary, { aspects: [], properties: body }, context);
      return entry(node, context, 'changed');
    },
    async setProperty({ params, query: { property, value = null } }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const node = await nodes.setProperty(context.caller, id, property, value);
      tellUnknownWords(dictionary, { aspects: [], properties: new Map([[property, value]]) }, context);
      return entry(node, context, 'changed');
    },
    async uploadContent({ params, query, body }, context) {
      const node = await nodes.replaceContent(context.caller, nodeAt(params.node, context.caller, landmarks), {
        bytes: body.bytes,
        mimeTypes: [query.mimetype, body.mimeType],
        fileName: body.name,
        versionComment: query.versionComment,
      });
      return entry(node, context, 'changed');
    },
    async listChildren({ params, query }, context) {
      const { caller } = context;
      const wanted = pageOfQuery(query, settings.pageSize);
      const arrangement = arrangementOfQuery(query, dictionary);
      const special = await specialList(params.node, caller);
      const page =
        special === undefined
          ? await listings.children(caller, nodeAt(params.node, caller, landmarks), wanted, arrangement)
          : await listings.among(caller, special, wanted, arrangement);
      const shown = await views.views(caller, page.items);
      const written = shown.map((view) => writeNode.read(view, context));
      const pagination = JSON.stringify(presentPagination(page));
      return new WrittenJson('{"nodes":[', ...listed(written), `],"pagination":${pagination}}`);
    },
    async resolvePath({ params, query }, context) {
      const from = nodeAt(params.node, context.caller, landmarks);
      return entry(await listings.resolve(context.caller, from, query.path), context, 'read');
    },
    async deleteNode({ params, query }, { caller }) {
      await removals.remove(caller, nodeAt(params.node, caller, landmarks), { archive: query.recycle });
      return undefined;
    },
  };
}
