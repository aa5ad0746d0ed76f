import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mimeTypeOfName } from '../../src/base/mime-type-of-name.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { enabledExports, exportOf, fileOf, fillSevenAreas, unpackedByInfoZip } from '../support/data-exports.ts';
import { anna, carla } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const isBelow = (path: string, area: string): boolean => path.startsWith(`${area}/`);

withTransports(
  (school) => {
    test('a person with the corpus in every area gets each file back, byte by byte', async (context) => {
      const paths = (await filesBelow(corpusDirectory(context))).sort();
      const { places } = await fillSevenAreas(school, { anna, carla });
      const areas = Object.entries(places);
      const originals = new Map<string, { readonly area: string; readonly bytes: Buffer }>();
      for (const [index, path] of paths.entries()) {
        const [area, { client, parent }] = areas[index % areas.length] ?? expect.fail('There are no areas.');
        const [name, bytes] = [`${index} ${path.split('/').at(-1)}`, await readFile(path)];
        await makeFile(client, bytes, { name, mimeType: mimeTypeOfName(path), ...(parent && { parent }) });
        originals.set(name, { area, bytes });
      }
      const inSafe = places['safe/home']?.client ?? school.anna;
      const archive = await fileOf(inSafe, await exportOf(inSafe, school.admin));
      const files = await unpackedByInfoZip(archive, context);
      for (const [name, { area, bytes }] of originals) {
        const [path, ...more] = [...files.keys()].filter(
          (each) => isBelow(each, area) && each.endsWith(`/${name}/${name}`),
        );
        expect([path === undefined, more.length], name).toEqual([false, 0]);
        expect(files.get(path ?? '')?.equals(bytes), name).toBe(true);
        expect(JSON.parse(String(files.get(`${path}.json`))), name).toMatchObject({ 'cm:name': name });
      }
      for (const area of ['collection', 'comment', 'feedback']) {
        expect(
          [...files.keys()].some((path) => isBelow(path, area)),
          area,
        ).toBe(true);
      }
      expect(originals.size).toBeGreaterThan(500);
    });
  },
  { only: ['TCP'], overrides: enabledExports },
);
