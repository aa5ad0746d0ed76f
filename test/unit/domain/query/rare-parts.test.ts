import { expect, test } from 'vitest';
import { rareParts } from '../../../../src/domain/query/rare-parts.ts';

test.each([
  [
    [1, 40, 90],
    [true, false, false],
  ],
  [
    [1, 3, 90],
    [true, true, false],
  ],
  [
    [1, 4, 90],
    [true, false, false],
  ],
  [
    [2, 2, 2],
    [false, false, false],
  ],
  [
    [1, 1, 3],
    [false, false, false],
  ],
  [
    [1, 1, 4],
    [true, true, false],
  ],
  [
    [0, 2, 8],
    [false, true, false],
  ],
  [
    [0, 0, 5],
    [false, false, false],
  ],
  [
    [0, 0, 0],
    [false, false, false],
  ],
  [[], []],
])('of parts with %j hits, %j are rare', (counts, expected) => expect(rareParts(counts)).toEqual(expected));
