import { describe, expect, test } from 'vitest';
import { asNodeId } from '../../../../src/base/ids.ts';
import type { ValueType } from '../../../../src/domain/content-model/content-model.ts';
import { type SortValue, sortValueOf } from '../../../../src/domain/listing/sort-values.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';

const id = asNodeId('00000000-0000-4000-8000-000000000001');
if (id === undefined) throw new Error('This should be the id of a node.');
const node = newNode({
  id,
  parent: null,
  type: 'ccm:io',
  folder: false,
  name: 'a',
  at: '2021-01-01T00:00:00.000Z',
  by: 'anna',
});

const rows: readonly (readonly [ValueType, string, SortValue])[] = [
  ['text', ' Äpfel ', 'Äpfel'],
  ['text', '', undefined],
  ['boolean', 'true', 'true'],
  ['number', '10', 10],
  ['number', '-2.5', -2.5],
  ['number', '1e3', 1000],
  ['number', '', undefined],
  ['number', '1e999', undefined],
  ['number', '9'.repeat(400), undefined],
  ['date', '9'.repeat(400), undefined],
  ['number', 'kept from before the property was one', undefined],
  ['date', '1609459200000', 1_609_459_200_000],
  ['date', '2021-01-01', 1_609_459_200_000],
  ['date', '2021-01-01 00:00:00Z', 1_609_459_200_000],
  ['date', '2021-01-01T00:00:00,000Z', 1_609_459_200_000],
  ['date', '2021-01-01T10:00+01', 1_609_459_200_000],
  ['date', '2021', 1_609_459_200_000],
  ['date', 'soon', undefined],
];

describe('the value that a node is ordered by', () => {
  test.each(rows)('of the type %s for «%s» is %s', (type, text, value) => {
    const described = { ...node, properties: { 'ccm:any': [text, 'the second'] } };
    expect(sortValueOf('ccm:any', type, described)).toBe(value);
  });

  test('of what the repository says itself does not come from the properties', () => {
    expect(sortValueOf('cm:modified', 'text', node)).toBe(1_609_459_200_000);
    expect(sortValueOf('cclom:size', 'number', node)).toBeUndefined();
    expect(sortValueOf('ccm:nowhere', 'text', node)).toBeUndefined();
  });
});
