import { wordsOf } from '../text/folding.ts';
import { stemsOf } from '../text/stems.ts';
import { isDocumentField, partsOf, type Query } from './query.ts';
import {
  allowsTypo,
  differsByOneTypo,
  fitsPattern,
  matchQuality,
  minTypoLength,
  otherSpelling,
  type QueryTerm,
  queryTerms,
} from './term-match.ts';

/** Which of the words of a query a word of a text is, counted from 0; undefined if it is none of them. */
export type SoughtWord = (word: string) => number | undefined;

/** The maximum number of different words of texts that are remembered. */
const maxRemembered = 20_000;

/**
 * Compares words as the index does (`matchQuality`), so other forms of a word and longer words are sought too; those with a typing
 * error only with `typos`. Words that a query excludes, only prefers, or wants in a property are not sought.
 */
export function soughtWords(query: Query, typos: 'typos' | 'no typos'): SoughtWord {
  const tests = testsOf(query, typos);
  const known = new Map<string, number | undefined>();
  return (written) => {
    const lower = written.toLowerCase();
    if (known.has(lower)) return known.get(lower);
    const words = wordsOf(lower);
    const at = tests.findIndex((test) => words.some(test));
    const found = at < 0 ? undefined : at;
    if (known.size < maxRemembered) known.set(lower, found);
    return found;
  };
}

/** Whether a folded word of a text is a word of the query. */
type Test = (folded: string) => boolean;

function testsOf(query: Query, typos: 'typos' | 'no typos'): readonly Test[] {
  const testOf = typos === 'typos' ? isMisspelt : isForm;
  if (query.kind === 'not') return [];
  if (query.kind === 'preferring') return testsOf(query.query, typos);
  if ('field' in query && query.field !== undefined && !isDocumentField(query.field)) return [];
  switch (query.kind) {
    case 'words':
      return queryTerms(query).map(testOf);
    case 'phrase':
      return query.words.map((pattern) => (folded) => fitsPattern(folded, pattern));
    case 'wildcard':
      return [(folded) => fitsPattern(folded, query.pattern)];
    case 'fuzzy':
      return [isMisspelt({ word: query.word, match: 'loose' })];
    default:
      return partsOf(query).flatMap((part) => testsOf(part, typos));
  }
}

/** Whether it is the word, or another form of it. Most words are refused by their letters, before their stems are computed. */
function isForm({ word, match, synonyms }: QueryTerm): Test {
  const term: QueryTerm = { word, match: match === 'loose' ? 'without typos' : match, synonyms };
  const spellings = [word, otherSpelling(term)?.word ?? word, ...(synonyms ?? [])];
  // All forms of a word have the beginning of one of its stems.
  const beginnings = spellings.flatMap((one) => [one, ...stemsOf(one).map(({ beginning }) => beginning)]);
  return (folded) => beginnings.some((one) => folded.includes(one)) && matchQuality(folded, term) > 0;
}

const isMisspelt = (term: QueryTerm): Test =>
  allowsTypo(term) ? (folded) => folded.length >= minTypoLength && differsByOneTypo(folded, term.word) : () => false;
