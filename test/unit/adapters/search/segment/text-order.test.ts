import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnBuilder } from '../../../../../src/adapters/search/segment/doc-values-builder.ts';
import type { PropertyColumn } from '../../../../../src/adapters/search/segment/property-columns.ts';
import { createTextOrders, type TextOrder } from '../../../../../src/adapters/search/segment/text-order.ts';
import { textAt, textCount } from '../../../../../src/adapters/search/segment/text-table.ts';
import type { CooperativeTask } from '../../../../../src/base/scheduling/cooperative-task.ts';
import { sortableText } from '../../../../../src/domain/text/value-parsing.ts';

function columnOf(values: readonly string[]): PropertyColumn {
  const builder = createColumnBuilder('cm:name');
  for (const [document, value] of values.entries()) builder.add(document, [value]);
  return builder.finish(values.length);
}

function atOnce<Result>(work: CooperativeTask<Result>): { readonly result: Result; readonly pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const piece = work.next();
    if (piece.done === true) return { result: piece.value, pauses };
  }
}

const textsOf = (columns: readonly PropertyColumn[]): string[] =>
  columns.flatMap(({ values }) =>
    Array.from({ length: textCount(values) }, (_, number) => sortableText(textAt(values, number))),
  );

function expectOrder({ order, ranks }: TextOrder, texts: readonly string[]): void {
  const filled = texts.filter((text) => text !== '').sort();
  expect(Array.from(order, (number) => texts[number])).toEqual(filled);
  const different = [...new Set(filled)];
  expect([...ranks]).toEqual(texts.map((text) => different.indexOf(text) + 1));
}

const word = fc.constantFrom('', ' ', 'Ä', 'a', 'B', 'b', 'Größe', 'grosse', 'Zoo', '数', 'a b', 'A  b');

test('the values of columns are in the order of their texts, equal ones with the same rank', () => {
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (values, others) => {
      const columns = [columnOf(values), columnOf(others)];
      expectOrder(atOnce(createTextOrders().of(columns)).result, textsOf(columns));
    }),
  );
});

test('thousands of values are sorted piece by piece, once for each list of columns', () => {
  const columns = [columnOf(Array.from({ length: 10_000 }, (_, at) => `Blatt ${(at * 7919) % 10_000}`))];
  const orders = createTextOrders();
  const { result, pauses } = atOnce(orders.of(columns));
  expectOrder(result, textsOf(columns));
  expect(pauses).toBeGreaterThan(5);
  expect(orders.cached(columns)).toBe(result);
  expect(atOnce(orders.of([...columns]))).toEqual({ result, pauses: 0 });
  expect(orders.cached([...columns, ...columns])).toBeUndefined();
});
