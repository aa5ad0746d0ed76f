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

/** The words of a query that are looked for in texts, numbered from 0. */
export interface SoughtWords {
  /** Which of them a word of a text is; undefined if it is none. */
  which(word: string): number | undefined;
  /** How much one of them tells, compared with the others. */
  weightOf(which: number): number;
}

/** The maximum number of different words of texts that are remembered. */
const maxRemembered = 20_000;

/**
 * Compares words as the index does (`matchQuality`), so other forms of a word and longer words are sought too; those with a typing
 * error only with `typos`. Words that a query excludes, only prefers, or wants in a property are not sought. `weights` has what each
 * word tells; a word without a weight has 1.
 */
export function soughtWords(
  query: Query,
  typos: 'typos' | 'no typos',
  weights: ReadonlyMap<string, number>,
): SoughtWords {
  const tests = testsOf(query, typos);
  const known = new Map<string, number | undefined>();
  return {
    which(written) {
      const lower = written.toLowerCase();
      if (known.has(lower)) return known.get(lower);
      const words = wordsOf(lower);
      const at = tests.findIndex(({ is }) => words.some(is));
      const found = at < 0 ? undefined : at;
      if (known.size < maxRemembered) known.set(lower, found);
      return found;
    },
    weightOf: (which) => weights.get(tests[which]?.word ?? '') ?? 1,
  };
}

/** A word of the query, and whether a folded word of a text is this word. */
interface Test {
  readonly word: string;
  is(folded: string): boolean;
}

function testsOf(query: Query, typos: 'typos' | 'no typos'): readonly Test[] {
  const testOf = (term: QueryTerm): Test => ({
    word: term.word,
    is: typos === 'typos' ? isMisspelt(term) : isForm(term),
  });
  if (query.kind === 'not') return [];
  if (query.kind === 'preferring') return testsOf(query.query, typos);
  if ('field' in query && query.field !== undefined && !isDocumentField(query.field)) return [];
  switch (query.kind) {
    case 'words':
      return queryTerms(query).map(testOf);
    case 'phrase':
      return query.words.map(fitting);
    case 'wildcard':
      return [fitting(query.pattern)];
    case 'fuzzy':
      return [{ word: query.word, is: isMisspelt({ word: query.word, match: 'loose' }) }];
    default:
      return partsOf(query).flatMap((part) => testsOf(part, typos));
  }
}

const fitting = (pattern: string): Test => ({ word: pattern, is: (folded) => fitsPattern(folded, pattern) });

/** Whether it is the word, or another form of it. Most words are refused by their letters, before their stems are computed. */
function isForm({ word, match, synonyms }: QueryTerm): Test['is'] {
  const term: QueryTerm = { word, match: match === 'loose' ? 'without typos' : match, synonyms };
  const spellings = [word, otherSpelling(term)?.word ?? word, ...(synonyms ?? [])];
  // All forms of a word have the beginning of one of its stems.
  const beginnings = spellings.flatMap((one) => [one, ...stemsOf(one).map(({ beginning }) => beginning)]);
  return (folded) => beginnings.some((one) => folded.includes(one)) && matchQuality(folded, term) > 0;
}

const isMisspelt = (term: QueryTerm): Test['is'] =>
  allowsTypo(term) ? (folded) => folded.length >= minTypoLength && differsByOneTypo(folded, term.word) : () => false;
