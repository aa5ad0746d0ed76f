import type { HandlerParts, Handlers } from '../handler.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { sortOrderOfQuery } from '../request/children-query.ts';
import { nodeAt } from '../request/node-address.ts';
import { personAt } from '../request/person-address.ts';

type NodeListHandlers = Pick<Handlers, 'getNodeList' | 'addToNodeList' | 'removeFromNodeList'>;

export function nodeListHandlers({ services, settings, answers }: HandlerParts): NodeListHandlers {
  const { nodeLists, listings, systemFolders, contentModel } = services;
  return {
    async getNodeList({ params, query }, context) {
      const { caller } = context;
      const pageRequest = pageOfQuery(query, settings.pageSize);
      const sortOrder = sortOrderOfQuery({ ...query, filter: [], foldersFirst: false }, contentModel);
      const listed = await nodeLists.nodes(personAt(params.person, caller), params.list);
      const page =
        query.sortProperties.length === 0
          ? await listings.inOrder(caller, listed, pageRequest)
          : await listings.among(caller, listed, pageRequest, sortOrder);
      const ids = page.items.map((item) => (typeof item === 'string' ? item : item.id));
      return writePage('nodes', page, await answers.many(ids, context), context);
    },
    async addToNodeList({ params }, { caller }) {
      const node = nodeAt(params.node, caller, systemFolders);
      await nodeLists.add(caller, personAt(params.person, caller), params.list, node);
      return undefined;
    },
    async removeFromNodeList({ params }, { caller }) {
      const node = nodeAt(params.node, caller, systemFolders);
      await nodeLists.remove(personAt(params.person, caller), params.list, node);
      return undefined;
    },
  };
}
