import type { Query } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { Entries } from '../segment/postings.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { DoInSlices } from '../writer/cooperative-tasks.ts';
import type { Tree } from './hierarchy-filter.ts';
import type { Statistics } from './ranking.ts';
import type { FoundPool } from './scored-docs.ts';
import type { SegmentSight, Sights } from './visibility.ts';

/** What searches share, and lend each other. */
export interface SearchTools {
  readonly inSlices: DoInSlices;
  readonly sights: Sights;
  readonly pool: FoundPool;
  /** For who gives other work no turn while it reads them. */
  readonly entries: Entries;
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** One search: what is searched, for what, and what its caller sees. Segments and sights stand in the same order. */
export interface Search {
  readonly live: readonly LiveSegment[];
  readonly query: Query;
  readonly sights: readonly SegmentSight[];
  readonly statistics: Statistics;
  readonly tree: Tree;
  readonly tools: SearchTools;
}
