import type { z } from 'zod';
import type { Page, PageRequest } from '../../base/paging.ts';
import type { Pagination } from '../../contract/objects/common.ts';

/** The page that a query asks for; one over the limit is cut to it. */
export const pageOfQuery = (
  query: { readonly maxItems: number; readonly skipCount: number },
  limit: number,
): PageRequest => ({ skip: query.skipCount, limit: Math.min(query.maxItems, limit) });

/** Pagination (2.2). */
export const presentPagination = (page: Page<unknown>): z.output<typeof Pagination> => ({
  total: page.total,
  from: page.skip,
  count: page.items.length,
});
