import { firstPosition } from '../../../base/first-position.ts';
import { asNodeId } from '../../../base/ids.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import {
  type DocumentField,
  documentFields,
  isDocumentField,
  type Query,
  type RangeQuery,
} from '../../../domain/query/query.ts';
import { isBetween, sortableText } from '../../../domain/text/value-parsing.ts';
import { compareUuids, uuidSize } from '../codec/uuids.ts';
import { addWithValue, filledValues } from '../segment/doc-values.ts';
import { columnOf } from '../segment/id-doc-values.ts';
import type { PropertyColumn } from '../segment/property-columns.ts';
import { has, put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import { findDocument, idBytesOf } from '../segment/segment-documents.ts';
import { numberInTable, textAt, textCount } from '../segment/text-table.ts';
import { type Evaluation, newScoredDocs } from './evaluation.ts';

type ColumnQuery = Extract<Query, { readonly kind: 'range' | 'value' | 'exists' }>;

/** The documents whose values match the query. */
export function* evaluateColumn(
  query: ColumnQuery,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const { segment, boost } = evaluation;
  const docs = newScoredDocs(evaluation);
  const take = (document: number): void => {
    if (within === undefined || has(within, document)) put(docs, document, boost);
  };
  if (isDocumentField(query.field)) {
    if (query.kind === 'exists' && evaluation.parts.includes(query.field)) eachWithPart(query.field, segment, take);
  } else if (query.kind === 'value' && (query.field === 'ID' || query.field === 'PARENT')) {
    eachWithId(query.field, query.value, segment, take);
  } else {
    const column = yield* columnOf(segment, query.field);
    if (column === undefined) return docs;
    const accepted = yield* acceptedValues(query, column, evaluation);
    yield* addWithValue(docs, { column, accepted, score: boost, within });
  }
  return docs;
}

function eachWithPart(field: DocumentField, { lengths, size }: Segment, take: (document: number) => void): void {
  const start = documentFields.indexOf(field) * size;
  for (let document = 0; document < size; document += 1) if (lengths[start + document] !== 0) take(document);
}

/** Compares the IDs directly, because creating a column of IDs takes longer. */
function eachWithId(field: 'ID' | 'PARENT', value: string, segment: Segment, take: (document: number) => void): void {
  const id = asNodeId(value);
  if (id !== value) return;
  const idBytes = idBytesOf([id]);
  if (field === 'ID') {
    const document = findDocument(segment, idBytes);
    if (document >= 0) take(document);
    return;
  }
  const { parents, parentOf, size } = segment;
  let number = 0;
  while (number * uuidSize < parents.length && compareUuids(parents, number * uuidSize, idBytes, 0) !== 0) number += 1;
  for (let document = 0; document < size; document += 1) if (parentOf[document] === number + 1) take(document);
}

/** Which values of a column match the query: by value number, 1 if the value matches. */
function* acceptedValues(
  query: ColumnQuery,
  column: PropertyColumn,
  evaluation: Evaluation,
): CooperativeTask<Uint8Array> {
  if (query.kind === 'exists') return filledValues(column);
  const accepted = new Uint8Array(textCount(column.values));
  if (query.kind === 'value') {
    const number = numberInTable(column.values, query.value);
    if (number >= 0) accepted[number] = 1;
  } else if (query.as === 'text') yield* markTexts(accepted, query, column, evaluation);
  else markNumbers(accepted, query, column, evaluation);
  return accepted;
}

type TextRange = Extract<RangeQuery, { readonly as: 'text' }>;

/** Marks the texts in a range as accepted. In sort order, they are adjacent. */
function* markTexts(
  accepted: Uint8Array,
  range: TextRange,
  column: PropertyColumn,
  { orders }: Evaluation,
): CooperativeTask<void> {
  const { order } = yield* orders.of([column]);
  const textOf = (position: number): string => sortableText(textAt(column.values, order[position] ?? 0));
  const { from, to, ...ends } = range;
  const isAfterStart = (text: string): boolean => isBetween(text, from === undefined ? ends : { ...ends, from });
  const isBeforeEnd = (text: string): boolean => isBetween(text, to === undefined ? ends : { ...ends, to });
  const first = firstPosition(0, order.length, (position) => isAfterStart(textOf(position)));
  const end = firstPosition(0, order.length, (position) => !isBeforeEnd(textOf(position)));
  for (let position = first; position < end; position += 1) accepted[order[position] ?? 0] = 1;
}

function markNumbers(
  accepted: Uint8Array,
  range: Exclude<RangeQuery, TextRange>,
  column: PropertyColumn,
  { keys }: Evaluation,
): void {
  for (let number = 0; number < accepted.length; number += 1) {
    const key = keys.keyOf(column, range.as, number);
    if (!Number.isNaN(key) && isBetween(key, range)) accepted[number] = 1;
  }
}
