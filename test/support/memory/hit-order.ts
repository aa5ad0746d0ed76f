import { dateIn, naturalText, numberIn } from '../../../src/domain/text/value-parsing.ts';
import type { SortKey } from '../../../src/ports/search-index.ts';
import { valuesOf } from './evaluate-query.ts';
import type { Hit } from './search-index.ts';

/** Hits by these keys, or the best first where there is none; equal ones by their ids. */
export function inOrder(hits: readonly Hit[], sort: readonly SortKey[]): readonly Hit[] {
  const keys: readonly SortKey[] = sort.length > 0 ? sort : [{ property: 'score', as: 'number', ascending: false }];
  return hits.toSorted((left, right) => {
    for (const key of keys) {
      const order = compare(sortValue(left, key), sortValue(right, key), key.ascending);
      if (order !== 0) return order;
    }
    return left.document.id < right.document.id ? -1 : 1;
  });
}

type SortValue = string | number | undefined;

function sortValue(hit: Hit, { otherwise, ...key }: SortKey): SortValue {
  const value = singleValue(hit, key);
  return value === undefined && otherwise !== undefined ? singleValue(hit, { ...key, property: otherwise }) : value;
}

function singleValue({ document, score }: Hit, { property, as }: SortKey): SortValue {
  if (property === 'score') return score;
  const [value] = valuesOf(document, property);
  if (value === undefined) return undefined;
  if (as === 'text') return naturalText(value) || undefined;
  return as === 'number' ? numberIn(value) : dateIn(value);
}

/** What has no value comes last, whichever the direction. */
function compare(left: SortValue, right: SortValue, ascending: boolean): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right === ascending ? -1 : 1;
}
