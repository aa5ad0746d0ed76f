import { type DocumentField, documentFields, metadataFields, partsOf, type Query } from '../../domain/query.ts';
import { isOneTypoApart, wantedWords } from '../../domain/word-match.ts';
import { isDeleted } from './deletions.ts';
import { readEntries } from './postings.ts';
import { placeWeightsOf } from './ranking.ts';
import type { Search } from './search.ts';
import { seen, sightOf } from './sight.ts';
import { expandWord, takeNearWords } from './word-expansion.ts';
import { wordAt } from './words.ts';

/** Of queries of more words none is suggested: each word that is not found is compared with all others. */
const mostWords = 8;
/** So many ways to write it at most. */
const mostSuggestions = 3;
/** Shorter words are near to too many others. In UTF-16 code units. */
const shortest = 4;
/** From here on two letters may be wrong. */
const shortestWithTwo = 6;
/** Of so many near words it is looked whether the caller sees them. */
const mostCandidates = 50;

/**
 * Other ways to write the words of a query: those that stand in no document that is seen, neither as they are nor as the beginning or
 * another form of a word, replaced by near words that do. The nearest and most frequent first; none where each word is found, and none for long queries.
 */
export function suggestionsFor(query: Query, context: Search): string[] {
  const words = [...new Set(textsIn(query))];
  if (words.length > mostWords) return [];
  const found = words.map((word) => ({ word, others: isFound(word, context) ? [] : nearWords(word, context) }));
  const count = Math.min(mostSuggestions, Math.max(0, ...found.map(({ others }) => others.length)));
  return Array.from({ length: count }, (_, number) =>
    found.map(({ word, others }) => others[number] ?? others[0] ?? word).join(' '),
  );
}

/** The words that a person typed: not those of a field, and not those that are to be missing. */
function textsIn(query: Query): readonly string[] {
  if (query.kind === 'not') return [];
  if (query.kind === 'words')
    return query.field === undefined ? wantedWords(query.text, query.match).map(({ word }) => word) : [];
  return partsOf(query).flatMap(textsIn);
}

function isFound(word: string, context: Search): boolean {
  return context.live.some(({ segment }, at) => {
    let found = false;
    expandWord(segment, { word, match: 'loose' }, (number, nearness) => {
      if (!found && nearness >= 3 && isSeen(number, at, context)) found = true;
    });
    return found;
  });
}

function nearWords(wanted: string, context: Search): string[] {
  if (wanted.length < shortest) return [];
  const edits = wanted.length < shortestWithTwo ? 1 : 2;
  const near = new Map<string, { edits: number; documents: number }>();
  for (const { segment } of context.live) {
    takeNearWords(segment, wanted, edits, (number, apart) => {
      const word = wordAt(segment, number);
      const documents = (near.get(word)?.documents ?? 0) + (segment.documentCounts[number] ?? 0);
      near.set(word, { edits: isOneTypoApart(word, wanted) ? 1 : apart, documents });
    });
  }
  return [...near]
    .sort(
      ([word, one], [otherWord, other]) =>
        one.edits - other.edits || other.documents - one.documents || (word < otherWord ? -1 : 1),
    )
    .slice(0, mostCandidates)
    .filter(([word]) => context.live.some((_, at) => isWordSeen(word, at, context)))
    .slice(0, mostSuggestions)
    .map(([word]) => word);
}

function isWordSeen(word: string, at: number, context: Search): boolean {
  const segment = context.live[at]?.segment;
  let isThere = false;
  if (segment !== undefined)
    expandWord(segment, { word, match: 'exact' }, (number) => {
      isThere = isSeen(number, at, context);
    });
  return isThere;
}

/** Whether the word stands in a part of a document that the caller sees. */
function isSeen(word: number, at: number, { live, sights, tools }: Search): boolean {
  const [one, sight] = [live[at], sights[at]];
  if (one === undefined || sight === undefined) return false;
  const { segment, deleted } = one;
  const { entries } = tools;
  const weights = (parts: readonly DocumentField[]): Float64Array => placeWeightsOf(segment, undefined, parts).weights;
  const [all, metadata] = [weights(documentFields), weights(metadataFields)];
  readEntries(segment, word, entries);
  for (let entry = 0; entry < entries.count; entry += 1) {
    const document = entries.documents[entry] ?? 0;
    if (isDeleted(deleted, document)) continue;
    const sees = sightOf(sight, document);
    if (sees === seen.nothing) continue;
    if (((sees === seen.all ? all : metadata)[entries.places[entry] ?? 0] ?? 0) > 0) return true;
  }
  return false;
}
