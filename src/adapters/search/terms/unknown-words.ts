import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import { compoundHalves, queryTerms } from '../../../domain/query/term-match.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { takeTypos } from './fuzzy-terms.ts';
import { isKnownWord } from './known-words.ts';
import type { VisibleTerms } from './visible-terms.ts';

/** Boost of a word within two edits. */
const twoEditsFactor = 0.2;

/** The maximum number of parts of a compound. */
const maxParts = 3;

/** The minimum length, in UTF-16 code units, of a word with two edits. A shorter one is similar to too many others. */
const minTwoEditsLength = 9;

/** The maximum length, in UTF-16 code units, of a compound. The number of lookups grows with the length. */
const maxCompoundLength = 40;

/** The maximum number of words that are looked up. Each takes hundreds of lookups, and may scan all terms. */
const maxWords = 8;

/**
 * Replaces the loose words of best matches that no visible document has. A compound is replaced by its parts (Basketballregeln by
 * Basketball and Regeln); any other long word by words within two edits, unless there is one within a single edit.
 */
export function* withUnknownWords(
  query: Query,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<Query> {
  const others = new Map<string, readonly Query[]>();
  const words = new Set(typedWords(query).flatMap((part) => looseWord(part) ?? []));
  for (const word of [...words].slice(0, maxWords)) {
    if (yield* isKnownWord(word, live, visibleTerms)) continue;
    const replacement = yield* othersOf(word, live, visibleTerms);
    if (replacement.length > 0) others.set(word, replacement);
  }
  return others.size === 0 ? query : withOthers(query, others);
}

/** The word of a query for one loose word in any field; undefined for other queries. A word with synonyms is a known one. */
function looseWord(query: Query): string | undefined {
  if (query.kind !== 'words' || query.match !== 'loose' || query.field !== undefined) return undefined;
  if (query.synonyms !== undefined) return undefined;
  const [term, ...more] = queryTerms(query);
  return more.length === 0 ? term?.word : undefined;
}

/** The parts of all best matches that are not negated. */
function typedWords(query: Query): readonly Query[] {
  if (query.kind === 'not') return [];
  return query.kind === 'bestMatch' ? query.of : partsOf(query).flatMap(typedWords);
}

function withOthers(query: Query, others: ReadonlyMap<string, readonly Query[]>): Query {
  switch (query.kind) {
    case 'bestMatch':
      return { ...query, of: query.of.flatMap((part) => others.get(looseWord(part) ?? '') ?? [part]) };
    case 'all':
    case 'any':
      return { ...query, of: query.of.map((part) => withOthers(part, others)) };
    case 'boosted':
    case 'preferring':
      return { ...query, query: withOthers(query.query, others) };
    default:
      return query;
  }
}

/** The queries that replace an unknown word; none to keep it. */
function* othersOf(
  word: string,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<readonly Query[]> {
  const lookup = cachedLookup(live, visibleTerms);
  const parts = word.length > maxCompoundLength ? undefined : yield* knownParts(word, maxParts, lookup);
  if (parts !== undefined) return parts.map(partQuery);
  if (word.length < minTwoEditsLength || hasTypo(word, live, visibleTerms)) return [];
  return [{ kind: 'boosted', query: { kind: 'fuzzy', field: undefined, word, edits: 2 }, factor: twoEditsFactor }];
}

/** A part of a compound is a word that some document has, so it matches without typing errors. */
const partQuery = (text: string): Query => ({ kind: 'words', field: undefined, text, match: 'without typos' });

type Lookup = (word: string) => CooperativeTask<boolean>;

/** Whether a visible document has the word or one with its stem. Cached, because the same part occurs in several splits. */
function cachedLookup(live: readonly LiveSegment[], visibleTerms: VisibleTerms): Lookup {
  const known = new Map<string, boolean>();
  return function* (word) {
    const isKnown = known.get(word) ?? (yield* isKnownWord(word, live, visibleTerms, 'stem'));
    known.set(word, isKnown);
    return isKnown;
  };
}

/** Splits a compound into at most `most` known words, preferring two. Undefined if that is impossible. */
function* knownParts(word: string, most: number, isKnown: Lookup): CooperativeTask<readonly string[] | undefined> {
  const rests: (readonly [first: string, rest: string])[] = [];
  for (const [first, second] of compoundHalves(word)) {
    if (!(yield* isKnown(first))) continue;
    if (yield* isKnown(second)) return [first, second];
    rests.push([first, second]);
  }
  for (const [first, rest] of most > 2 ? rests : []) {
    const parts = yield* knownParts(rest, most - 1, isKnown);
    if (parts !== undefined) return [first, ...parts];
  }
  return undefined;
}

function hasTypo(word: string, live: readonly LiveSegment[], visibleTerms: VisibleTerms): boolean {
  let found = false;
  for (const [at, { segment }] of live.entries()) {
    takeTypos(segment, word, (term) => {
      found ||= visibleTerms.isTermVisible(at, term);
    });
  }
  return found;
}
