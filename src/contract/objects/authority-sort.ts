import { z } from 'zod';
import { separable } from '../wire-query.ts';
import { childrenQuery } from './children-query.ts';

/** Query parameters that sort a list of people or groups by `fields`. `last` is the field that decides between equal ones. */
export const authoritySort = (fields: string, last: string) => ({
  sortProperties: separable(z.array(z.string().max(300)).max(10))
    .default([])
    .describe(
      `What to sort by, most significant first; repeat the parameter, or separate names by commas: ${fields}. Other names have no effect. The default, and the last criterion for ties, is ${last}.`,
    ),
  sortAscending: childrenQuery.sortAscending,
});
