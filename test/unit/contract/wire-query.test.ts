import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readWireQuery, separable } from '../../../src/contract/wire-query.ts';

const schema = z.object({
  names: separable(z.array(z.string())).default([]).describe('names'),
  ids: separable(z.array(z.string()).min(1).describe('ids')),
  more: separable(z.array(z.string())).optional(),
  flags: z.array(z.boolean()).default([]),
  values: z.array(z.string()).default([]),
});

describe('lists in a query', () => {
  test.each<[string, Record<string, string | string[]>, Record<string, unknown>]>([
    ['are repeated', { names: ['a', 'b'] }, { names: ['a', 'b'] }],
    ['of names have commas, with spaces and without', { names: 'a, b,c' }, { names: ['a', 'b', 'c'] }],
    ['do both', { ids: ['a,b', 'c'], more: 'd,e' }, { ids: ['a', 'b', 'c'], more: ['d', 'e'] }],
    ['have no empty elements', { names: ['', ',a,,', ','] }, { names: ['a'] }],
    ['of booleans have commas', { flags: 'true,False' }, { flags: [true, false] }],
    ['of values keep their commas', { values: ['a, b', 'c'] }, { values: ['a, b', 'c'] }],
  ])('%s', (_, query, expected) => {
    expect(readWireQuery(schema, query)).toEqual(expected);
  });
});
