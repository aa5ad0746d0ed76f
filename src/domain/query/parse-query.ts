import { badRequest } from '../../base/errors/errors.ts';
import type { Query } from './query.ts';
import type { QueryContext } from './query-fields.ts';
import { createQueryScanner, type QueryScanner, type QueryToken } from './query-scanner.ts';

/** In bytes of UTF-8. */
const longestQuery = 4096;
const deepestNesting = 50;

/** Whether a clause has to be met, may be met, or must not be met. */
type Occurrence = 'must' | 'may' | 'mustNot';

interface Clause {
  readonly occurrence: Occurrence;
  /** Undefined where the clause has no letter or digit to look for. */
  readonly query: Query | undefined;
}

const everything: Query = { kind: 'everything' };
const negated = (query: Query): Query => ({ kind: 'not', query });
const allOf = (queries: readonly Query[]): Query => singleOr(queries, { kind: 'all', of: queries });
const anyOf = (queries: readonly Query[]): Query => singleOr(queries, { kind: 'any', of: queries });

function singleOr(queries: readonly Query[], combined: Query): Query {
  const [first] = queries;
  return queries.length === 1 && first !== undefined ? first : combined;
}

/**
 * Reads the notation of node search, which is that of Lucene: words (one of which is enough), `"phrases"`, `field:value` and
 * `field:(a b)`, `+must`, `-not`, `AND`, `OR`, `NOT` and their signs, parentheses, `*` and `?`, `near~1`, `boost^2`, ranges, and
 * `*:*` for everything. Fields are properties in short and long names, the parts of a document (`title:x`), and those in capitals
 * (`TYPE:"ccm:io"`). AND binds closer than OR; a clause with `+` makes its neighbours without one a matter of order only;
 * clauses with `-` alone take away from everything.
 *
 * Throws `BadRequest` for whatever is not understood, with the position (counted in characters from 1) in the message
 * and as `details.position`.
 */
export function parseQuery(text: string, context: QueryContext): Query {
  const size = Buffer.byteLength(text);
  if (size > longestQuery) {
    throw badRequest(
      `The query is too long: ${size} bytes, and ${longestQuery} are read at most. Look for fewer words.`,
    );
  }
  const query = createParser(createQueryScanner(text, context)).parse();
  if (query !== undefined) return query;
  throw badRequest('The query is empty: it has no word to look for. Give a word, or *:* for everything.', {
    position: 1,
  });
}

function createParser(scanner: QueryScanner): { parse(): Query | undefined } {
  let token = scanner.next();

  // The type checker does not see that reading goes on meanwhile.
  const current = (): QueryToken => token;

  function advance(): QueryToken {
    const taken = token;
    token = scanner.next();
    return taken;
  }

  function take(kind: QueryToken['kind']): boolean {
    if (token.kind !== kind) return false;
    advance();
    return true;
  }

  function group(depth: number): Query | undefined {
    const { position } = advance();
    if (depth >= deepestNesting)
      scanner.fail(position, `there are more than ${deepestNesting} parentheses in each other`);
    if (token.kind === 'close') scanner.fail(token.position, 'the parentheses are empty');
    const query = sequence(depth + 1);
    const closing = current();
    if (closing.kind !== 'close') return scanner.fail(position, 'the parenthesis is never closed');
    const { factor } = closing;
    advance();
    return query === undefined || factor === 1 ? query : { kind: 'boosted', query, factor };
  }

  function operand(depth: number): Query | undefined {
    if (token.kind === 'open') return group(depth);
    if (token.kind === 'query' || token.kind === 'nothing') return scannedQuery(advance());
    const found = token.kind === 'end' ? 'the query ends' : `«${token.text}» stands`;
    return scanner.fail(token.position, `${found} where a word or a field was expected`);
  }

  function clause(depth: number): Clause {
    const occurrence = occurrenceOf(token);
    if (occurrence !== 'may') advance();
    return { occurrence, query: operand(depth) };
  }

  function conjunction(depth: number): Clause {
    const first = clause(depth);
    if (token.kind !== 'and') return first;
    const clauses = [first];
    while (take('and')) clauses.push(clause(depth));
    const queries = clauses.flatMap(asCondition);
    return { occurrence: 'may', query: queries.length === 0 ? undefined : allOf(queries) };
  }

  function sequence(depth: number): Query | undefined {
    const clauses: Clause[] = [];
    let afterOr = false;
    do {
      const next = conjunction(depth);
      const beforeOr = take('or');
      // Beside an OR, NOT gives one more way to be found; elsewhere it takes away from what the others find.
      clauses.push(afterOr || beforeOr ? asAlternative(next) : next);
      afterOr = beforeOr;
    } while (afterOr || (token.kind !== 'end' && token.kind !== 'close'));
    return combined(clauses);
  }

  return {
    parse() {
      if (token.kind === 'end') return undefined;
      const query = sequence(0);
      if (token.kind === 'close') scanner.fail(token.position, 'there is no opening parenthesis for this one');
      return query;
    },
  };
}

const scannedQuery = (token: QueryToken): Query | undefined => (token.kind === 'query' ? token.query : undefined);

function occurrenceOf(token: QueryToken): Occurrence {
  if (token.kind === 'plus') return 'must';
  return token.kind === 'minus' || token.kind === 'not' ? 'mustNot' : 'may';
}

/** A clause inside an AND, where each has to be met anyway. */
function asCondition({ occurrence, query }: Clause): readonly Query[] {
  if (query === undefined) return [];
  return [occurrence === 'mustNot' ? negated(query) : query];
}

function asAlternative(clause: Clause): Clause {
  if (clause.occurrence !== 'mustNot' || clause.query === undefined) return clause;
  return { occurrence: 'may', query: negated(clause.query) };
}

function combined(clauses: readonly Clause[]): Query | undefined {
  const queriesOf = (wanted: Occurrence): readonly Query[] =>
    clauses.flatMap(({ occurrence, query }) => (occurrence === wanted && query !== undefined ? [query] : []));
  const excluded = queriesOf('mustNot');
  const found = foundBy(queriesOf('must'), queriesOf('may'));
  if (excluded.length === 0) return found;
  return allOf([found ?? everything, ...excluded.map(negated)]);
}

function foundBy(required: readonly Query[], optional: readonly Query[]): Query | undefined {
  if (required.length === 0) return optional.length === 0 ? undefined : anyOf(optional);
  const query = allOf(required);
  return optional.length === 0 ? query : { kind: 'preferring', query, preferred: optional };
}
