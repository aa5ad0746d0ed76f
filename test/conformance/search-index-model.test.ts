import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import type { NodeId } from '../../src/base/ids.ts';
import { documentFields, type Query } from '../../src/domain/query/query.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { IndexedDocument, SearchIndex, SearchPage } from '../../src/ports/search-index.ts';
import { createMemorySearchIndex } from '../support/memory/search-index.ts';
import { propertyRuns } from '../support/run-scope.ts';
import { createRecordingLog } from './recording-log.ts';
import { anId, aViewer, facet } from './search-index-documents.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Step =
  | { readonly does: 'apply'; readonly puts: readonly IndexedDocument[]; readonly removals: readonly NodeId[] }
  | { readonly does: 'search'; readonly query: Query; readonly sights: readonly AclRootVisibility[] }
  | { readonly does: 'save and reopen' };

/** Words that are each other's beginnings, spellings and typos, so that random ones meet. */
const word = fc.constantFrom(
  ...[
    'bruch',
    'Brüche',
    'Bruchrechnen',
    'burch',
    'brauch',
    'Größe',
    'groesse',
    'GROßE',
    'gro\u0308sse',
    '7',
    '7a',
    'a',
    'ab',
    'abc',
  ],
  ...['straße', 'strasen', 'sträße', '数学', '数', '😀', '–', 'cm', 'cm:name'],
);
const text = fc.array(word, { maxLength: 4 }).map((all) => all.join(' '));
const property = fc.constantFrom('cm:name', 'cm:nam', 'cm:name_', 'ccm:x');
const authority = fc.constantFrom('anna', 'bert');
const id = fc.integer({ min: 0, max: 12 }).map(anId);

const document: fc.Arbitrary<IndexedDocument> = fc.record({
  id,
  aclRoot: fc.integer({ min: 100, max: 102 }).map(anId),
  parent: fc.option(id),
  owner: authority,
  name: text,
  title: text,
  description: text,
  keywords: text,
  text,
  properties: fc.dictionary(property, fc.array(text, { maxLength: 3 }), { maxKeys: 3 }),
});

const { query } = fc.letrec<{ query: Query }>((tie) => {
  const queries = fc.array(tie('query'), { maxLength: 3 });
  return {
    query: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({
        kind: fc.constant('words' as const),
        field: fc.option(fc.oneof(property, fc.constantFrom(...documentFields)), { nil: undefined }),
        text: fc.array(word, { minLength: 1, maxLength: 2 }).map((all) => all.join(' ')),
        match: fc.constantFrom('exact' as const, 'prefix' as const, 'loose' as const),
      }),
      fc.constant({ kind: 'everything' as const }),
      fc.record({ kind: fc.constant('all' as const), of: queries }),
      fc.record({ kind: fc.constant('any' as const), of: queries }),
      fc.record({ kind: fc.constant('not' as const), query: tie('query') }),
      fc.record({ kind: fc.constant('preferring' as const), query: tie('query'), preferred: queries }),
    ),
  };
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('apply' as const),
      puts: fc.array(document, { maxLength: 6 }),
      removals: fc.array(id, { maxLength: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('search' as const),
      query,
      sights: fc.array(fc.constantFrom(...Object.values(aclRootVisibility)), { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('save and reopen' as const) }) },
);

/** Anna sees what is hers as a whole, and everybody else's as far as these anchors tell. */
const viewerFor = (sights: readonly AclRootVisibility[]): AccessFilter =>
  aViewer((anchor) => sights[Number(anchor.slice(-1))] ?? aclRootVisibility.absent, 'anna');

async function allFound(
  index: SearchIndex,
  wanted: Query,
  sights: readonly AclRootVisibility[],
): Promise<Pick<SearchPage, 'ids' | 'total' | 'facets'> & Pick<SearchIndex, 'position' | 'size'>> {
  const options = { accessFilter: viewerFor(sights), facets: [facet('ccm:x'), facet('cm:name')] };
  const page = (skip: number, limit: number) => index.search(wanted, { ...options, skip, limit });
  const whole = await page(0, 1000);
  const [{ ids, total, facets }, rest] = [await page(0, 5), await page(5, 1000)];
  const after = await page(0, 1000);
  // A merge removes deleted documents from the statistics of words, so it may change the order of equally good hits.
  if (after.ids.join() !== whole.ids.join()) return allFound(index, wanted, sights);
  expect([...ids, ...rest.ids]).toEqual(whole.ids);
  return { ids: whole.ids.toSorted(), total, facets, position: index.position, size: index.size };
}

interface Pair {
  readonly plain: SearchIndex;
  readonly real: SearchIndex;
}

/** Does the step with both; gives the pair to go on with. */
async function take(next: Step, { plain, real }: Pair, open: () => Promise<SearchIndex>): Promise<Pair> {
  if (next.does === 'save and reopen') {
    await real.save();
    return { plain, real: await open() };
  }
  if (next.does === 'search') {
    expect(await allFound(real, next.query, next.sights)).toEqual(await allFound(plain, next.query, next.sights));
    return { plain, real };
  }
  const position = plain.position + 1;
  plain.apply(next, position);
  real.apply(next, position);
  return { plain, real };
}

test('the engine finds, counts and hides what looking at every document does', async () => {
  const folder = await temporaryFolder();
  const open = () => openSearchIndex({ folder: folder.path, log: createRecordingLog() });
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 25 }), async (steps) => {
    let pair: Pair = { plain: createMemorySearchIndex(), real: await open() };
    pair.real.clear();
    for (const next of steps) pair = await take(next, pair, open);
  });
  try {
    await fc.assert(property, { numRuns: propertyRuns(400) });
  } finally {
    await folder.remove();
  }
});
