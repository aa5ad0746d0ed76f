import { numberIn, sortableText, type TimeSpan, timeSpanIn } from '../text/value-parsing.ts';
import { dateMath } from './date-math.ts';
import type { Query } from './query.ts';
import type { Bound, Fail, RangeLiteral } from './query-cursor.ts';
import type { QueryContext, QueryField } from './query-fields.ts';

const isOpen = ({ text, quoted }: Bound): boolean => !quoted && ['*', 'MIN', 'MAX'].includes(text);

/**
 * The query for a range of a property. It compares numbers, dates or texts, by the type of the property. If the content
 * model does not know the property, the type is what both bounds can be read as. A bound that names a day, a month or a
 * year means all of it.
 */
export function rangeQuery(field: QueryField, range: RangeLiteral, context: QueryContext, fail: Fail): Query {
  if (field.kind !== 'property') {
    return fail(range.position, 'a range needs a property before it, as in cm:created:[2026-01-01 TO NOW]');
  }
  const spanOf = ({ text, quoted }: Bound): TimeSpan | undefined => {
    const time = !quoted && text.startsWith('NOW') ? dateMath(text, context.now) : undefined;
    return time === undefined ? timeSpanIn(text) : { start: time, end: time + 1 };
  };
  switch (field.type) {
    case 'number':
      return numbers(field.name, range, fail);
    case 'date':
      return dates(field.name, range, spanOf, fail);
    case undefined:
      if (everyBound(range, ({ text }) => numberIn(text) !== undefined)) return numbers(field.name, range, fail);
      if (everyBound(range, (bound) => spanOf(bound) !== undefined)) return dates(field.name, range, spanOf, fail);
      return texts(field.name, range, fail);
    default:
      return texts(field.name, range, fail);
  }
}

/** Whether at least one bound is not open, and all such bounds fulfil the condition. */
function everyBound({ from, to }: RangeLiteral, isValid: (bound: Bound) => boolean): boolean {
  const closed = [from, to].filter((bound) => !isOpen(bound));
  return closed.length > 0 && closed.every(isValid);
}

/** The value of a bound; undefined if it is open. */
function read<Value>(
  bound: Bound,
  readBound: (bound: Bound) => Value | undefined,
  fail: Fail,
  expected: string,
): Value | undefined {
  if (isOpen(bound)) return undefined;
  return readBound(bound) ?? fail(bound.position, `"${bound.text.slice(0, 60)}" is ${expected}`);
}

function numbers(field: string, { from, to, includeFrom, includeTo }: RangeLiteral, fail: Fail): Query {
  const expected = `not a number, and the values of ${field} are numbers such as 12 or 1.5`;
  const [first, last] = [from, to].map((bound) => read(bound, ({ text }) => numberIn(text), fail, expected));
  return { kind: 'range', field, as: 'number', includeFrom, includeTo, ...bounds(first, last) };
}

function dates(
  field: string,
  { from, to, includeFrom, includeTo }: RangeLiteral,
  spanOf: (bound: Bound) => TimeSpan | undefined,
  fail: Fail,
): Query {
  const expected = `not a date, and the values of ${field} are dates such as 2026-01-31, 2026-01-31T08:00:00Z, NOW or NOW-7DAYS`;
  const [first, last] = [from, to].map((bound) => read(bound, spanOf, fail, expected));
  const [start, end] = [includeFrom ? first?.start : first?.end, includeTo ? last?.end : last?.start];
  return { kind: 'range', field, as: 'date', includeFrom: true, includeTo: false, ...bounds(start, end) };
}

function texts(field: string, { from, to, includeFrom, includeTo }: RangeLiteral, fail: Fail): Query {
  const expected = 'an empty bound; use * for an open end';
  const sortable = ({ text }: Bound): string | undefined => sortableText(text) || undefined;
  const [first, last] = [from, to].map((bound) => read(bound, sortable, fail, expected));
  return { kind: 'range', field, as: 'text', includeFrom, includeTo, ...bounds(first, last) };
}

function bounds<Value>(from: Value | undefined, to: Value | undefined): { readonly from?: Value; readonly to?: Value } {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
