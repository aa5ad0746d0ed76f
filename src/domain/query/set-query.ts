import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../content-model/content-model.ts';
import { fieldWithValues } from '../metadata/metadata-fields.ts';
import type { BaseQuery, Criterion, MetadataQuery, MetadataSet } from '../metadata/metadata-set.ts';
import { builtInFields, everything, joinedQuery, nothing, partsOf, type Query } from './query.ts';
import { defaultStatement, filledStatement, isAnything, usesValue } from './query-statement.ts';
import { isSearchName, valueField } from './search-names.ts';
import { bestMatchOf, hasTypedText, limitedQuery, typedTextOf } from './typed-text.ts';

/** The values that a client sent for one criterion of a query. */
export interface CriterionInput {
  readonly property: string;
  readonly values: readonly string[];
}

/** What `queryOfSet` needs besides the criteria. */
export interface SetQueryParts {
  readonly set: MetadataSet;
  readonly query: MetadataQuery;
  readonly contentModel: ContentModel;
  /** Short names of the properties in metadata sets. */
  readonly setProperties: ReadonlySet<string>;
  /**
   * The keys of the entries in the value list of the property whose name is `text`. Empty if `text` is a key itself, or
   * if no entry has this name.
   */
  readonly keysNamed?: (property: string, text: string) => readonly string[];
  /** Parses the query syntax of node search. */
  readonly parse: (text: string) => Query;
}

/** Maximum number of values of all criteria together. */
const maxValues = 200;
/** Maximum number of leaves in the resulting query. */
const maxTerms = 500;

/** Criteria whose value is a search text. Its words are matched separately. */
const typedCriteria: readonly string[] = ['ngsearchword', 'searchword'];

/** The search texts of all criteria, joined with spaces. */
export const typedText = (criteria: readonly CriterionInput[]): string =>
  criteria.flatMap(({ property, values }) => (typedCriteria.includes(property) ? values : [])).join(' ');

/** Fields that every query of every set accepts besides its own criteria and properties. */
const implicitNames: readonly string[] = [...builtInFields, 'ANCESTOR'];

const joined = (queries: readonly Query[], join: 'AND' | 'OR' | undefined): Query =>
  queries.length === 0 ? everything : joinedQuery(join === 'OR' ? 'any' : 'all', queries);

/**
 * Builds the query of a metadata set for these criteria: its base queries, its own statement, and the statement of each
 * criterion. An empty value restricts nothing. A property that is not a criterion must have one of the values as a whole.
 *
 * Throws `BadRequest` for an unknown criterion (with the nearest known one), for several values if only one is allowed, for
 * too many values or terms, and for a statement or an unescaped value that cannot be parsed.
 */
export function queryOfSet(parts: SetQueryParts, input: readonly CriterionInput[]): Query {
  requireLucene(parts);
  const criteria = withValues(parts, input);
  requireCriteria(parts, criteria);
  const base = basesOf(parts).filter(({ unlessGiven }) => !criteria.some(({ property }) => property === unlessGiven));
  const statements = [...base.map(({ statement }) => statement), parts.query.statement ?? '']
    .filter((statement) => statement.trim() !== '')
    .map((statement) => read(parts, statement, `The query ${parts.query.id} of the metadata set ${parts.set.id}`));
  const conditions = criteria.map((criterion) => queryOfCriterion(parts, criterion));
  const condition = conditions.length === 0 ? [] : [joined(conditions, parts.query.join)];
  const query = joined([...statements, ...condition], 'AND');
  if (termsOf(query) > maxTerms) {
    throw badRequest(
      `The criteria and the statements of the query ${parts.query.id} have more than ${maxTerms} terms together. Send fewer values.`,
    );
  }
  return query;
}

/** Statements in another language are stored only for export. Parsed as Lucene, they would be wrong. */
function requireLucene({ set, query }: SetQueryParts): void {
  const usesBase = query.applyBase !== false && (set.queries?.base ?? []).length > 0;
  const languages = [query.syntax ?? set.queries?.syntax, ...(usesBase ? [set.queries?.syntax] : [])];
  if (!languages.includes('dsl')) return;
  throw badRequest(
    `The query ${query.id} of the metadata set ${set.id} has statements in the language dsl, which edu-repo does not evaluate. An administrator can rewrite them in the syntax of node search (see edu-repo help query) and set "syntax: lucene".`,
  );
}

/** The criteria that have values, under the names that the query uses. */
function withValues({ query, contentModel }: SetQueryParts, input: readonly CriterionInput[]): CriterionInput[] {
  const own = new Set(query.criteria.map(({ property }) => property));
  const byName = new Map<string, Set<string>>();
  for (const { property, values } of input) {
    const name = own.has(property) ? property : (contentModel.shortName(property) ?? property);
    const effective = values.filter((value) => value !== '' || hasStatementFor(query, property, value));
    const known = byName.get(name);
    if (known !== undefined) for (const value of effective) known.add(value);
    else if (effective.length > 0) byName.set(name, new Set(effective));
  }
  const criteria = [...byName].map(([property, values]) => ({ property, values: [...values] }));
  const count = criteria.reduce((sum, { values }) => sum + values.length, 0);
  if (count > maxValues) {
    throw badRequest(`The criteria have ${count} values, and the maximum is ${maxValues}. Send fewer values.`);
  }
  return criteria;
}

const criterionNamed = (query: MetadataQuery, name: string): Criterion | undefined =>
  query.criteria.find(({ property }) => property === name);

const hasStatementFor = (query: MetadataQuery, name: string, value: string): boolean =>
  criterionNamed(query, name)?.statementsByValue?.has(value) === true;

function requireCriteria({ set, query }: SetQueryParts, criteria: readonly CriterionInput[]): void {
  const allowed = query.allowWithoutCriteria ?? set.queries?.allowWithoutCriteria ?? true;
  if (allowed || criteria.length > 0) return;
  throw badRequest(
    `The query ${query.id} of the metadata set ${set.id} needs at least one criterion with a value. Its criteria are ${namesOf(query).join(', ')}.`,
  );
}

const namesOf = (query: MetadataQuery): string[] => query.criteria.map(({ property }) => property);

function basesOf({ set, query }: SetQueryParts): readonly BaseQuery[] {
  return [...(query.applyBase === false ? [] : (set.queries?.base ?? [])), ...(query.base ?? [])];
}

function queryOfCriterion(parts: SetQueryParts, input: CriterionInput): Query {
  const criterion = criterionNamed(parts.query, input.property);
  if (criterion === undefined) return implicitQuery(parts, input);
  if (input.values.length > 1 && criterion.multiple !== true) {
    throw badRequest(
      `The criterion ${input.property} takes one value, and ${input.values.length} were sent. Send only one.`,
    );
  }
  const queries = input.values.map((value) => queryOfValue(parts, criterion, value));
  return joined(queries, criterion.multipleJoin ?? 'OR');
}

function implicitQuery(parts: SetQueryParts, { property, values }: CriterionInput): Query {
  const { query, contentModel, setProperties } = parts;
  if (implicitNames.includes(property)) {
    const queries = values.map((value) =>
      queryOfValue(parts, { property, statement: `${property}:"$` + '{value}"' }, value),
    );
    return joined(queries, 'OR');
  }
  if (!isSearchName(property, parts)) {
    const known = [...namesOf(query), ...contentModel.properties.keys(), ...setProperties];
    throw badRequest(
      `"${property.slice(0, 100)}" is neither a criterion of the query ${query.id} nor a property of a registered namespace. Did you mean ${nearestOf(known, property)}?`,
    );
  }
  return joined(
    values.map((value) => wholeValue(parts, property, value)),
    'OR',
  );
}

/** Matches the value itself, and the keys of list entries with this name: nodes may have either. */
function wholeValue({ keysNamed }: SetQueryParts, property: string, value: string): Query {
  const field = valueField(property);
  const candidates = [value, ...(keysNamed?.(property, value) ?? [])];
  return joined(
    candidates.map((candidate): Query => ({ kind: 'value', field, value: candidate })),
    'OR',
  );
}

/** A value from a list matches as a whole: `CC_BY` is not `CC_BY_SA`. So does a value without a letter or digit. */
const isWholeValue = ({ set, query }: SetQueryParts, criterion: Criterion, value: string): boolean =>
  criterion.property.includes(':') &&
  (!hasTypedText(value) ||
    (criterion.escape !== false && fieldWithValues(set, query, criterion.property)?.values !== undefined));

/** The maximum number of values that an error lists. */
const maxListedValues = 20;

/** A criterion that is not a property and has statements by value accepts only these values. */
function requireKnownValue({ query }: SetQueryParts, criterion: Criterion, value: string): void {
  const { property, statementsByValue } = criterion;
  if (property.includes(':') || statementsByValue === undefined || statementsByValue.size === 0) return;
  const known = [...statementsByValue.keys()];
  const list = known.length > maxListedValues ? '' : ` Its values are ${known.join(', ')}.`;
  throw badRequest(
    `The criterion ${property} of the query ${query.id} has no value "${value.slice(0, 100)}". Did you mean ${nearestOf(known, value)}?${list}`,
  );
}

/** The statement for a value, by its key or by its caption. */
function statementOf({ keysNamed }: SetQueryParts, { property, statementsByValue }: Criterion, value: string) {
  const keys = [value, ...(keysNamed?.(property, value) ?? [])];
  return keys.map((key) => statementsByValue?.get(key)).find((statement) => statement !== undefined);
}

function queryOfValue(parts: SetQueryParts, criterion: Criterion, value: string): Query {
  const own = statementOf(parts, criterion, value);
  const stated = own ?? criterion.statement;
  if (stated === undefined) requireKnownValue(parts, criterion, value);
  if (stated === undefined && isWholeValue(parts, criterion, value)) {
    return wholeValue(parts, criterion.property, value);
  }
  const statement = stated ?? defaultStatement(criterion.property);
  const fill = (text: string): Query => {
    const about = `The criterion ${criterion.property} of the query ${parts.query.id}, with the value "${text.slice(0, 100)}",`;
    return read(parts, filledStatement(statement, text, criterion.escape), about);
  };
  const isTyped = typedCriteria.includes(criterion.property) && usesValue(statement);
  return isTyped && own === undefined ? queryOfTyped(parts, statement, value, fill) : fill(value);
}

/** Matches a search text: any of the words, best those with all. Quoted phrases match exactly. */
function queryOfTyped(
  { parse }: SetQueryParts,
  statement: string,
  value: string,
  fill: (text: string) => Query,
): Query {
  if (isAnything(value)) return everything;
  const typed = typedTextOf(value);
  const { words, phrases, excluded, conditions } = typed;
  const hasLimits = excluded.length + conditions.length > 0;
  if (words.length + phrases.length === 0) return hasLimits ? limitedQuery(undefined, typed) : nothing;
  // A statement with WORDS: splits its value into words itself, and does not accept phrases.
  if (!statement.includes('WORDS:')) return limitedQuery(bestMatchOf(words, phrases, fill), typed);
  const exact = phrases.map((phrase) => parse(filledStatement('"$' + '{value}"', phrase)));
  return limitedQuery(joined([...(words.length === 0 ? [] : [fill(words.join(' '))]), ...exact], 'AND'), typed);
}

/** The error with a message that names the part of the request that caused it. */
const unsearchable = (about: string, cause: RepositoryError): RepositoryError =>
  new RepositoryError(cause.code, `${about} cannot be searched. ${cause.message}`, {
    cause,
    details: { ...cause.details },
  });

function read({ parse }: SetQueryParts, text: string, about: string): Query {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof RepositoryError ? unsearchable(about, error) : error;
  }
}

const termsOf = (query: Query): number => {
  const parts = partsOf(query);
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + termsOf(part), 0);
};
