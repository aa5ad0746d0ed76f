import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createColumnBuilder } from '../../../../../src/adapters/search/segment/doc-values-builder.ts';
import {
  joinColumns,
  type PropertyColumn,
  type PropertyColumns,
} from '../../../../../src/adapters/search/segment/property-columns.ts';
import { readSections } from '../../../../../src/adapters/search/segment/read-segment-file.ts';
import type { Segment } from '../../../../../src/adapters/search/segment/segment.ts';
import { sectionsOf, segmentFrom } from '../../../../../src/adapters/search/segment/segment-sections.ts';
import { textAt, textCount, totalBytes } from '../../../../../src/adapters/search/segment/text-table.ts';
import { writeSections } from '../../../../../src/adapters/search/segment/write-segment-file.ts';
import { mergeSegments } from '../../../../../src/adapters/search/writer/merge-segments.ts';
import { SegmentBuilder } from '../../../../../src/adapters/search/writer/segment-builder.ts';
import { createTermDictionary } from '../../../../../src/adapters/search/writer/term-dictionary.ts';
import { runNow } from '../../../../../src/base/scheduling/cooperative-task.ts';
import { aDocument, anId } from '../../../../conformance/search-index-documents.ts';

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
const joined = (columns: readonly PropertyColumn[]): PropertyColumns => runNow(joinColumns(columns));

const numbersTo = (count: number): string[] => Array.from({ length: count }, (_, number) => `${number}`);
const none: Values[number] = [];

/** Of all widths, with few and with many texts, for all and for few documents, with one and with several values. */
const allKinds: readonly PropertyColumn[] = [
  columnOf('ccm:dense', [['a'], ['b'], ['a']]),
  columnOf('ccm:sparse', [none, none, none, none, ['a']]),
  columnOf('ccm:several', [['a', 'b'], none, ['c', 'a']]),
  columnOf('ccm:sparseSeveral', [none, none, none, none, none, ['a', 'b']]),
  columnOf('ccm:wide', [numbersTo(300), ['7']]),
  columnOf('ccm:widest', [numbersTo(66_000), ['7']]),
  columnOf('ccm:empty', [[''], ['']]),
  columnOf('ccm:illFormed', [['\ud800'], ['ä']]),
  columnOf('ccm:large', [['x'.repeat(60_000)], ['ä'.repeat(30_000)]]),
  columnOf('ccm:dense2', [['z'], ['b'], ['y']]),
];

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'x'.repeat(40_000), 'ä'.repeat(40_000)));
const columns = fc
  .integer({ min: 1, max: 5 })
  .chain((size) => fc.array(fc.array(fc.array(text, { maxLength: 3 }), { minLength: size, maxLength: size })))
  .map((all) => all.filter((values) => values.flat().length > 0).map((values, at) => columnOf(`ccm:p${at}`, values)));

/** A segment of one document with this many properties. */
function segmentWith(count: number, document = 0): Segment {
  const builder = new SegmentBuilder(createTermDictionary());
  const properties = Object.fromEntries(numbersTo(count).map((number) => [`ccm:p${number}`, [`Wert ${number}`]]));
  builder.add(aDocument({ id: anId(document), properties }));
  return builder.finish();
}

describe('joined columns', () => {
  test('contain what the columns contain, also when they are joined again', () => {
    const check = (separate: readonly PropertyColumn[]): void => {
      const once = joined(separate);
      expect(contentsOf(once)).toEqual(separate.map(contentOf));
      expect(contentsOf(joined([...once.all()].toReversed()))).toEqual(separate.toReversed().map(contentOf));
    };
    check(allKinds);
    fc.assert(fc.property(columns, check), { numRuns: 30 });
  });

  test('are the same after they were stored, with large texts in the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'columns-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const segment: Segment = { ...segmentWith(1), properties: joined(allKinds) };
    await writeSections(join(folder, 'segment'), null, sectionsOf(segment));
    expect(segment.properties.joined.largeTexts.memory).toBeUndefined();
    expect(contentsOf(segment.properties)).toEqual(allKinds.map(contentOf));
    const { properties } = segmentFrom((await readSections(join(folder, 'segment'))).sections);
    expect(properties.joined.largeTexts.memory).toBeUndefined();
    expect(contentsOf(properties)).toEqual(allKinds.map(contentOf));
  });

  test('are found by their property, the same object each time', () => {
    const two = joined([columnOf('ccm:one', [['a']]), columnOf('ccm:two', [['b', 'c']])]);
    expect(two.of('ccm:two')).toMatchObject({ property: 'ccm:two' });
    expect(two.of('ccm:two')).toBe(two.of('ccm:two'));
    expect(two.of('ccm:three')).toBeUndefined();
  });

  test('are as many sections for thousands of properties as for one', () => {
    const sectionCount = (count: number) => Object.keys(sectionsOf(segmentWith(count))).length;
    expect(sectionCount(5_000)).toBe(sectionCount(1));
  });

  test('are merged with a pause after each property', async () => {
    let pauses = 0;
    const parts = [1, 2, 3, 4].map((document) => ({ segment: segmentWith(1_000, document), deleted: null }));
    const merged = await mergeSegments(parts, async () => {
      pauses += 1;
    });
    expect(merged.properties.joined.names).toHaveLength(1_001);
    expect(pauses).toBeGreaterThan(1_000);
  });
});
