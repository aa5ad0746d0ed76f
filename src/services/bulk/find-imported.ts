import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { hasIdentity, type ImportIdentity } from '../../domain/nodes/import-identity.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { Query } from '../../domain/query/query.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import type { RightsService } from '../access/rights.ts';
import type { IndexingService } from '../search/indexing.ts';
import { importsFolder } from './import-folders.ts';

/** Finds the node of an imported item; undefined if there is none. Of several, it finds the oldest. */
export type FindImported = (caller: Caller, identity: ImportIdentity) => Promise<NodeRecord | undefined>;

/** The maximum number of candidates that are read at once. */
const pageSize = 100;

/** The oldest node comes first, so that the result is always the same. */
const oldestFirst = [{ property: 'cm:created', as: 'date', ascending: true }] as const;

const queryOf = (identity: ImportIdentity): Query => ({
  kind: 'all',
  of: [...identity].flatMap(([field, values]) => values.map((value): Query => ({ kind: 'value', field, value }))),
});

/** Whether a node is below the folder, at any depth, and no folder between them is in the trash. */
async function isBelow({ nodes }: Store, node: NodeRecord, folder: NodeId): Promise<boolean> {
  for (let id = node.parent; id !== null; ) {
    if (id === folder) return true;
    const parent: NodeRecord | undefined = await nodes.get(id);
    if (parent === undefined || parent.archived !== null) return false;
    id = parent.parent;
  }
  return false;
}

interface Dependencies extends Pick<Seams, 'store'> {
  readonly rights: RightsService;
  readonly indexing: Pick<IndexingService, 'current'>;
}

/** The nodes that the index finds for the identity, oldest first. It may find more, because it may compare less strictly. */
async function* candidates(
  { store, rights, indexing }: Dependencies,
  caller: Caller,
  identity: ImportIdentity,
): AsyncGenerator<NodeRecord> {
  const index = await indexing.current();
  const options = { accessFilter: rights.accessFilter(caller), facets: [], sort: oldestFirst, limit: pageSize };
  for (let skip = 0, total = 1; skip < total; skip += pageSize) {
    const page = await index.search(queryOf(identity), { ...options, skip });
    total = page.total;
    for (const node of await store.nodes.getMany(page.ids)) if (node !== undefined) yield node;
  }
}

/**
 * Asks the search index, because it has every property of every node, and it processes all earlier changes before it
 * answers. Only nodes below the folder of imports count: a copy of an imported node in another folder has the same properties.
 */
export function createFindImported(dependencies: Dependencies): FindImported {
  const { store } = dependencies;
  return async (caller, identity) => {
    const imports = await importsFolder(store);
    if (imports === undefined) return undefined;
    for await (const node of candidates(dependencies, caller, identity)) {
      if (node.archived !== null || !hasIdentity(node, identity)) continue;
      if (await isBelow(store, node, imports)) return node;
    }
    return undefined;
  };
}
