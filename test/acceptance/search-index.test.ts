import { cp, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { removeFolder, temporaryFolder } from '../support/repository.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode } from '../support/trees.ts';

const repository = '-home-';

async function namesFound(school: School, query: string): Promise<string[]> {
  const { nodes } = await school.anna.searchNodes({ repository, query, maxItems: 1000 });
  return nodes.map(({ name }) => name).sort();
}

/** Every file of the index, the largest first. */
async function indexFiles(school: School): Promise<string[]> {
  const { index } = dataPaths(school.dataDirectory);
  const files = (await readdir(index)).map((name) => join(index, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sizes.sort((a, b) => b.size - a.size).map(({ file }) => file);
}

async function flipByte(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, position);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0x20]), 0, 1, position);
  } finally {
    await handle.close();
  }
}

withTransports(
  (school) => {
    describe('the search index is made again from the store', () => {
      /** New material in a folder of its own, found before anything happens to the index. */
      const prepare = async (word: string): Promise<() => Promise<void>> => {
        const folder = await makeFolder(school.anna, { name: `${word}-Ordner` });
        await makeFile(school.anna, `Text über ${word}`, { parent: folder, name: 'Text.txt' });
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: `${word}.pdf` });
        const gone = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: `${word}-weg.pdf` });
        await school.anna.deleteNode(at(gone));
        const expected = [`${word}-Ordner`, `${word}.pdf`, 'Text.txt'].sort();
        expect(await namesFound(school, word)).toEqual(expected);
        return async () => expect(await namesFound(school, word)).toEqual(expected);
      };

      test('when nothing happened to it, it is found as it was', async () => {
        const stillFound = await prepare('Ruhe');
        await school.restart(async () => expect(await indexFiles(school)).not.toEqual([]));
        await stillFound();
      });

      test('when its folder was deleted', async () => {
        const stillFound = await prepare('Verlust');
        await school.restart(() => rm(dataPaths(school.dataDirectory).index, { recursive: true }));
        await stillFound();
      });

      test('when a byte of its file was damaged, wherever it is', async () => {
        const stillFound = await prepare('Schaden');
        for (const share of [0.01, 0.5, 0.99]) {
          await school.restart(async () => {
            const [file = ''] = await indexFiles(school);
            await flipByte(file, Math.floor((await stat(file)).size * share));
          });
          await stillFound();
        }
      });

      test('when its file was cut, or is empty', async () => {
        const stillFound = await prepare('Schnitt');
        for (const share of [0.5, 0]) {
          await school.restart(async () => {
            const [file = ''] = await indexFiles(school);
            await truncate(file, Math.floor((await stat(file)).size * share));
          });
          await stillFound();
        }
      });

      test('when it was replaced by an older copy', async () => {
        const stillFoundOld = await prepare('Vorher');
        const copy = await temporaryFolder();
        try {
          const { index } = dataPaths(school.dataDirectory);
          await school.restart(() => cp(index, copy, { recursive: true }));
          const stillFoundNew = await prepare('Nachher');
          const folder = (await school.anna.searchNodes({ repository, query: 'Vorher-Ordner' })).nodes[0];
          const moved = await makeFile(school.anna, 'x', { name: 'Zwischendurch.txt' });
          await school.anna.deleteNode(at(moved));
          await school.restart(async () => {
            await rm(index, { recursive: true });
            await cp(copy, index, { recursive: true });
          });
          await stillFoundOld();
          await stillFoundNew();
          expect(await namesFound(school, 'Zwischendurch')).toEqual([]);
          expect(folder?.name).toBe('Vorher-Ordner');
        } finally {
          await removeFolder(copy);
        }
      });

      test('and it keeps to the rights that hold now', async () => {
        const folder = await makeFolder(school.anna, { name: 'Rechte-Ordner' });
        await makeFile(school.anna, 'x', { parent: folder, name: 'Rechteck.txt' });
        const share = { permissions: [{ authority: { authorityName: 'carla' }, permissions: ['Consumer'] }] };
        await school.anna.setPermissions({ ...at(folder), body: share });
        const foundByCarla = async () =>
          (await school.carla.searchNodes({ repository, query: 'Rechteck' })).pagination.total;
        expect(await foundByCarla()).toBe(1);
        await school.restart(() => rm(dataPaths(school.dataDirectory).index, { recursive: true }));
        expect(await foundByCarla()).toBe(1);
        await school.anna.setPermissions({ ...at(folder), body: { permissions: [] } });
        await school.restart();
        expect(await foundByCarla()).toBe(0);
      });
    });
  },
  { only: ['TCP', 'in-process'] },
);
