import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import type { NodeId } from '../../src/base/ids.ts';
import type { Query } from '../../src/domain/query/query.ts';
import { type AccessFilter, type AclRootVisibility, aclRootVisibility } from '../../src/ports/access-filter.ts';
import type { IndexedDocument, SearchIndex, SearchOptions } from '../../src/ports/search-index.ts';
import { propertyRuns } from '../support/run-scope.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, aViewer, facet } from './search-index-documents.ts';
import { temporaryFolder } from './temporary-folder.ts';

const people = ['anna', 'bert'] as const;
type Person = (typeof people)[number];
type Question = Omit<SearchOptions, 'accessFilter'> & { readonly query: Query };

type Step =
  | { readonly does: 'apply'; readonly puts: readonly IndexedDocument[]; readonly removals: readonly NodeId[] }
  | { readonly does: 'give other rights'; readonly to: Person; readonly sights: readonly AclRootVisibility[] }
  | { readonly does: 'ask'; readonly who: Person };

const text = fc.array(fc.constantFrom('bruch', 'brüche', 'burch', 'wald', 'regenwald'), { maxLength: 3 });
const joined = text.map((words) => words.join(' '));
const id = fc.integer({ min: 0, max: 9 }).map(anId);
const person = fc.constantFrom(...people);

const document: fc.Arbitrary<IndexedDocument> = fc.record({
  id,
  aclRoot: fc.integer({ min: 100, max: 101 }).map(anId),
  parent: fc.option(id),
  owner: fc.constantFrom(...people, 'carl'),
  name: fc.constant(''),
  title: joined,
  description: joined,
  keywords: fc.constant(''),
  text: joined,
  properties: fc.record({ 'ccm:x': text, 'ccm:size': fc.array(fc.constantFrom('1', '20', '3'), { maxLength: 1 }) }),
});

const sizes = (from: number): Query => ({
  ...{ kind: 'range', field: 'ccm:size', as: 'number' },
  ...{ from, includeFrom: true, includeTo: true },
});

const query: fc.Arbitrary<Query> = fc.constantFrom<Query[]>(
  { kind: 'everything' },
  { kind: 'words', field: undefined, text: 'bruch', match: 'loose' },
  { kind: 'words', field: undefined, text: 'bruch', match: 'exact' },
  { kind: 'words', field: 'title', text: 'bruch', match: 'exact' },
  sizes(2),
  {
    kind: 'bestMatch',
    of: [
      { kind: 'words', field: undefined, text: 'wald', match: 'loose' },
      { kind: 'words', field: undefined, text: 'burg', match: 'loose' },
    ],
  },
);

const question: fc.Arbitrary<Question> = fc.record({
  query,
  skip: fc.constantFrom(0, 2),
  limit: fc.constantFrom(0, 3, 1000),
  suggest: fc.boolean(),
  facets: fc.constantFrom(
    [],
    [facet('ccm:x')],
    [{ ...facet('ccm:x'), limit: 1 }],
    [{ ...facet('ccm:x'), limit: Number.POSITIVE_INFINITY }],
  ),
  sort: fc.constantFrom<NonNullable<SearchOptions['sort']>[]>(
    [],
    [{ property: 'ccm:size', as: 'text', ascending: true }],
    [{ property: 'ccm:size', as: 'number', ascending: true }],
    [{ property: 'ccm:size', as: 'number', ascending: false }],
  ),
});

/** So few that each is asked again and again; among them two that JSON cannot tell apart. */
const questions = fc
  .array(question, { minLength: 1, maxLength: 4 })
  .map(([first, ...others]): Question[] =>
    first === undefined
      ? []
      : [
          ...[first, ...others],
          ...[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map((from) => ({ ...first, query: sizes(from) })),
        ],
  );

const sights = fc.array(fc.constantFrom(...Object.values(aclRootVisibility)), { minLength: 2, maxLength: 2 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('apply' as const),
      puts: fc.array(document, { maxLength: 4 }),
      removals: fc.array(id, { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('give other rights' as const), to: person, sights }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('ask' as const), who: person }),
  },
);

const viewerOf = (who: Person, seen: readonly AclRootVisibility[]): AccessFilter =>
  aViewer((anchor) => seen[Number(anchor.slice(-1))] ?? aclRootVisibility.absent, who);

/** The same question in a way that takes no short cuts: with explanations. */
async function foundAnew(index: SearchIndex, { query: wanted, ...options }: Question, viewer: AccessFilter) {
  const { explanations, ...page } = await index.search(wanted, { ...options, accessFilter: viewer, explain: true });
  expect(explanations).toHaveLength(page.ids.length);
  return { ...page, explanations: [] };
}

async function askAll(index: SearchIndex, questions: readonly Question[], viewer: AccessFilter): Promise<void> {
  for (const one of questions) {
    const { query: wanted, ...options } = one;
    const before = await foundAnew(index, one, viewer);
    const again = await index.search(wanted, { ...options, accessFilter: viewer });
    // A merge in between leaves out what was replaced, and with it its share in how rare a word is.
    if (!isDeepStrictEqual(again, before)) expect(again).toEqual(await foundAnew(index, one, viewer));
  }
}

test('asked again, the index answers as it would anew, whatever came, went or was allowed in between', async () => {
  const folder = await temporaryFolder();
  const steps = fc.array(step, { minLength: 2, maxLength: 30 });
  const property = fc.asyncProperty(steps, questions, async (taken, asked) => {
    const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
    const viewers = new Map(
      people.map((who) => [who, viewerOf(who, [aclRootVisibility.all, aclRootVisibility.metadata])]),
    );
    for (const next of taken) {
      if (next.does === 'apply') index.apply(next, index.position + 1);
      else if (next.does === 'give other rights') viewers.set(next.to, viewerOf(next.to, next.sights));
      else await askAll(index, asked, viewers.get(next.who) ?? viewerOf(next.who, []));
    }
  });
  try {
    await fc.assert(property, { numRuns: propertyRuns(300) });
  } finally {
    await folder.remove();
  }
});

test('each search asks for the visibility at the same array of ACL roots, by which a filter may cache it', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
  const requested = new Set<readonly string[]>();
  const accessFilter: AccessFilter = {
    owns: null,
    at(aclRoots) {
      requested.add(aclRoots);
      return Uint8Array.from(aclRoots, () => aclRootVisibility.all);
    },
  };
  index.apply({ puts: [aDocument({ id: anId(1) })], removals: [] }, 1);
  await index.search({ kind: 'everything' }, { accessFilter, facets: [], skip: 0, limit: 10 });
  const first = new Set(requested);
  await index.search({ kind: 'everything' }, { accessFilter, facets: [], skip: 0, limit: 10 });
  expect(requested.size).toBe(first.size);
  index.apply({ puts: [aDocument({ id: anId(2), aclRoot: anId(100) })], removals: [] }, 2);
  await index.search({ kind: 'everything' }, { accessFilter, facets: [], skip: 0, limit: 10 });
  expect(requested.size).toBeGreaterThan(first.size);
});
