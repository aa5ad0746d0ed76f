import type { Query } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { DecodedPostings } from '../segment/postings.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { RunTask } from '../task-scheduler.ts';
import type { HierarchyFilter } from './hierarchy-filter.ts';
import type { Statistics } from './ranking.ts';
import type { ScoredDocsPool } from './scored-docs.ts';
import type { SegmentVisibility, VisibilityCache } from './visibility.ts';

/** What searches share, and lend each other. */
export interface SearchTools {
  readonly runTask: RunTask;
  readonly visibilityCache: VisibilityCache;
  readonly pool: ScoredDocsPool;
  /** For who gives other work no turn while it reads them. */
  readonly postings: DecodedPostings;
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** One search: what is searched, for what, and what its caller sees. Segments and sights stand in the same order. */
export interface Search {
  readonly live: readonly LiveSegment[];
  readonly query: Query;
  readonly visibilities: readonly SegmentVisibility[];
  readonly statistics: Statistics;
  readonly hierarchy: HierarchyFilter;
  readonly tools: SearchTools;
}
