import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSearchIndex } from '../../src/adapters/search/search-index.ts';
import type { IndexedDocument, SearchIndex, SearchPage } from '../../src/ports/search-index.ts';
import { createRecordingLog } from './recording-log.ts';
import { aDocument, anId, facet, find } from './search-index-documents.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

/** So many have more of titles, descriptions and positions than an index holds in memory. */
const count = 4_000;

const titleOf = (number: number): string => `Titel ${(number * 7_919) % count} von «${number}» in Größe ${number % 11}`;

const documentOf = (number: number, title = titleOf(number)): IndexedDocument =>
  aDocument({
    id: anId(number),
    title,
    description: `Was ${number} zeigt, ist ${'lang und breit '.repeat(1 + (number % 3))}erklärt ${number}`,
    text: `rot w${number % 50} blau w${number % 70} grün blau ${number % 2 === 0 ? 'w1 rot' : 'rot w1'}`,
    properties: {
      'cclom:title': [title],
      'ccm:x': [`Wert ${number % 5}`],
      'ccm:long': [`${'x'.repeat(number % 40)}${number}`],
    },
  });

const documents = Array.from({ length: count }, (_, number) => documentOf(number));

describe('what an index leaves in its files', () => {
  let folder: TemporaryFolder;
  let place: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    place = join(folder.path, 'index');
  });
  afterEach(() => folder.remove());

  const open = (): Promise<SearchIndex> => openSearchIndex({ folder: place, log: createRecordingLog() });

  const titles = { property: 'cclom:title', as: 'text', ascending: true } as const;

  /** All that asks for whole values and positions. */
  async function answers(index: SearchIndex): Promise<readonly SearchPage[]> {
    const page = { limit: 25, facets: [] };
    return [
      await find(index, '*:*', { ...page, sort: [titles], skip: 1_990 }),
      await find(index, '*:*', { ...page, sort: [{ ...titles, ascending: false }] }),
      await find(index, { kind: 'value', field: 'cclom:title', value: titleOf(1_234) }, page),
      await find(index, 'cclom\\:title:["Titel 15" TO "Titel 17"]', page),
      await find(index, '"rot w17 blau"', page),
      await find(index, '"grün blau w1 rot"', { ...page, skip: 100 }),
      await find(index, '"lang und breit lang und breit lang"', page),
      await find(index, 'ccm\\:long:xx*', { ...page, facets: [facet('ccm:long')] }),
      await find(index, 'titel', { limit: 3, facets: [facet('cclom:title')] }),
    ];
  }

  /** Files of the index that are held open, also those that were removed. */
  async function heldFiles(): Promise<readonly string[]> {
    const links = await readdir('/proc/self/fd');
    const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(place));
  }

  test('is found as if it were in memory: when it is saved, read again, merged, and written anew', async () => {
    const index = await open();
    index.apply({ puts: documents.slice(0, count / 2), removals: [] }, 1);
    index.apply({ puts: documents.slice(count / 2), removals: [] }, 2);
    const expected = await answers(index);
    expect(expected.map(({ total }) => total).every((total) => total > 0)).toBe(true);
    await index.save();
    expect(await answers(index)).toEqual(expected);

    const again = await open();
    expect(await answers(again)).toEqual(expected);
    // Whoever deletes an index in use gets it again, from the files that are gone.
    await rm(place, { recursive: true });
    expect(await answers(again)).toEqual(expected);
    again.apply({ puts: [documentOf(0, 'Anderer')], removals: [] }, 3);
    await again.save();
    const anew = await open();
    expect(anew.position).toBe(3);
    anew.apply({ puts: [documentOf(0)], removals: [] }, 4);
    expect(await answers(anew)).toEqual(expected);
  });

  test('stays right when much is changed and merged again and again', async () => {
    let index = await open();
    for (let round = 0; round < 8; round += 1) {
      const puts = documents.filter(
        (_, number) => number % 8 === round || (number % 8 < round && number % 5 === round % 5),
      );
      index.apply({ puts, removals: [] }, round + 1);
      await index.save();
      if (round % 3 === 2) index = await open();
    }
    const fresh = await openSearchIndex({
      folder: join(folder.path, 'other'),
      log: createRecordingLog(),
    });
    fresh.apply({ puts: documents, removals: [] }, 8);
    expect(await answers(index)).toEqual(await answers(fresh));
  });

  test('is not in memory: files are held open instead', async () => {
    const index = await open();
    index.apply({ puts: documents, removals: [] }, 1);
    await find(index, 'titel');
    expect(await heldFiles()).toEqual([]);
    await index.save();
    const held = await heldFiles();
    expect(held).toHaveLength(1);
    expect((await stat(held[0] ?? '')).size).toBeGreaterThan(500_000);
    expect((await find(index, '"rot w17 blau"')).total).toBeGreaterThan(0);
  });
});
