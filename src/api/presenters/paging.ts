import type { z } from 'zod';
import type { Page, PageRequest } from '../../base/paging.ts';
import type { Pagination } from '../../contract/objects/common.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, type WrittenPage } from '../response/page-stream.ts';

/** The page that a query requests, with at most `limit` entries. */
export const pageOfQuery = (
  query: { readonly maxItems: number; readonly skipCount: number },
  limit: number,
): PageRequest => ({ skip: query.skipCount, limit: Math.min(query.maxItems, limit) });

/** Writes a list without paging, `{"<name>":[…]}`, with `pagination` if the list ends early. */
export function writeWhole(
  name: string,
  { total, skip }: { readonly total: number; readonly skip: number },
  written: WrittenPage,
  context: Pick<RequestContext, 'setHeader'>,
): WrittenJson {
  const isWhole = skip + written.taken >= total;
  const pagination: z.output<typeof Pagination> = { total, from: skip, count: written.taken };
  noteEarlyEnd(context, { skip, taken: written.taken, requested: Math.max(0, total - skip) });
  return new WrittenJson(
    `{"${name}":[`,
    ...written.chunks,
    isWhole ? ']}' : `],"pagination":${JSON.stringify(pagination)}}`,
  );
}

/** Writes a page of a list, `{"<name>":[…],"pagination":{…}}`. `written` has the entries of the page that fit. */
export function writePage(
  name: string,
  page: Page<unknown>,
  written: WrittenPage,
  context: Pick<RequestContext, 'setHeader'>,
  more: object = {},
): WrittenJson {
  const pagination: z.output<typeof Pagination> = { total: page.total, from: page.skip, count: written.taken };
  noteEarlyEnd(context, { skip: page.skip, taken: written.taken, requested: page.items.length });
  const rest = JSON.stringify({ pagination, ...more }).slice(1);
  return new WrittenJson(`{"${name}":[`, ...written.chunks, `],${rest}`);
}
