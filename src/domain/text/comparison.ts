import type { Query } from '../query/query.ts';
import { escapedValue, filledStatement } from '../query/query-statement.ts';
import { valueField } from '../query/search-names.ts';

/** How a value of a node is compared with a given one. */
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** What a value of a property must be like. */
export interface Comparison {
  /** Short name. */
  readonly property: string;
  readonly comparator: Comparator;
  /** Empty: no value at all. */
  readonly value: string;
}

/** The ranges of the notation, which read numbers and dates as such. */
const ranges: Readonly<Record<Exclude<Comparator, '=' | '!='>, string>> = {
  '<': '[MIN TO "$value"}',
  '<=': '[MIN TO "$value"]',
  '>': '{"$value" TO MAX]',
  '>=': '["$value" TO MAX]',
};

function same(property: string, value: string): Query {
  const field = valueField(property);
  return value === '' ? { kind: 'not', query: { kind: 'exists', field } } : { kind: 'value', field, value };
}

function queryOf({ property, comparator, value }: Comparison, parse: (text: string) => Query): Query {
  if (comparator === '=') return same(property, value);
  if (comparator === '!=') return { kind: 'not', query: same(property, value) };
  const statement = `@${escapedValue(property)}:${ranges[comparator].replace('$value', '$' + '{value}')}`;
  return parse(filledStatement(statement, value));
}

/** The query for nodes that fit all comparisons, or one of them; of several values of a property one has to fit. */
export const queryOfComparisons = (
  comparisons: readonly Comparison[],
  mode: 'AND' | 'OR',
  parse: (text: string) => Query,
): Query => ({
  kind: mode === 'AND' ? 'all' : 'any',
  of: comparisons.map((comparison) => queryOf(comparison, parse)),
});
