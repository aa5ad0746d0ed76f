import { badRequest } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import type { Page } from '../../base/paging.ts';
import type { WrittenJson } from '../../contract/written-json.ts';
import { notInTrash } from '../../services/records/trash-records.ts';
import type { TrashOrder, TrashQuery } from '../../services/trash/trash.ts';
import { withFields } from '../../services/views/node-views.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentRestored } from '../presenters/archive.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { nodeAt } from '../request/node-address.ts';
import { personAt } from '../request/person-address.ts';
import type { RequestContext } from '../request-context.ts';
import { type WrittenPage, writtenPage } from '../response/page-stream.ts';

type ArchiveHandlers = Pick<Handlers, 'searchArchive' | 'searchArchiveOfPerson' | 'restoreArchived' | 'purgeArchived'>;

const orders = {
  'cm:name': 'name',
  'sys:archivedDate': 'deletedAt',
  'sys:archivedBy': 'deletedBy',
} as const satisfies Record<string, TrashOrder>;

function orderOf(query: {
  readonly sortProperties: readonly (keyof typeof orders)[];
  readonly sortAscending: readonly boolean[];
}): TrashQuery['order'] {
  const { sortProperties, sortAscending } = query;
  if (sortAscending.length > sortProperties.length) {
    throw badRequest('sortAscending has more values than sortProperties. Send at most one for each property.');
  }
  return sortProperties.map((name, at) => ({ by: orders[name], ascending: sortAscending[at] ?? true }));
}

const nodeIds = (texts: readonly string[]): NodeId[] =>
  texts.map((text) => {
    const id = asNodeId(text);
    if (id === undefined) throw notInTrash(text.slice(0, 100));
    return id;
  });

/** Writes nodes in the trash. */
export function writtenArchive(
  { services: { trash, views }, writeNode }: HandlerParts,
  ids: readonly NodeId[],
  context: RequestContext,
): Promise<WrittenPage> {
  const read = views.reader(context.caller);
  return writtenPage(ids, context, async (id) => {
    const view = await read(id);
    if (view === undefined) return undefined;
    const archivedFrom = (await trash.cameFrom(context.caller, view.node)) ?? null;
    return writeNode.entry(withFields(view, { archivedFrom }), context);
  });
}

export function archiveHandlers(parts: HandlerParts): ArchiveHandlers {
  const { services, settings } = parts;
  const { trash, restoring, people, systemFolders } = services;
  const list = async (page: Page<NodeId>, context: RequestContext): Promise<WrittenJson> =>
    writePage('nodes', page, await writtenArchive(parts, page.items, context), context, { facets: [] });

  return {
    async searchArchive({ params, query }, context) {
      const search = { pattern: params.pattern, person: undefined, order: orderOf(query) };
      return list(await trash.search(context.caller, search, pageOfQuery(query, settings.pageSize)), context);
    },
    async searchArchiveOfPerson({ params, query }, context) {
      const { userName } = await people.get(personAt(params.person, context.caller));
      const search = { pattern: params.pattern, person: userName, order: orderOf(query) };
      return list(await trash.search(context.caller, search, pageOfQuery(query, settings.pageSize)), context);
    },
    async restoreArchived({ query }, { caller }) {
      const target =
        query.target === undefined || query.target === '' ? undefined : nodeAt(query.target, caller, systemFolders);
      const restored = await restoring.restore(caller, nodeIds(query.archivedNodeIds), target);
      return { results: restored.map(presentRestored) };
    },
    async purgeArchived({ query }, { caller }) {
      await trash.purge(caller, nodeIds(query.archivedNodeIds));
      return undefined;
    },
  };
}
