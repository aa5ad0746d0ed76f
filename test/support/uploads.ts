import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

/**
 * The content files of at least 10,000 bytes, by their names. What the server writes on its own while a test runs, such as the
 * text of a file that was created before, is smaller.
 */
export async function largeContentFiles(school: School): Promise<string[]> {
  const { content } = dataPaths(school.dataDirectory);
  const paths = (await filesBelow(content)).map((path) => join(content, path));
  // A small file may have got its final name meanwhile.
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return paths.filter((_, at) => (sizes[at] ?? 0) >= 10_000).map((path) => basename(path));
}

/** The server hears of a broken connection a moment later than we break it. */
export async function expectNothingUnfinished(school: School): Promise<void> {
  await expect.poll(() => unfinishedFiles(school)).toEqual([]);
}

/** The node is as it was, nothing unfinished is left, and the next upload works. */
export async function expectUnharmed(school: School, node: WireNode, before: unknown): Promise<void> {
  await expectNothingUnfinished(school);
  expect(await pictureOf(school.anna, node)).toEqual(before);
  const { node: after } = await school.anna.uploadContent({ ...at(node), body: aFile('next') });
  expect(after.contentVersion).toBe('1.2');
  expect((await download(school.anna, after)).toString()).toBe('next');
}
