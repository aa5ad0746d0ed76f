import { expect, test } from 'vitest';
import { createQueryReader } from '../../../../src/api/request/query-reader.ts';
import { operations } from '../../../../src/contract/index.ts';
import type { Operation } from '../../../../src/contract/operation.ts';
import { readWireQuery, type WireQuery } from '../../../../src/contract/wire-query.ts';

const schemas = Object.entries<Operation>(operations).flatMap(([name, { query }]) =>
  query === undefined ? [] : [[name, query] as const],
);

/** What fits one parameter or another, and what fits none. */
const texts = ['', '1', 'true', 'FILES', 'cm:name', 'a-b_c', '-1', 'x'.repeat(5000)];

const sentTo = (names: readonly string[]): WireQuery[] => [
  {},
  { unknown: '1' },
  ...names.flatMap((name) => texts.map((text) => ({ [name]: text }))),
  ...names.flatMap((name) => [{ [name]: ['1', 'true', ''] }, { [name]: [] }]),
  ...texts.map((text) => Object.fromEntries(names.map((name) => [name, text]))),
];

test.each(schemas)('%s: a query is read one by one as the whole schema reads it, or refused', (_, schema) => {
  const reader = createQueryReader(schema);
  for (const sent of sentTo(Object.keys(schema.shape))) {
    const { success, data } = schema.safeParse(readWireQuery(schema, sent));
    const isOneByOne = (schema.def.checks ?? []).length === 0;
    expect(reader(sent), JSON.stringify(sent).slice(0, 200)).toEqual(success && isOneByOne ? data : undefined);
  }
});

test('what one call is given is not what the next one is given', () => {
  const reader = createQueryReader(operations.searchNodes.query);
  const first = reader({ query: 'wald' });
  expect(first).toMatchObject({ query: 'wald', facets: [] });
  expect(reader({ query: 'see', facets: 'cm:name' })).toMatchObject({ query: 'see', facets: ['cm:name'] });
  expect(first).toMatchObject({ query: 'wald', facets: [] });
});
