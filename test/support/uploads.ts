import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { filesBelow } from './files-below.ts';
import type { School } from './transports.ts';
import { aFile, at, download, pictureOf, type WireNode } from './trees.ts';

/** Where content is uploaded, below `{base_url}`. */
export const contentPath = (node: WireNode): string => `/node/v1/nodes/-home-/${node.ref.id}/content`;

/** The files that are being received now, or were left behind. */
export const unfinishedFiles = (school: School): Promise<string[]> =>
  filesBelow(join(dataPaths(school.dataDirectory).content, 'tmp'));

/** All content files, by their names. */
export const contentFiles = async (school: School): Promise<string[]> =>
  (await filesBelow(dataPaths(school.dataDirectory).content)).map((path) => basename(path));

/** The server hears of a broken connection a moment later than we break it. */
export async function expectNothingUnfinished(school: School): Promise<void> {
  for (let attempt = 0; attempt < 100 && (await unfinishedFiles(school)).length > 0; attempt += 1) await wait(50);
  expect(await unfinishedFiles(school)).toEqual([]);
}

/** The node is as it was, nothing unfinished is left, and the next upload works. */
export async function expectUnharmed(school: School, node: WireNode, before: unknown): Promise<void> {
  await expectNothingUnfinished(school);
  expect(await pictureOf(school.anna, node)).toEqual(before);
  const { node: after } = await school.anna.uploadContent({ ...at(node), body: aFile('next') });
  expect(after.contentVersion).toBe('1.2');
  expect((await download(school.anna, after)).toString()).toBe('next');
}
