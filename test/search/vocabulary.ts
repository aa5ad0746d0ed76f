import fc from 'fast-check';

/** A text with what it is made of, told by hand: nothing here is worked out by the program. */
export interface KnownText {
  readonly text: string;
  /** Its words, folded. */
  readonly words: readonly string[];
  /** The whole of it, folded. */
  readonly folded: string;
}

/** Words that are each other's beginnings, spellings and typos, so that random ones meet: as written, and folded. */
const spellings: readonly (readonly [written: string, folded: string])[] = [
  ['Bruch', 'bruch'],
  ['BRUCH', 'bruch'],
  ['Brüche', 'bruche'],
  ['Bru\u0308che', 'bruche'],
  ['Brueche', 'bruche'],
  ['Bruchrechnen', 'bruchrechnen'],
  ['burch', 'burch'],
  ['brauch', 'brauch'],
  ['Größe', 'grosse'],
  ['groesse', 'grosse'],
  ['GROSSE', 'grosse'],
  ['Straße', 'strasse'],
  ['Wald', 'wald'],
  ['Walde', 'walde'],
  ['Grafik', 'grafik'],
  ['Graphiken', 'graphiken'],
  ['Vektorgraphik', 'vektorgraphik'],
  ['neue', 'neue'],
  ['7', '7'],
  ['7a', '7a'],
  ['a', 'a'],
  ['ab', 'ab'],
  ['数学', '数学'],
];

const word: fc.Arbitrary<KnownText> = fc
  .constantFrom(...spellings)
  .map(([text, folded]) => ({ text, words: [folded], folded }));

const noText: KnownText = { text: '', words: [], folded: '' };

const joined = (texts: readonly KnownText[], separator: string): KnownText => ({
  text: texts.map(({ text }) => text).join(separator),
  words: texts.flatMap(({ words }) => words),
  folded: texts.map(({ folded }) => folded).join(separator),
});

/** Some words with one thing between them; often none. */
export const knownText = (maxLength: number): fc.Arbitrary<KnownText> =>
  fc
    .tuple(fc.array(word, { maxLength }), fc.constantFrom(' ', '-', ', ', '_', '\n'))
    .map(([texts, separator]) => (texts.length === 0 ? noText : joined(texts, separator)));

/** One word or several, to look for. */
export const wantedText: fc.Arbitrary<KnownText> = fc
  .array(word, { minLength: 1, maxLength: 2 })
  .map((texts) => joined(texts, ' '));

export const foldedWord = fc.constantFrom(...new Set(spellings.map(([, folded]) => folded)), 'bruh', 'xyz');

export const pattern = fc.constantFrom(
  ...['b*h', '*ruch*', '?', '??', 'br?che', '*', 'w*d*', '7?', '*e', '?*e', 'gr*ss?', '数?', 'x*y'],
);

/** What stands in a field of numbers, and the number that it is. */
export const knownNumbers: readonly (readonly [string, number | undefined])[] = [
  ['12', 12],
  ['1.5', 1.5],
  [' 7 ', 7],
  ['1e2', 100],
  ['-3', -3],
  ['7', 7],
  ['viel', undefined],
  ['', undefined],
];

/** What stands in a field of dates, and the time that it is. */
export const knownDates: readonly (readonly [string, number | undefined])[] = [
  ['2026-01-31', 1_769_817_600_000],
  ['2026-01-31T13:00:00+01:00', 1_769_860_800_000],
  ['2026-01-31T12:00:00Z', 1_769_860_800_000],
  ['1769817600000', 1_769_817_600_000],
  ['2025', 1_735_689_600_000],
  ['2026-01-30T23:59:59.999Z', 1_769_817_599_999],
  ['gestern', undefined],
  ['', undefined],
];
