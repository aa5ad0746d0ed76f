import { type DocumentField, documentFields, metadataFields, type Query } from '../../domain/query.ts';
import { type Nearness, nearnessNames, type WantedWord, wantedWords } from '../../domain/word-match.ts';
import type { Explanation, ScorePart } from '../../ports/search-index.ts';
import type { SegmentHits } from './facets.ts';
import type { Hit } from './hit-order.ts';
import { readEntries } from './postings.ts';
import { placeWeightsOf, shareOf } from './ranking.ts';
import type { Search } from './search.ts';
import { seen, sightOf } from './sight.ts';
import { type TermScoring, weightOf } from './term-scores.ts';
import { expandWord } from './word-expansion.ts';
import { wordAt } from './words.ts';

/** For each hit what its score is made of. Looks at the words of the query anew. */
export function explain(page: readonly Hit[], hits: readonly SegmentHits[], context: Search): Explanation[] {
  const leaves = [...wordsIn(context.query, 1)];
  return page.map((hit) => ({
    score: hits[hit.at]?.found.scores[hit.document] ?? 0,
    parts: leaves.flatMap((leaf) => partOf(leaf, hit, context) ?? []),
  }));
}

interface Leaf {
  readonly wanted: WantedWord;
  readonly field: string | undefined;
  /** By how much its score counts. */
  readonly factor: number;
}

/** The words that add to scores, in the order of the query. */
function* wordsIn(query: Query, factor: number): Generator<Leaf> {
  switch (query.kind) {
    case 'words':
      for (const wanted of wantedWords(query.text, query.match)) yield { wanted, field: query.field, factor };
      return;
    case 'phrase':
      for (const word of query.words) yield { wanted: { word, match: 'exact' }, field: query.field, factor };
      return;
    case 'all':
    case 'any':
    case 'most':
      for (const part of query.of) yield* wordsIn(part, factor);
      return;
    case 'preferring':
      for (const part of [query.query, ...query.preferred]) yield* wordsIn(part, factor);
      return;
    case 'boosted':
      yield* wordsIn(query.query, factor * query.factor);
      return;
    default:
  }
}

function partOf({ wanted, field, factor }: Leaf, { at, document }: Hit, context: Search): ScorePart | undefined {
  const [live, sight] = [context.live[at], context.sights[at]];
  if (live === undefined || sight === undefined) return undefined;
  const { segment } = live;
  const { entries } = context.tools;
  const parts: readonly DocumentField[] = sightOf(sight, document) === seen.all ? documentFields : metadataFields;
  const where = placeWeightsOf(segment, field, parts);
  const rarity = context.statistics.rarity(wanted.word);
  const scoring: TermScoring = { segment, where, statistics: context.statistics, rarity, within: undefined };
  let best: ScorePart | undefined;
  expandWord(segment, wanted, (word, nearness) => {
    readEntries(segment, word, entries);
    const from = entries.documents.subarray(0, entries.count).indexOf(document);
    if (from < 0) return;
    let end = from;
    while (end < entries.count && entries.documents[end] === document) end += 1;
    const weight = weightOf(scoring, entries, from, end);
    const score = (nearness + shareOf(weight)) * factor;
    if (weight === 0 || score <= (best?.score ?? -1)) return;
    const places = [...entries.places.subarray(from, end)].filter((place) => (where.weights[place] ?? 0) > 0);
    const fields = places.flatMap((place) => segment.places[place] ?? []);
    const counting = fields.filter((name) => counts(name, field, parts));
    best = { wanted: wanted.word, found: wordAt(segment, word), nearness: nameOf(nearness), fields: counting, score };
  });
  return best;
}

const nameOf = (nearness: Nearness) => nearnessNames[nearness - 1] ?? 'typo';

function counts(name: string, field: string | undefined, parts: readonly DocumentField[]): boolean {
  return field === undefined ? (parts as readonly string[]).includes(name) : name === field;
}
