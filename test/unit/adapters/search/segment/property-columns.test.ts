import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumnBuilder } from '../../../../../src/adapters/search/segment/doc-values-builder.ts';
import type { PropertyColumn } from '../../../../../src/adapters/search/segment/property-columns.ts';
import { joinColumns, type PropertyColumns } from '../../../../../src/adapters/search/segment/property-columns.ts';
import { textAt, textCount, totalBytes } from '../../../../../src/adapters/search/segment/text-table.ts';

/** For each document its values of one property. */
type Values = readonly (readonly string[])[];

function columnOf(property: string, values: Values): PropertyColumn {
  const builder = createColumnBuilder(property);
  for (const [document, all] of values.entries()) builder.add(document, all);
  return builder.finish(values.length);
}

/** Everything in a column, without regard to where it is stored. */
const contentOf = ({ property, values, documents, starts, numbers }: PropertyColumn) => ({
  property,
  texts: Array.from({ length: textCount(values) }, (_, number) => textAt(values, number)),
  bytes: totalBytes(values),
  documents: documents && [...documents],
  starts: starts && [...starts],
  numbers: [...numbers],
  width: numbers.BYTES_PER_ELEMENT,
});

const contentsOf = (columns: PropertyColumns) => [...columns.all()].map(contentOf);

/** Texts of all sizes, also those that are not well-formed, and enough of them for all widths of numbers. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', 'x'.repeat(40_000), 'ä'.repeat(40_000)),
);
const valuesOf = (size: number): fc.Arbitrary<Values> =>
  fc.oneof(
    fc.array(fc.array(text, { maxLength: 3 }), { minLength: size, maxLength: size }),
    fc
      .constantFrom(300, 70_000)
      .map((count) =>
        Array.from({ length: size }, (_, document) =>
          document === 0 ? Array.from({ length: count }, (_number, number) => `${number}`) : [`${document}`],
        ),
      ),
  );

const columns = fc
  .integer({ min: 1, max: 5 })
  .chain((size) => fc.array(valuesOf(size), { maxLength: 6 }))
  .map((all) => all.filter((values) => values.flat().length > 0).map((values, at) => columnOf(`ccm:p${at}`, values)));

describe('joined columns', () => {
  test('contain what the columns contain, also when they are joined again', () => {
    fc.assert(
      fc.property(columns, (separate) => {
        const joined = joinColumns(separate);
        expect(contentsOf(joined)).toEqual(separate.map(contentOf));
        expect(contentsOf(joinColumns([...joined.all()].toReversed()))).toEqual(separate.toReversed().map(contentOf));
      }),
      { numRuns: 12 },
    );
  });

  test('are found by their property, the same object each time', () => {
    const joined = joinColumns([columnOf('ccm:one', [['a']]), columnOf('ccm:two', [['b', 'c']])]);
    expect(joined.of('ccm:two')).toMatchObject({ property: 'ccm:two' });
    expect(joined.of('ccm:two')).toBe(joined.of('ccm:two'));
    expect(joined.of('ccm:three')).toBeUndefined();
  });

  test('are as many arrays for thousands of properties as for one', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => columnOf(`ccm:p${at}`, [[`${at}`]]));
    const { joined } = joinColumns(many);
    expect(joined.textStarts.items).toHaveLength(10_000);
    expect(Object.values(joined).flatMap((part) => ('items' in part ? [part.items, part.bounds] : []))).toHaveLength(
      12,
    );
  });
});
