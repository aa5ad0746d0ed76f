import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { mapLeafQueries, partsOf, type Query } from '../../domain/query/query.ts';
import type { RightsService } from '../access/rights.ts';

function* foldersIn(query: Query): Generator<NodeId> {
  if (query.kind === 'below') yield query.node;
  for (const part of partsOf(query)) yield* foldersIn(part);
}

/**
 * Replaces conditions on folders that the caller may not read by conditions that match nothing. Otherwise the hits would
 * reveal which nodes are in hidden folders.
 */
export async function redactQuery(rights: Pick<RightsService, 'node'>, caller: Caller, query: Query): Promise<Query> {
  const hidden = new Set<NodeId>();
  for (const folder of new Set(foldersIn(query))) {
    try {
      await rights.node(caller, folder, 'ReadProperties');
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error;
      if (!['NotFound', 'Forbidden', 'Unauthorized'].includes(error.code)) throw error;
      hidden.add(folder);
    }
  }
  if (hidden.size === 0) return query;
  return mapLeafQueries(query, (one) => (one.kind === 'below' && hidden.has(one.node) ? { kind: 'nothing' } : one));
}
