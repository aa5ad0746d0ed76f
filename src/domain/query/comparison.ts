import { negated, type Query } from './query.ts';
import { escapedValue, filledStatement } from './query-statement.ts';
import { valueField } from './search-names.ts';

/** How a property is compared with a value. */
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A condition on a property. */
export interface Comparison {
  /** Short name. */
  readonly property: string;
  readonly comparator: Comparator;
  /** Empty: the property has no value. */
  readonly value: string;
}

/** The ranges of the query syntax, which compare numbers and dates by value. */
const ranges: Readonly<Record<Exclude<Comparator, '=' | '!='>, string>> = {
  '<': '[MIN TO "$value"}',
  '<=': '[MIN TO "$value"]',
  '>': '{"$value" TO MAX]',
  '>=': '["$value" TO MAX]',
};

function equals(property: string, value: string): Query {
  const field = valueField(property);
  return value === '' ? negated({ kind: 'exists', field }) : { kind: 'value', field, value };
}

function queryOf({ property, comparator, value }: Comparison, parse: (text: string) => Query): Query {
  if (comparator === '=') return equals(property, value);
  if (comparator === '!=') return negated(equals(property, value));
  const statement = `@${escapedValue(property)}:${ranges[comparator].replace('$value', '$' + '{value}')}`;
  return parse(filledStatement(statement, value));
}

/**
 * The query for nodes that meet all comparisons (`AND`) or at least one (`OR`). If a property has several values, one
 * must meet the comparison; for `!=`, all must.
 */
export const queryOfComparisons = (
  comparisons: readonly Comparison[],
  mode: 'AND' | 'OR',
  parse: (text: string) => Query,
): Query => ({
  kind: mode === 'AND' ? 'all' : 'any',
  of: comparisons.map((comparison) => queryOf(comparison, parse)),
});
