import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { mimeTypeOfName } from '../../src/base/mime-type-of-name.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { unzip } from '../support/archives.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { admin, basic } from '../support/people.ts';
import { makeDataDirectory, removeFolder, serveDirectory, temporaryFolder } from '../support/repository.ts';
import { skipWithout } from '../support/skip-policy.ts';
import { bytesOf, makeFile, type WireNode } from '../support/trees.ts';

/** A file of the corpus, as it is in the repository. */
interface Shown {
  readonly path: string;
  readonly bytes: Buffer;
  readonly node: WireNode;
  readonly picture: Buffer;
}

const side = 32;

/** A picture in 32 x 32 pixels of grey; what one can see through shows white. */
const fingerprint = (picture: Buffer): Promise<Buffer> =>
  sharp(picture, { density: 144 })
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer();

/** How far two pictures are apart: 0 for the same, 255 for black and white. */
async function distance(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = [await fingerprint(a), await fingerprint(b)];
  return first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Another program's picture of the first page; undefined where that program is not there. */
async function pageByPoppler(bytes: Buffer): Promise<Buffer | undefined> {
  const folder = await temporaryFolder();
  try {
    await writeFile(join(folder, 'a.pdf'), bytes);
    const options = ['-png', '-singlefile', '-scale-to', '800', join(folder, 'a.pdf'), join(folder, 'a')];
    await promisify(execFile)('pdftoppm', options);
    return await readFile(join(folder, 'a.png'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    await removeFolder(folder);
  }
}

/** The thumbnail in a document; undefined if it has none, or a white one. */
async function thumbnailIn(bytes: Buffer): Promise<Buffer | undefined> {
  const files = unzip(bytes);
  const name = [...files.keys()].find((entry) =>
    /^(?:docProps\/thumbnail\.(?:jpe?g|png)|Thumbnails\/thumbnail\.png)$/.test(entry),
  );
  const thumbnail = name === undefined ? undefined : files.get(name)?.();
  if (thumbnail === undefined) return undefined;
  const { channels } = await sharp(thumbnail).stats();
  return channels.every(({ min }) => min >= 250) ? undefined : thumbnail;
}

const extensionOf = (path: string): string => extname(path).toLowerCase();
const images = new Set(['.png', '.jpg', '.jpeg', '.svg', '.gif', '.webp', '.tif']);
const documents = new Set(['.docx', '.pptx', '.xlsx', '.odp', '.odg', '.odt', '.ods']);

describe('the pictures of the corpus', { timeout: 300_000 }, () => {
  let imported: Promise<Imported> | undefined;

  const shown = async (context: TestContext): Promise<readonly Shown[]> => {
    const corpus = corpusDirectory(context);
    imported ??= importAll(corpus);
    return (await imported).all;
  };

  afterAll(async () => (await imported)?.close());

  test('every image and every PDF has one, and so has every document with a thumbnail', async (context) => {
    const all = await shown(context);
    const wanted: Shown[] = [];
    for (const one of all) {
      const extension = extensionOf(one.path);
      const hasThumbnail = documents.has(extension) && (await thumbnailIn(one.bytes)) !== undefined;
      if (hasThumbnail || images.has(extension) || extension === '.pdf') wanted.push(one);
    }
    // Fifty more have a white one, from the template of the library that wrote them.
    expect(wanted.filter(({ path }) => documents.has(extensionOf(path)))).toHaveLength(8);
    expect(wanted.filter(({ path }) => extensionOf(path) === '.pdf')).toHaveLength(8);
    expect(wanted.filter(({ node }) => node.preview.isIcon).map(({ path }) => path)).toEqual([]);
  });

  test('nothing has one that has nothing to show', async (context) => {
    const all = await shown(context);
    const others = all.filter(({ node }) => !node.preview.isIcon).map(({ path }) => extensionOf(path));
    const known = new Set([...images, ...documents, '.pdf', '.epub']);
    expect(others.filter((extension) => !known.has(extension))).toEqual([]);
  });

  test('the address gives what the node tells, at the size that it tells', async (context) => {
    const all = await shown(context);
    for (const { node, picture, path } of all) {
      const { width, height } = await sharp(picture).metadata();
      expect([path, width, height]).toEqual([path, node.preview.width, node.preview.height]);
    }
  });

  test('images look like their files', async (context) => {
    const all = await shown(context);
    const far = [];
    for (const { path, bytes, picture } of all.filter(({ path }) => images.has(extensionOf(path)))) {
      const apart = await distance(bytes, picture);
      if (apart > 6) far.push([path, apart]);
    }
    expect(far).toEqual([]);
  });

  test('documents look like the thumbnails in them', async (context) => {
    const all = await shown(context);
    const far = [];
    for (const { path, bytes, picture } of all.filter(({ path }) => documents.has(extensionOf(path)))) {
      const thumbnail = await thumbnailIn(bytes);
      const apart = thumbnail === undefined ? 0 : await distance(thumbnail, picture);
      if (apart > 6) far.push([path, apart]);
    }
    expect(far).toEqual([]);
  });

  // What another program draws; in any case a page with something on it, each another one.
  test('PDFs look like their first pages', async (context) => {
    const all = await shown(context);
    const pages = all.filter(({ path }) => extensionOf(path) === '.pdf');
    const prints = new Set<string>();
    let compared = 0;
    for (const { path, bytes, picture } of pages) {
      const other = await pageByPoppler(bytes);
      if (other !== undefined) expect([path, (await distance(other, picture)) < 12]).toEqual([path, true]);
      compared += Number(other !== undefined);
      const { channels } = await sharp(picture).stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev)), path).toBeGreaterThan(5);
      prints.add((await fingerprint(picture)).toString('hex'));
    }
    expect(prints.size).toBe(pages.length);
    if (compared < pages.length) skipWithout(context, 'pdftoppm, which reads PDF files too (Debian: poppler-utils)');
  });

  test('a sheet of sixty can be looked at', async (context) => {
    const all = await shown(context);
    const sheet = await contactSheet(all);
    expect((await sharp(sheet).metadata()).width).toBe(2000);
    const target = process.env['CONTACT_SHEET'];
    if (target !== undefined) await writeFile(target, sheet);
  });
});

interface Imported {
  readonly all: readonly Shown[];
  close(): Promise<void>;
}

async function importAll(corpus: string): Promise<Imported> {
  const directory = await temporaryFolder();
  await makeDataDirectory(directory);
  const server = await serveDirectory(directory);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  return {
    all: await shownAll(
      createClient(http.send, () => basic(admin)),
      corpus,
    ),
    async close() {
      http.close();
      await server.close();
      await removeFolder(directory);
    },
  };
}

/** Imports the whole corpus, waits until nothing waits for a picture, and fetches what each node shows. */
async function shownAll(client: Client, corpus: string): Promise<Shown[]> {
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const made: { path: string; bytes: Buffer; made: WireNode }[] = [];
  for (const path of paths.sort()) {
    const bytes = await readFile(path);
    const mimeType = mimeTypeOfName(path);
    const options = { parent: '-companyhome-', name: `${made.length} ${basename(path)}`, mimeType };
    made.push({ path, bytes, made: await makeFile(client, bytes, options) });
  }
  while ((await client.getStatus()).previews.waiting > 0) await wait(100);
  const shown: Shown[] = [];
  for (const { path, bytes, made: before } of made) {
    const { node } = await client.getNode({ repository: '-home-', node: before.ref.id });
    shown.push({ path, bytes, node, picture: await bytesOf(await client.getPreview({ nodeId: node.ref.id })) });
  }
  return shown;
}

/** Sixty pictures beside each other, of all kinds of files, some cards among them. */
async function contactSheet(all: readonly Shown[]): Promise<Buffer> {
  const [columns, cell] = [10, 200];
  const cards = all.filter(({ node }) => node.preview.isIcon);
  const rest = all.filter(({ node }) => !node.preview.isIcon);
  const few = rest.filter(({ path }) => extensionOf(path) !== '.pptx');
  const slides = rest.filter(({ path }) => extensionOf(path) === '.pptx');
  const chosen = [...few.slice(0, 40), ...slides.slice(0, 52 - Math.min(40, few.length)), ...cards.slice(0, 60)].slice(
    0,
    60,
  );
  const pictures = chosen.map(async ({ picture }, index) => ({
    input: await sharp(picture)
      .resize(cell - 8, cell - 8, { fit: 'contain', background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer(),
    left: (index % columns) * cell + 4,
    top: Math.floor(index / columns) * cell + 4,
  }));
  const background = { width: columns * cell, height: 6 * cell, channels: 3 as const, background: '#888888' };
  return sharp({ create: background })
    .composite(await Promise.all(pictures))
    .png()
    .toBuffer();
}
