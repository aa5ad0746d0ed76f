import { badRequest } from '../../base/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import { type DocumentField, isDocumentField, type Query } from '../../domain/query.ts';
import { wantedWords } from '../../domain/word-match.ts';
import type { InvertedIndex, Scores } from './inverted-index.ts';

/** What a query is evaluated over. */
interface Documents {
  readonly words: Pick<InvertedIndex, 'find'>;
  /** All there are. */
  readonly ids: () => Iterable<NodeId>;
  /** The parts of them that words are looked for in, besides their properties. */
  readonly parts: readonly DocumentField[];
}

/** The documents that a query finds. The map is the caller's own. */
export function evaluateQuery(query: Query, documents: Documents): Scores {
  switch (query.kind) {
    case 'everything':
      return unscored(documents.ids());
    case 'all':
      return all(query.of, documents);
    case 'any':
      return any(query.of, documents);
    case 'not':
      return without(unscored(documents.ids()), evaluateQuery(query.query, documents));
    case 'preferring':
      return preferring(query.query, query.preferred, documents);
    case 'words':
      return words(query, documents);
    case 'nothing':
      return new Map();
    case 'phrase':
      return words({ kind: 'words', field: query.field, text: query.words.join(' '), match: 'exact' }, documents);
    case 'boosted':
      return evaluateQuery(query.query, documents);
    default:
      throw badRequest(`This search index does not look for a ${query.kind} yet. Look for words and fields.`);
  }
}

function unscored(ids: Iterable<NodeId>): Scores {
  const scores: Scores = new Map();
  for (const id of ids) scores.set(id, 0);
  return scores;
}

function all(queries: readonly Query[], documents: Documents): Scores {
  const found = queries.flatMap((query) => (query.kind === 'not' ? [] : [evaluateQuery(query, documents)]));
  let common = intersection(found) ?? unscored(documents.ids());
  // Taking away is cheaper than making the complement of what is taken away.
  for (const query of queries)
    if (query.kind === 'not') common = without(common, evaluateQuery(query.query, documents));
  return common;
}

function any(queries: readonly Query[], documents: Documents): Scores {
  const union: Scores = new Map();
  for (const query of queries) {
    for (const [id, score] of evaluateQuery(query, documents)) union.set(id, (union.get(id) ?? 0) + score);
  }
  return union;
}

function preferring(query: Query, preferred: readonly Query[], documents: Documents): Scores {
  const found = evaluateQuery(query, documents);
  for (const [id, more] of any(preferred, documents)) {
    const score = found.get(id);
    if (score !== undefined) found.set(id, score + more);
  }
  return found;
}

function words({ text, match, field }: Extract<Query, { readonly kind: 'words' }>, documents: Documents): Scores {
  const where = whereIs(field, documents.parts);
  const found = wantedWords(text, match).map((wanted) => documents.words.find(wanted, where));
  return intersection(found) ?? new Map();
}

function whereIs(field: string | undefined, parts: readonly DocumentField[]): Parameters<InvertedIndex['find']>[1] {
  if (field === undefined) return parts;
  return isDocumentField(field) ? parts.filter((part) => part === field) : { property: field };
}

/** What is in every one of them, scores added up; undefined where there is nothing to intersect. */
function intersection(found: readonly Scores[]): Scores | undefined {
  const [smallest, ...others] = [...found].sort((left, right) => left.size - right.size);
  if (smallest === undefined) return undefined;
  const common: Scores = new Map();
  for (const [id, score] of smallest) {
    const total = others.reduce<number | undefined>((sum, other) => added(sum, other.get(id)), score);
    if (total !== undefined) common.set(id, total);
  }
  return common;
}

const added = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? undefined : left + right;

function without(scores: Scores, excluded: Scores): Scores {
  for (const id of excluded.keys()) scores.delete(id);
  return scores;
}
