import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import { nearestOf } from '../../base/nearest.ts';
import type { ContentModel } from '../content-model/content-model.ts';
import { fieldWithValues } from '../metadata/metadata-fields.ts';
import type { BaseQuery, Criterion, MetadataQuery, MetadataSet } from '../metadata/metadata-set.ts';
import { builtInFields, partsOf, type Query } from './query.ts';
import {
  usesValue,
  defaultStatement,
  filledStatement,
  hasTypedText,
  isAnything,
  typedTextOf,
} from './query-statement.ts';
import { isSearchName, valueField } from './search-names.ts';

/** What is asked of one criterion of a query, as it was sent. */
export interface CriterionInput {
  readonly property: string;
  readonly values: readonly string[];
}

export interface SetQueryParts {
  readonly set: MetadataSet;
  readonly query: MetadataQuery;
  readonly contentModel: ContentModel;
  /** Properties that a metadata set speaks of. */
  readonly setProperties: ReadonlySet<string>;
  /** The keys of what is called so in the list of this property, where it is no key of it; none where nothing is. */
  readonly keysNamed?: (property: string, text: string) => readonly string[];
  /** Reads a query's notation. */
  readonly parse: (text: string) => Query;
}

/** All values together. */
const mostValues = 200;
/** Of what is compared with documents. */
const mostTerms = 500;

/** Criteria that hold what somebody typed: each word counts by itself. */
const typedCriteria: readonly string[] = ['ngsearchword', 'searchword'];

/** What somebody typed, in all criteria that hold such. */
export const typedText = (given: readonly CriterionInput[]): string =>
  given.flatMap(({ property, values }) => (typedCriteria.includes(property) ? values : [])).join(' ');

/** What every query of every set understands besides its own criteria and the known properties. */
const implicitNames: readonly string[] = [...builtInFields, 'ANCESTOR'];

const everything: Query = { kind: 'everything' };

function joined(queries: readonly Query[], join: 'AND' | 'OR' | undefined): Query {
  const [first] = queries;
  if (first === undefined) return everything;
  if (queries.length === 1) return first;
  return { kind: join === 'OR' ? 'any' : 'all', of: queries };
}

/**
 * The query that a metadata set makes of criteria: what its base queries say, and what the query itself says, and each
 * criterion by its statement. A value that is empty keeps nothing out; a known property that is no criterion must have one of
 * the values, whole.
 *
 * Throws `BadRequest` for a criterion that nobody knows (naming the nearest known one), for several values where one is allowed,
 * for more than is looked for at once, and for a statement or an unescaped value that cannot be read.
 */
export function queryOfSet(parts: SetQueryParts, given: readonly CriterionInput[]): Query {
  requireLucene(parts);
  const criteria = withValues(parts, given);
  requireCriteria(parts, criteria);
  const base = basesOf(parts).filter(({ unlessGiven }) => !criteria.some(({ property }) => property === unlessGiven));
  const fixed = [...base.map(({ statement }) => statement), parts.query.statement ?? '']
    .filter((statement) => statement.trim() !== '')
    .map((statement) => read(parts, statement, `The query ${parts.query.id} of the metadata set ${parts.set.id}`));
  const asked = criteria.map((criterion) => queryOfCriterion(parts, criterion));
  const query = joined([...fixed, ...(asked.length === 0 ? [] : [joined(asked, parts.query.join)])], 'AND');
  if (termsOf(query) > mostTerms) {
    throw badRequest(
      `The criteria ask for too much at once: with the statements of the query ${parts.query.id} they are more than ${mostTerms} terms. Ask for fewer values.`,
    );
  }
  return query;
}

/** Statements in another language are kept for whoever exports them; read as ours they would mean something else, or nothing. */
function requireLucene({ set, query }: SetQueryParts): void {
  const usesBase = query.applyBase !== false && (set.queries?.base ?? []).length > 0;
  const languages = [query.syntax ?? set.queries?.syntax, ...(usesBase ? [set.queries?.syntax] : [])];
  if (!languages.includes('dsl')) return;
  throw badRequest(
    `The query ${query.id} of the metadata set ${set.id} has statements in the language dsl, which is not evaluated here. An administrator can write them in that of node search (edu-repo help query), with «syntax: lucene».`,
  );
}

/** The criteria that keep something out, under the names that the query has for them. */
function withValues({ query, contentModel: dictionary }: SetQueryParts, given: readonly CriterionInput[]): CriterionInput[] {
  const own = new Set(query.criteria.map(({ property }) => property));
  const byName = new Map<string, readonly string[]>();
  for (const { property, values } of given) {
    const name = own.has(property) ? property : (dictionary.shortName(property) ?? property);
    const meant = values.filter((value) => value !== '' || hasStatementFor(query, property, value));
    if (meant.length > 0) byName.set(name, [...new Set([...(byName.get(name) ?? []), ...meant])]);
  }
  const criteria = [...byName].map(([property, values]) => ({ property, values }));
  const count = criteria.reduce((sum, { values }) => sum + values.length, 0);
  if (count > mostValues) throw badRequest(`The criteria have ${count} values, and ${mostValues} are the most.`);
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
    `The query ${query.id} of the metadata set ${set.id} does not search without a criterion that has a value. Its criteria are ${namesOf(query).join(', ')}.`,
  );
}

const namesOf = (query: MetadataQuery): string[] => query.criteria.map(({ property }) => property);

function basesOf({ set, query }: SetQueryParts): readonly BaseQuery[] {
  return [...(query.applyBase === false ? [] : (set.queries?.base ?? [])), ...(query.base ?? [])];
}

function queryOfCriterion(parts: SetQueryParts, given: CriterionInput): Query {
  const criterion = criterionNamed(parts.query, given.property);
  if (criterion === undefined) return implicitQuery(parts, given);
  if (given.values.length > 1 && criterion.multiple !== true) {
    throw badRequest(
      `The criterion ${given.property} takes one value, and ${given.values.length} were sent. Send one of them.`,
    );
  }
  const queries = given.values.map((value) => queryOfValue(parts, criterion, value));
  return joined(queries, criterion.multipleJoin ?? 'OR');
}

function implicitQuery(parts: SetQueryParts, { property, values }: CriterionInput): Query {
  const { query, contentModel: dictionary, setProperties: ofSets } = parts;
  if (implicitNames.includes(property)) {
    const queries = values.map((value) =>
      queryOfValue(parts, { property, statement: `${property}:"$` + '{value}"' }, value),
    );
    return joined(queries, 'OR');
  }
  if (!isSearchName(property, parts)) {
    const known = [...namesOf(query), ...dictionary.properties.keys(), ...ofSets];
    throw badRequest(
      `«${property.slice(0, 100)}» is no criterion of the query ${query.id}, and no known property. Did you mean ${nearestOf(known, property)}?`,
    );
  }
  return joined(
    values.map((value) => wholeValue(parts, property, value)),
    'OR',
  );
}

/** The value as it stands, or what is called so in its list: some material may have been described with either. */
function wholeValue({ keysNamed: keysCalled }: SetQueryParts, property: string, value: string): Query {
  const field = valueField(property);
  const meant = [value, ...(keysCalled?.(property, value) ?? [])];
  return joined(
    meant.map((one): Query => ({ kind: 'value', field, value: one })),
    'OR',
  );
}

/** What is chosen from a list is meant as it stands: `CC_BY` is not `CC_BY_SA`. What has no word can only be meant so. */
const isWholeValue = ({ set, query }: SetQueryParts, criterion: Criterion, value: string): boolean =>
  criterion.property.includes(':') &&
  (!hasTypedText(value) ||
    (criterion.escape !== false && fieldWithValues(set, query, criterion.property)?.values !== undefined));

/** What is no property has no value to compare, but those that it has statements for. */
function requireStatedValue({ query }: SetQueryParts, criterion: Criterion, value: string): void {
  const { property, statementsByValue } = criterion;
  if (property.includes(':') || statementsByValue === undefined || statementsByValue.size === 0) return;
  throw badRequest(
    `The criterion ${property} of the query ${query.id} has no value «${value.slice(0, 100)}». Did you mean ${nearestOf(statementsByValue.keys(), value)}?`,
  );
}

function queryOfValue(parts: SetQueryParts, criterion: Criterion, value: string): Query {
  const own = criterion.statementsByValue?.get(value);
  const written = own ?? criterion.statement;
  if (written === undefined) requireStatedValue(parts, criterion, value);
  if (written === undefined && isWholeValue(parts, criterion, value)) {
    return wholeValue(parts, criterion.property, value);
  }
  const statement = written ?? defaultStatement(criterion.property);
  const fill = (text: string): Query => {
    const about = `The criterion ${criterion.property} of the query ${parts.query.id}, with the value «${text.slice(0, 100)}»,`;
    return read(parts, filledStatement(statement, text, criterion.escape), about);
  };
  const isTyped = typedCriteria.includes(criterion.property) && usesValue(statement);
  return isTyped && own === undefined ? queryOfTyped(parts, statement, value, fill) : fill(value);
}

/** What was typed: all of the words, and where nothing has all of them, most; what was quoted as it stands. */
function queryOfTyped(
  { parse }: SetQueryParts,
  statement: string,
  value: string,
  fill: (text: string) => Query,
): Query {
  if (isAnything(value)) return everything;
  const { words, phrases } = typedTextOf(value);
  if (words.length + phrases.length === 0) return { kind: 'nothing' };
  // Such a statement takes words apart by itself, and nothing but words.
  if (statement.includes('WORDS:')) {
    const exact = phrases.map((phrase) => parse(filledStatement('"$' + '{value}"', phrase)));
    return joined([...(words.length === 0 ? [] : [fill(words.join(' '))]), ...exact], 'AND');
  }
  const queries = [...words, ...phrases].map(fill);
  return queries.length === 1 ? joined(queries, 'AND') : { kind: 'minimumShouldMatch', of: queries };
}

/** The same failure, said of what was asked. */
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
