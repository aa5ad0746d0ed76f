import type { Query } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { DecodedPostings } from '../segment/postings.ts';
import type { ScoredDocsPool } from '../segment/scored-docs.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { RunTask } from '../task-scheduler.ts';
import type { Statistics } from '../terms/statistics.ts';
import type { matchedTerms } from '../terms/term-expansion.ts';
import type { SegmentVisibility } from '../terms/visibility.ts';
import type { HierarchyFilter } from './hierarchy-filter.ts';

/** Resources that all searches share. */
export interface SearchTools {
  readonly runTask: RunTask;
  readonly pool: ScoredDocsPool;
  /** A scratch buffer. Its contents are valid only until the next pause of the task. */
  readonly postings: DecodedPostings;
  readonly keys: ValueKeys;
  /** For ranges. */
  readonly orders: TextOrders;
  /** For sorting. */
  readonly naturalOrders: TextOrders;
}

/** One search: the segments, the query, and the visibility for its caller. Segments and visibilities have the same order. */
export interface Search {
  readonly live: readonly LiveSegment[];
  readonly query: Query;
  readonly visibilities: readonly SegmentVisibility[];
  readonly statistics: Statistics;
  readonly hierarchy: HierarchyFilter;
  readonly matchedTerms: typeof matchedTerms;
  readonly tools: SearchTools;
}
