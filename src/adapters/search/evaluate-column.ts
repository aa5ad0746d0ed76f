import {
  type DocumentField,
  documentFields,
  isDocumentField,
  type Query,
  type RangeQuery,
} from '../../domain/query.ts';
import { eachWithValue, filledValues, type ValueKeys } from './columns.ts';
import type { Evaluation } from './evaluation.ts';
import { type Found, has, put } from './found.ts';
import type { PropertyColumn } from './segment.ts';
import { numberInTable, textCount } from './text-table.ts';

type ColumnQuery = Extract<Query, { readonly kind: 'range' | 'value' | 'exists' }>;

/** The documents that have a value as the query wants it. */
export function evaluateColumn(
  query: ColumnQuery,
  evaluation: Pick<Evaluation, 'segment' | 'pool' | 'parts' | 'keys'>,
  within: Found | undefined,
): Found {
  const { segment, pool } = evaluation;
  const found = pool.take(segment.size);
  const take = (document: number): void => {
    if (within === undefined || has(within, document)) put(found, document, 1);
  };
  if (isDocumentField(query.field)) {
    if (query.kind === 'exists' && evaluation.parts.includes(query.field)) eachWithPart(query.field, evaluation, take);
    return found;
  }
  const column = segment.properties.find(({ property }) => property === query.field);
  if (column !== undefined) eachWithValue(column, wantedValues(query, column, evaluation.keys), take);
  return found;
}

function eachWithPart(
  field: DocumentField,
  { segment }: Pick<Evaluation, 'segment'>,
  take: (document: number) => void,
): void {
  const start = documentFields.indexOf(field) * segment.size;
  for (let document = 0; document < segment.size; document += 1)
    if (segment.lengths[start + document] !== 0) take(document);
}

/** 1 at the numbers of the values that fit. */
function wantedValues(query: ColumnQuery, column: PropertyColumn, keys: ValueKeys): Uint8Array {
  if (query.kind === 'exists') return filledValues(column);
  const wanted = new Uint8Array(textCount(column.values));
  if (query.kind === 'range') {
    const fits = rangeTest(query, column, keys);
    for (let number = 0; number < wanted.length; number += 1) if (fits(number)) wanted[number] = 1;
    return wanted;
  }
  const number = numberInTable(column.values, query.value);
  if (number >= 0) wanted[number] = 1;
  return wanted;
}

/** Whether the value with a number is between the ends. */
function rangeTest(range: RangeQuery, column: PropertyColumn, keys: ValueKeys): (value: number) => boolean {
  if (range.as === 'text') {
    return (value) => {
      const text = keys.textOf(column, value);
      return text !== '' && isBetween(text, range, range);
    };
  }
  const { as } = range;
  return (value) => {
    const key = keys.keyOf(column, as, value);
    return !Number.isNaN(key) && isBetween(key, range, range);
  };
}

function isBetween<Value extends string | number>(
  value: Value,
  { from, to }: { readonly from?: Value; readonly to?: Value },
  { includeFrom, includeTo }: Pick<RangeQuery, 'includeFrom' | 'includeTo'>,
): boolean {
  return (
    (from === undefined || value > from || (includeFrom && value === from)) &&
    (to === undefined || value < to || (includeTo && value === to))
  );
}
