import { badRequest } from '../../base/errors/errors.ts';
import { everything, joinedQuery, mapLeafQueries, negated, type Query } from './query.ts';
import type { QueryContext } from './query-fields.ts';
import { QueryScanner, type QueryToken } from './query-scanner.ts';

/** The maximum size of a query, in bytes of UTF-8. */
const maxQueryLength = 4096;
const maxNesting = 50;

/** Whether a document must match a clause, may match it, or must not match it. */
type Occurrence = 'must' | 'may' | 'mustNot';

interface Clause {
  readonly occurrence: Occurrence;
  /** The query of the clause; undefined if it has no letter or digit to search for. */
  readonly query: Query | undefined;
}

/**
 * Parses the query syntax of node search, which is that of Lucene: words (a node needs only one of them), `"phrases"`,
 * `field:value` and `field:(a b)`, `+must`, `-not`, `AND`, `OR`, `NOT` and their symbols, parentheses, `*` and `?`,
 * `word~1`, `word^2`, ranges, and `*:*` for everything. Fields are properties by short or long name, the parts of a
 * document (`title:x`), and fields in capitals (`TYPE:"ccm:io"`). AND binds tighter than OR. Next to a clause with `+`,
 * clauses without a sign affect only the ranking. Clauses with `-` alone exclude from everything. What is excluded must have the
 * words themselves, not only similar ones.
 *
 * Throws `BadRequest` on a syntax error, with the position (counted in characters from 1) in the message and as
 * `details.position`.
 */
export function parseQuery(text: string, context: QueryContext): Query {
  const size = Buffer.byteLength(text);
  if (size > maxQueryLength) {
    throw badRequest(
      `The query is too long: it has ${size} bytes, and the maximum is ${maxQueryLength}. Search for fewer words.`,
    );
  }
  const query = new QueryParser(new QueryScanner(text, context)).parse();
  if (query !== undefined) return query;
  throw badRequest('The query is empty: it has no word to search for. Enter a word, or *:* for everything.', {
    position: 1,
  });
}

/** A recursive descent parser. Its methods throw like `QueryScanner.fail` on a syntax error. */
class QueryParser {
  readonly #scanner: QueryScanner;
  #token: QueryToken;

  constructor(scanner: QueryScanner) {
    this.#scanner = scanner;
    this.#token = scanner.next();
  }

  /** Parses the whole query; undefined if there is nothing to search for. */
  parse(): Query | undefined {
    if (this.#token.kind === 'end') return undefined;
    const query = this.#sequence(0);
    const { kind, position } = this.#current();
    if (kind === 'close') this.#scanner.fail(position, 'this parenthesis was never opened');
    return query;
  }

  /** The current token. As a call, it does not let the type checker assume that the token stays the same. */
  #current(): QueryToken {
    return this.#token;
  }

  #advance(): QueryToken {
    const token = this.#token;
    this.#token = this.#scanner.next();
    return token;
  }

  #take(kind: QueryToken['kind']): boolean {
    if (this.#token.kind !== kind) return false;
    this.#advance();
    return true;
  }

  #sequence(depth: number): Query | undefined {
    const clauses: Clause[] = [];
    let afterOr = false;
    do {
      const next = this.#conjunction(depth);
      const beforeOr = this.#take('or');
      // Next to an OR, a NOT adds matches. Elsewhere it excludes documents that the other clauses match.
      clauses.push(afterOr || beforeOr ? asAlternative(next) : next);
      afterOr = beforeOr;
    } while (afterOr || !this.#isAtEndOfGroup());
    return combined(clauses);
  }

  #isAtEndOfGroup(): boolean {
    return this.#token.kind === 'end' || this.#token.kind === 'close';
  }

  #conjunction(depth: number): Clause {
    const first = this.#clause(depth);
    if (this.#token.kind !== 'and') return first;
    const clauses = [first];
    while (this.#take('and')) clauses.push(this.#clause(depth));
    const queries = clauses.flatMap(asCondition);
    return { occurrence: 'may', query: queries.length === 0 ? undefined : joinedQuery('all', queries) };
  }

  #clause(depth: number): Clause {
    const occurrence = occurrenceOf(this.#token);
    if (occurrence !== 'may') this.#advance();
    const query = this.#operand(depth);
    return { occurrence, query: occurrence === 'mustNot' && query !== undefined ? withExactWords(query) : query };
  }

  #operand(depth: number): Query | undefined {
    const { kind, position, text } = this.#current();
    if (kind === 'open') return this.#group(depth);
    if (kind === 'query' || kind === 'nothing') return scannedQuery(this.#advance());
    const unexpected = kind === 'end' ? 'the end of the query' : `"${text}"`;
    return this.#scanner.fail(position, `expected a word or a field, but found ${unexpected}`);
  }

  #group(depth: number): Query | undefined {
    const { position } = this.#advance();
    if (depth >= maxNesting) this.#scanner.fail(position, `parentheses are nested more than ${maxNesting} deep`);
    if (this.#token.kind === 'close') this.#scanner.fail(this.#token.position, 'the parentheses are empty');
    const query = this.#sequence(depth + 1);
    const closing = this.#current();
    if (closing.kind !== 'close') return this.#scanner.fail(position, 'the parenthesis is not closed');
    const { factor } = closing;
    this.#advance();
    return query === undefined || factor === 1 ? query : { kind: 'boosted', query, factor };
  }
}

const scannedQuery = (token: QueryToken): Query | undefined => (token.kind === 'query' ? token.query : undefined);

const withExactWords = (query: Query): Query =>
  mapLeafQueries(query, (leaf) =>
    leaf.kind === 'words' && leaf.match === 'loose' ? { ...leaf, match: 'exact' } : leaf,
  );

function occurrenceOf(token: QueryToken): Occurrence {
  if (token.kind === 'plus') return 'must';
  return token.kind === 'minus' || token.kind === 'not' ? 'mustNot' : 'may';
}

/** A clause as an operand of AND, where every clause must match anyway. */
function asCondition({ occurrence, query }: Clause): readonly Query[] {
  if (query === undefined) return [];
  return [occurrence === 'mustNot' ? negated(query) : query];
}

/** A clause as an operand of OR. */
function asAlternative(clause: Clause): Clause {
  if (clause.occurrence !== 'mustNot' || clause.query === undefined) return clause;
  return { occurrence: 'may', query: negated(clause.query) };
}

function combined(clauses: readonly Clause[]): Query | undefined {
  const queriesOf = (expected: Occurrence): readonly Query[] =>
    clauses.flatMap(({ occurrence, query }) => (occurrence === expected && query !== undefined ? [query] : []));
  const excluded = queriesOf('mustNot');
  const included = withOptional(queriesOf('must'), queriesOf('may'));
  if (excluded.length === 0) return included;
  return joinedQuery('all', [included ?? everything, ...excluded.map(negated)]);
}

function withOptional(required: readonly Query[], optional: readonly Query[]): Query | undefined {
  if (required.length === 0) return optional.length === 0 ? undefined : joinedQuery('any', optional);
  const query = joinedQuery('all', required);
  return optional.length === 0 ? query : { kind: 'preferring', query, preferred: optional };
}
