import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import { RepositoryError } from '../../src/base/errors/errors.ts';
import { maxFuzzyWords, maxProximityWords } from '../../src/domain/query/query-limits.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, find } from './search-index-documents.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** Each of these would go on for hours where work is done again and again. */
describe('a search that is made to cost much', () => {
  let folder: TemporaryFolder;
  let index: SearchIndex;

  beforeEach(async () => {
    folder = await temporaryFolder();
    index = await openSearchIndex({ folder: folder.path, log: createRecordingLog() });
  });
  afterEach(() => folder.remove());

  /** Folders in one another, the first at the top; each a segment's own where `apart`. */
  function nest(depth: number, apart: boolean): void {
    const puts = Array.from({ length: depth }, (_, at) =>
      aDocument({ id: anId(at), parent: at === 0 ? null : anId(at - 1), name: `f${at}` }),
    );
    if (!apart) index.apply({ puts, removals: [] }, 1);
    else for (const document of puts) index.apply({ puts: [document], removals: [] }, 1);
  }

  test.each([false, true])('by a path of many steps, ends (folders apart: %s)', async (apart) => {
    nest(60, apart);
    const many = '//*'.repeat(30);
    expect((await find(index, `PATH:"/nosuch${many}"`)).total).toBe(0);
    expect((await find(index, `PATH:"/f0${many}"`)).total).toBe(30);
    expect((await find(index, `PATH:"${many}//f59"`)).total).toBe(1);
    expect((await find(index, `PATH:"${many}//f29"`)).total).toBe(0);
  });

  test('by what lies below a node under thousands of folders, ends', async () => {
    nest(5000, false);
    expect((await find(index, `PATH:"/f0//*"`)).total).toBe(4999);
    expect((await find(index, { kind: 'below', node: anId(10) })).total).toBe(4989);
    expect((await find(index, { kind: 'below', node: anId(5001) })).total).toBe(0);
  });

  const refusal = async (query: string): Promise<string> => {
    const error: unknown = await find(index, query).catch((thrown: unknown) => thrown);
    if (!(error instanceof RepositoryError) || error.code !== 'BadRequest') throw error;
    return error.message;
  };
  const words = (count: number, behind = ''): string =>
    Array.from({ length: count }, (_, at) => `wort${at}${behind}`).join(' ');

  test('by more words than one search may look for, is refused', async () => {
    expect((await find(index, words(maxFuzzyWords))).total).toBe(0);
    expect(await refusal(words(maxFuzzyWords + 1))).toContain('Search for fewer words');
    expect(await refusal(`WORDS:"${words(maxFuzzyWords + 1)}"`)).toContain('Search for fewer words');
    expect(await refusal(words(maxFuzzyWords + 1, '*'))).toContain('Search for fewer words');
    expect((await find(index, words(maxProximityWords, '~2'))).total).toBe(0);
    expect(await refusal(words(maxProximityWords + 1, '~2'))).toContain('Use ~1');
    // As they stand, words are looked up.
    expect((await find(index, `title:(${words(150)})`)).total).toBe(0);
  });

  test('by boosts in one another, has scores that are numbers', async () => {
    index.apply({ puts: [aDocument({ id: anId(1), title: 'a' })], removals: [] }, 1);
    expect((await find(index, '((a^1000)^1000)^0', { explain: true })).explanations).toMatchObject([{ score: 0 }]);
    expect(await refusal('((a^1000)^1000)^1.5')).toContain('Use smaller boosts');
    expect(await refusal('((((((((a^1000000)^1000000)^1000000)^1000000)^1000000)^1000000)^1000000)^0)')).toContain(
      'Use smaller boosts',
    );
  });

  test('a word that every one of thousands of documents has finds all of them, and its opposite nothing', async () => {
    const puts = Array.from({ length: 3000 }, (_, at) =>
      aDocument({ id: anId(at), title: 'alpha', properties: { 'cm:creator': ['admin'] } }),
    );
    index.apply({ puts, removals: [] }, 1);
    for (const query of ['cm:creator:admin', 'title:alpha', 'alpha']) {
      expect((await find(index, query, { limit: 0 })).total).toBe(3000);
      expect((await find(index, `*:* AND NOT ${query}`, { limit: 0 })).total).toBe(0);
    }
  });

  test('by a row of many words of any kind, ends', async () => {
    const text = Array.from({ length: 2_000 }, (_, at) => (at % 50 === 0 ? 'anfang' : `wort${at}`)).join(' ');
    const puts = Array.from({ length: 200 }, (_, at) => aDocument({ id: anId(at), text }));
    index.apply({ puts: [...puts, aDocument({ id: anId(201), text: 'anfang' })], removals: [] }, 1);
    expect((await find(index, `"anfang ${'* '.repeat(49)}anfang"`)).total).toBe(200);
    expect((await find(index, `"anfang ${'* '.repeat(48)}anfang"`)).total).toBe(0);
  });

  test('in folders that lie in one another in a circle, ends', async () => {
    nest(3, false);
    index.apply({ puts: [aDocument({ id: anId(0), parent: anId(2), name: 'f0' })], removals: [] }, 2);
    expect((await find(index, 'PATH:"/f0//*"')).total).toBe(0);
    expect((await find(index, { kind: 'below', node: anId(9) })).total).toBe(0);
    expect((await find(index, { kind: 'below', node: anId(1) })).total).toBeGreaterThan(0);
  });
});
