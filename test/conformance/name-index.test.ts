import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNameIndex } from '../../src/adapters/names/name-index.ts';
import { wordsOf } from '../../src/domain/text/folding.ts';
import { type AccessFilter, aclRootVisibility } from '../../src/ports/access-filter.ts';
import { type NamedEntry, type NameKind, nameKinds } from '../../src/ports/name-index.ts';
import { propertyRuns } from '../support/run-scope.ts';

const everyKind = new Set(nameKinds);

/** Sees the documents with these ACL roots, and those of an owner. */
const seeing = (owns: string | null, ...seen: readonly string[]): AccessFilter => ({
  owns,
  at: (roots) =>
    Uint8Array.from(roots, (root) => {
      if (root.startsWith('absent')) return aclRootVisibility.absent;
      return seen.includes(root) ? aclRootVisibility.metadata : aclRootVisibility.nothing;
    }),
});

const everything = seeing(null, 'open', 'closed');

const named = (key: string, labels: readonly string[], more: Partial<NamedEntry> = {}): NamedEntry => ({
  ...{ key, kind: 'file', aclRoot: 'open', owner: 'anna', labels, keywords: [] },
  ...more,
});

const filled = (...entries: readonly NamedEntry[]) => {
  const index = createNameIndex();
  for (const entry of entries) index.put(entry);
  return index;
};

const keysFor = async (
  index: ReturnType<typeof createNameIndex>,
  text: string,
  { accessFilter = everything, limit = 10 } = {},
): Promise<string[]> => (await index.find({ text, kinds: everyKind, limit, accessFilter })).map(({ key }) => key);

describe('a name index', () => {
  test('finds words by their beginnings, all of them, in any order and spelling', async () => {
    const index = filled(named('a', ['Größenlehre am Dreieck']), named('b', ['Größen und Einheiten']));
    expect(await keysFor(index, 'GROESSEN')).toEqual(['b', 'a']);
    expect(await keysFor(index, 'dre grö')).toEqual(['a']);
    expect(await keysFor(index, 'g')).toEqual(['b', 'a'].toSorted());
    expect(await keysFor(index, 'größen viereck')).toEqual([]);
  });

  test('prefers the start of a label to other words, labels to keywords, and short labels', async () => {
    const index = filled(
      named('keyword', ['Blatt'], { keywords: ['Optik'] }),
      named('later', ['Versuche zur Optik']),
      named('long', ['Optik mit Linsen']),
      named('short', ['Optik']),
      named('compound', ['Optikversuche']),
    );
    expect(await keysFor(index, 'optik')).toEqual(['short', 'long', 'compound', 'later', 'keyword']);
  });

  test('a text without words finds nothing', async () => {
    const index = filled(named('a', ['Optik']));
    for (const text of ['', '   ', '\u0000\u0007', '\u200f', '-/*"']) expect(await keysFor(index, text)).toEqual([]);
  });

  test('finds right-to-left text, and cuts texts that are longer than any name', async () => {
    const index = filled(named('a', ['כיתה ז שברים']), named('b', ['Optik']));
    expect(await keysFor(index, 'שבר')).toEqual(['a']);
    expect(await keysFor(index, `optik ${'x'.repeat(10_000)}`)).toEqual([]);
    expect(await keysFor(index, `optik${' '.repeat(10_000)}x`)).toEqual(['b']);
  });

  test('allows a typing error only if nothing visible matches', async () => {
    const index = filled(named('open', ['Photosynthese']), named('hidden', ['Photosintese'], { aclRoot: 'closed' }));
    const some = seeing(null, 'open');
    expect(await keysFor(index, 'photosyntese', { accessFilter: some })).toEqual(['open']);
    expect(await keysFor(index, 'photosint', { accessFilter: some })).toEqual([]);
    expect(await keysFor(index, 'photosint')).toEqual(['hidden']);
    expect(await keysFor(filled(named('short', ['Wald'])), 'wals')).toEqual([]);
  });

  test('shows what is visible at its ACL root or belongs to the caller, unless it is absent', async () => {
    const index = filled(
      named('open', ['Optik']),
      named('closed', ['Optik'], { aclRoot: 'closed' }),
      named('own', ['Optik'], { aclRoot: 'closed', owner: 'bert' }),
      named('absent', ['Optik'], { aclRoot: 'absent', owner: 'bert' }),
      named('value', ['Optik'], { aclRoot: null, owner: null, kind: 'value' }),
    );
    expect((await keysFor(index, 'optik', { accessFilter: seeing('bert', 'open') })).sort()).toEqual([
      'open',
      'own',
      'value',
    ]);
    expect(await keysFor(index, 'optik', { accessFilter: seeing(null) })).toEqual(['value']);
  });

  test('follows changes of words, of the ACL root, of the owner and of the kind', async () => {
    const index = filled(named('a', ['Optik']));
    index.put(named('a', ['Akustik']));
    expect([await keysFor(index, 'optik'), await keysFor(index, 'akustik')]).toEqual([[], ['a']]);
    expect([index.size, index.wasted]).toEqual([1, 1]);
    index.put(named('a', ['Akustik'], { aclRoot: 'closed', owner: 'bert', kind: 'folder' }));
    expect(index.wasted).toBe(1);
    expect(await keysFor(index, 'akustik', { accessFilter: seeing('anna', 'open') })).toEqual([]);
    const [hit] = await index.find({
      ...{ text: 'akustik', kinds: everyKind, limit: 10 },
      accessFilter: seeing('bert'),
    });
    expect(hit?.kind).toBe('folder');
    index.remove('a');
    index.remove('a');
    expect([index.size, await keysFor(index, 'akustik')]).toEqual([0, []]);
    index.clear();
    expect(index.wasted).toBe(0);
  });

  test('limits each kind for itself, and finds only the kinds of the query', async () => {
    const files = Array.from({ length: 30 }, (_, at) => named(`file ${at}`, ['Optik']));
    const index = filled(...files, named('folder', ['Optik in Klasse 7'], { kind: 'folder' }));
    expect(await keysFor(index, 'optik', { limit: 3 })).toHaveLength(4);
    const folders = await index.find({
      ...{ text: 'optik', kinds: new Set<NameKind>(['folder']), limit: 3 },
      accessFilter: everything,
    });
    expect(folders.map(({ key }) => key)).toEqual(['folder']);
  });

  test('a search while the index changes and is emptied shows nothing that the caller may not see', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) =>
      named(`k${at}`, [`Optik ${at}`], { aclRoot: at % 2 === 0 ? 'open' : 'closed' }),
    );
    const index = filled(...many);
    const accessFilter = seeing(null, 'open');
    const found = Promise.all([1, 2, 3].map(() => keysFor(index, 'opt o', { accessFilter })));
    index.clear();
    for (const entry of many) index.put({ ...entry, aclRoot: entry.aclRoot === 'open' ? 'closed' : 'open' });
    for (const key of (await found).flat()) expect(Number(key.slice(1)) % 2, key).toBe(1);
  });
});

/** Points and length of the label by the words of the port's documentation; undefined if the entry does not match. */
function judged({ labels, keywords }: NamedEntry, query: readonly string[]): readonly [number, number] | undefined {
  let points = 0;
  for (const word of query) {
    const worths = [
      ...labels.flatMap((label) => wordsOf(label).map((own, at) => ({ own, place: at === 0 ? 3 : 2 }))),
      ...keywords.flatMap((keyword) => wordsOf(keyword).map((own) => ({ own, place: 1 }))),
    ];
    // A word counts at its best place.
    const best = worths
      .filter(({ own }) => own.startsWith(word))
      .map(({ own, place }) => 2 * place + (own === word ? 1 : 0));
    if (best.length === 0) return undefined;
    points += Math.max(...best);
  }
  return [points, wordsOf(labels[0] ?? '').length];
}

const word = fc.constantFrom('ab', 'abc', 'abcd', 'b', 'ba', 'bab', 'c', 'Ähre', '7');
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
const entry = fc.record({
  key: fc.constantFrom(...'pqrstuvwxyz'),
  kind: fc.constantFrom<NameKind>('file', 'folder', 'person'),
  aclRoot: fc.constantFrom('open', 'closed', 'absent', null),
  owner: fc.constantFrom('anna', 'bert', null),
  labels: fc.array(text, { minLength: 1, maxLength: 2 }),
  keywords: fc.array(text, { maxLength: 2 }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: entry.map((put) => ({ put })) },
  { weight: 1, arbitrary: fc.record({ remove: fc.constantFrom(...'pqrstuvwxyz') }) },
);
const typed = fc.oneof(text, fc.constantFrom('a', 'b', 'ab', 'ah', 'abc b', 'a a', 'z'), fc.string({ maxLength: 5 }));

test('agrees with a scan of all entries, for any changes and callers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30 }),
      typed,
      fc.constantFrom('anna', 'bert', null),
      fc.subarray(['open', 'closed']),
      fc.integer({ min: 1, max: 4 }),
      async (steps, query, owns, seen, limit) => {
        const index = createNameIndex();
        const entries = new Map<string, NamedEntry>();
        for (const one of steps) {
          if ('remove' in one) {
            index.remove(one.remove);
            entries.delete(one.remove);
          } else {
            index.put(one.put);
            entries.set(one.put.key, one.put);
          }
        }
        const accessFilter = seeing(owns, ...seen);
        const hits = await index.find({ text: query, kinds: everyKind, limit, accessFilter });
        const queryWords = [...new Set(wordsOf(query))].slice(0, 8);
        const isSeen = ({ aclRoot, owner }: NamedEntry): boolean =>
          aclRoot === null ||
          (aclRoot !== 'absent' && (seen.includes(aclRoot as 'open') || (owns !== null && owner === owns)));
        const matching = [...entries.values()].flatMap((one) => {
          const rank = queryWords.length === 0 || !isSeen(one) ? undefined : judged(one, queryWords);
          return rank === undefined ? [] : [{ key: one.key, kind: one.kind, rank }];
        });
        const order = (a: { rank: readonly number[] }, b: { rank: readonly number[] }): number =>
          (b.rank[0] ?? 0) - (a.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0);
        const expected = nameKinds.flatMap((kind) =>
          matching
            .filter((one) => one.kind === kind)
            .sort(order)
            .slice(0, limit),
        );
        const rankOf = new Map(matching.map(({ key, rank }) => [key, rank]));
        // Nothing that does not match or is hidden, the right kinds, and no better one is missing. Equal ones are in any order.
        expect(hits.map(({ key, kind }) => [kind, entries.get(key)?.kind, rankOf.has(key)])).toEqual(
          hits.map(({ kind }) => [kind, kind, true]),
        );
        expect(hits.map(({ key }) => rankOf.get(key))).toEqual(expected.sort(order).map(({ rank }) => rank));
        expect(hits.map(({ score }) => score)).toEqual(expected.map(({ rank: [points] }) => points));
        expect(new Set(hits.map(({ key }) => key)).size).toBe(hits.length);
        expect(index.size).toBe(entries.size);
      },
    ),
    { numRuns: propertyRuns(2_000) },
  );
});
