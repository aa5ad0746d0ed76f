import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { partsOf, type Query, mapLeafQueries } from '../../domain/query/query.ts';
import type { RightsService } from '../access/rights.ts';

function* placesIn(query: Query): Generator<NodeId> {
  if (query.kind === 'below') yield query.node;
  for (const part of partsOf(query)) yield* placesIn(part);
}

/**
 * The query as this caller may ask it: nothing lies below a node that they may not read. Else it would tell where folders that
 * are hidden from them lie.
 */
export async function redactQuery(rights: Pick<RightsService, 'node'>, caller: Caller, query: Query): Promise<Query> {
  const hidden = new Set<NodeId>();
  for (const place of new Set(placesIn(query))) {
    try {
      await rights.node(caller, place, 'ReadProperties');
    } catch (error) {
      if (!(error instanceof RepositoryError)) throw error;
      if (!['NotFound', 'Forbidden', 'Unauthorized'].includes(error.code)) throw error;
      hidden.add(place);
    }
  }
  if (hidden.size === 0) return query;
  return mapLeafQueries(query, (one) => (one.kind === 'below' && hidden.has(one.node) ? { kind: 'nothing' } : one));
}
