import { messageOf } from '../../base/errors/errors.ts';
import type { BaseQuery, MetadataQuery, MetadataSet, QuerySyntax } from '../metadata/metadata-set.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryContext } from '../query/query-fields.ts';

/** A sample value that is a valid word in every position. */
const sample = 'x1';

function* statementsOf(query: MetadataQuery): Generator<readonly [where: string, statement: string]> {
  const where = `the query ${query.id}`;
  if (query.statement !== undefined) yield [where, query.statement];
  for (const { statement } of query.base ?? []) yield [`the base query of ${where}`, statement];
  for (const { property, statement, statementsByValue } of query.criteria) {
    if (statement !== undefined) yield [`${where}, ${property}`, statement];
    for (const [value, text] of statementsByValue ?? []) yield [`${where}, ${property}, value ${value}`, text];
  }
}

const baseStatements = (base: readonly BaseQuery[] | undefined) =>
  (base ?? []).map(({ statement }) => ['the base query of the set', statement] as const);

const isLucene = (syntax: QuerySyntax | undefined): boolean => syntax !== 'dsl';

/** The Lucene statements of a set that cannot be parsed, each with the reason. */
export function* statementProblems({ queries }: MetadataSet, context: QueryContext): Generator<string> {
  if (queries === undefined) return;
  const statements = [
    ...(isLucene(queries.syntax) ? baseStatements(queries.base) : []),
    ...queries.queries
      .filter(({ syntax }) => isLucene(syntax ?? queries.syntax))
      .flatMap((query) => [...statementsOf(query)]),
  ];
  for (const [where, statement] of statements) {
    const text = statement.replaceAll('${value}', sample);
    if (text.trim() === '') continue;
    try {
      parseQuery(text, context);
    } catch (error) {
      yield `${where}: the statement cannot be used in a search: ${messageOf(error)}`;
    }
  }
}
