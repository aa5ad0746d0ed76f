import fc from 'fast-check';
import type { Query } from '../../src/domain/query/query.ts';
import type { FacetRequest, SortKey } from '../../src/ports/search-index.ts';
import { aspects, ids, names, owners, parts, types } from './generated-world.ts';
import { foldedWord, type KnownText, knownDates, knownNumbers, knownText, pattern, wantedText } from './vocabulary.ts';

/** A query, and the words of the texts in it. */
export interface KnownQuery {
  readonly query: Query;
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

const partOrProperty = fc.constantFrom(undefined, ...parts, 'ccm:x', 'cm:name', 'ccm:none');
const some = fc.option(fc.boolean(), { nil: undefined });

const bounds = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<{ readonly from?: Value; readonly to?: Value }> =>
  fc.tuple(value, value, some, some).map(([from, to, hasFrom, hasTo]) => ({
    ...(hasFrom === undefined ? {} : { from }),
    ...(hasTo === undefined ? {} : { to }),
  }));

const known = (all: readonly (readonly [string, number | undefined])[]): readonly number[] =>
  all.flatMap(([, value]) => value ?? []);

const inclusion = fc.record({ includeFrom: fc.boolean(), includeTo: fc.boolean() });
const numberBound = fc.constantFrom(...known(knownNumbers), 0, 13);
const dateBound = fc.constantFrom(...known(knownDates), 1_769_900_000_000);
const textBound = knownText(2).map(({ folded }) => folded || 'm');

const range: fc.Arbitrary<Query> = fc.oneof(
  fc
    .tuple(bounds(numberBound), inclusion)
    .map(([ends, included]): Query => ({ kind: 'range', field: 'cclom:size', as: 'number', ...ends, ...included })),
  fc
    .tuple(bounds(dateBound), inclusion)
    .map(([ends, included]): Query => ({ kind: 'range', field: 'cm:created', as: 'date', ...ends, ...included })),
  fc
    .tuple(bounds(textBound), inclusion, fc.constantFrom('ccm:x', 'cm:name', 'ccm:none'))
    .map(([ends, included, field]): Query => ({ kind: 'range', field, as: 'text', ...ends, ...included })),
);

const value: fc.Arbitrary<Query> = fc
  .oneof(
    fc.tuple(fc.constant('TYPE'), fc.constantFrom(...types)),
    fc.tuple(fc.constant('ASPECT'), fc.constantFrom(...aspects)),
    fc.tuple(fc.constantFrom('ID', 'PARENT'), fc.constantFrom<string>(...ids)),
    fc.tuple(fc.constant('OWNER'), fc.constantFrom(...owners, 'Anna')),
    fc.tuple(fc.constant('cm:name'), fc.constantFrom(...names, 'A')),
    fc.tuple(
      fc.constant('ccm:x'),
      knownText(1).map(({ text }) => text),
    ),
  )
  .map(([field, wanted]) => ({ kind: 'value', field, value: wanted }));

const step = fc.record({
  deep: fc.boolean(),
  name: fc.option(fc.constantFrom(...names), { nil: undefined }),
});

const existing = fc.constantFrom(...parts, 'ccm:x', 'cclom:size', 'ASPECT', 'ccm:none');

const constantLeaf: fc.Arbitrary<Query> = fc.oneof(
  range,
  value,
  existing.map((field): Query => ({ kind: 'exists', field })),
  fc.constantFrom(...ids).map((node): Query => ({ kind: 'below', node })),
  fc.array(step, { maxLength: 3 }).map((steps): Query => ({ kind: 'path', steps })),
  fc.constantFrom<Query>({ kind: 'everything' }, { kind: 'nothing' }),
);

const wordLeaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({
    kind: fc.constant('phrase' as const),
    field: partOrProperty,
    words: fc.array(fc.oneof(foldedWord, pattern), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('wildcard' as const), field: partOrProperty, pattern }),
  fc.record({
    kind: fc.constant('fuzzy' as const),
    field: partOrProperty,
    word: foldedWord,
    edits: fc.constantFrom(1 as const, 2 as const),
  }),
);

type Leaf = readonly [Query, KnownText?];

const wordsLeaf: fc.Arbitrary<Leaf> = fc
  .tuple(
    wantedText,
    partOrProperty,
    fc.constantFrom('exact' as const, 'prefix' as const, 'stem' as const, 'loose' as const, 'without typos' as const),
    fc.option(fc.array(foldedWord, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 3 }),
  )
  .map(([wanted, field, match, synonyms]) => [
    { kind: 'words', field, text: wanted.text, match, ...(synonyms === undefined ? {} : { synonyms }) },
    wanted,
  ]);

const combined = (leaf: fc.Arbitrary<Leaf>): fc.Arbitrary<KnownQuery> =>
  fc.letrec<{ query: KnownQuery }>((tie) => {
    const several = fc.array(tie('query'), { maxLength: 3 });
    return {
      query: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf.map(([query, text]) => ({ query, wanted: new Map(text === undefined ? [] : [[text.text, text.words]]) })),
        fc
          .tuple(fc.constantFrom('all' as const, 'any' as const, 'bestMatch' as const), several)
          .map(([kind, of]) => joined(of, (queries) => ({ kind, of: queries }))),
        tie('query').map((one) => joined([one], ([query = nothing]) => ({ kind: 'not', query }))),
        fc
          .tuple(tie('query'), fc.constantFrom(0, 0.5, 2, 2.5))
          .map(([one, factor]) => joined([one], ([query = nothing]) => ({ kind: 'boosted', query, factor }))),
        fc
          .tuple(tie('query'), several)
          .map(([one, others]) =>
            joined([one, ...others], ([query = nothing, ...preferred]) => ({ kind: 'preferring', query, preferred })),
          ),
      ),
    };
  }).query;

const nothing: Query = { kind: 'nothing' };

const joined = (all: readonly KnownQuery[], make: (queries: readonly Query[]) => Query): KnownQuery => ({
  query: make(all.map(({ query }) => query)),
  wanted: new Map(all.flatMap(({ wanted }) => [...wanted])),
});

/** Queries of all kinds; every third one without words, so that its order can be foretold. */
export const knownQuery: fc.Arbitrary<KnownQuery> = fc.oneof(
  {
    weight: 2,
    arbitrary: combined(
      fc.oneof(
        wordsLeaf,
        wordLeaf.map((query): Leaf => [query]),
        constantLeaf.map((query): Leaf => [query]),
      ),
    ),
  },
  { weight: 1, arbitrary: combined(constantLeaf.map((query): Leaf => [query])) },
);

const sortKey: fc.Arbitrary<SortKey> = fc.oneof(
  fc.record({
    property: fc.constantFrom('ccm:x', 'cm:name', 'TYPE', 'ccm:none'),
    as: fc.constant('text' as const),
    ascending: fc.boolean(),
  }),
  fc.record({ property: fc.constant('cclom:size'), as: fc.constant('number' as const), ascending: fc.boolean() }),
  fc.record({ property: fc.constant('cm:created'), as: fc.constant('date' as const), ascending: fc.boolean() }),
  fc.record({ property: fc.constant('score'), as: fc.constant('number' as const), ascending: fc.boolean() }),
);

/** What counts first, and so on; often nothing is said. */
export const sortKeys: fc.Arbitrary<readonly SortKey[]> = fc.oneof(
  fc.constant([]),
  fc.array(sortKey, { minLength: 1, maxLength: 2 }),
);

export const facets: fc.Arbitrary<readonly FacetRequest[]> = fc.uniqueArray(
  fc.record({
    property: fc.constantFrom('ccm:x', 'cm:name', 'TYPE', 'ASPECT', 'OWNER', 'ccm:none'),
    limit: fc.constantFrom(1, 2, 1000),
    minimum: fc.constantFrom(1, 2, 3),
  }),
  { maxLength: 3, selector: ({ property }) => property },
);
