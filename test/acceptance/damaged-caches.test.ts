import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { admin, anna, basic } from '../support/people.ts';
import { plainImage } from '../support/pictures.ts';
import { refusalOf } from '../support/refusals.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { aFile, at, bytesOf, makeFile, type WireNode } from '../support/trees.ts';
import { pdfOf } from '../support/written-documents.ts';

const text = 'Die Katze liegt auf der Matratze.';
const otherText = 'Die Tatze liegt auf der Matratze.';

/** What a disk may make of a file; `other`: another one of the same length. */
const damages: Readonly<Record<string, (bytes: Buffer, other: Buffer) => Buffer>> = {
  'a flipped bit at the beginning': (bytes) => flipped(bytes, 0),
  'a flipped bit in the middle': (bytes) => flipped(bytes, Math.floor(bytes.length / 2)),
  'a flipped bit at the end': (bytes) => flipped(bytes, bytes.length - 1),
  'the last byte missing': (bytes) => bytes.subarray(0, -1),
  'one byte too many': (bytes) => Buffer.concat([bytes, Buffer.from([0])]),
  'nothing in it': () => Buffer.alloc(0),
  'zeros in it': (bytes) => Buffer.alloc(bytes.length),
  'another file in its place': (_, other) => other,
};

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy[at] ?? 0) ^ 0b100, at);
  return copy;
}

let directory: string;
let server: RunningServer;
let owner: Client;
let operator: Client;
let close: () => void;

beforeAll(async () => {
  directory = await newSchoolDirectory();
  server = await serveDirectory(directory);
  const http = createHttpTransport({ baseUrl: new URL(server.url) });
  owner = createClient(http.send, () => basic(anna));
  operator = createClient(http.send, () => basic(admin));
  close = () => http.close();
});

afterAll(async () => {
  close();
  await server.close();
  await removeFolder(directory);
});

async function allRead(): Promise<void> {
  while ((await operator.getStatus()).texts.waiting > 0) await wait(50);
}

/** The one file below this folder of the data directory whose name matches. */
async function fileIn(folder: 'texts' | 'previews' | 'content', name: RegExp): Promise<string> {
  const entries = await readdir(join(directory, folder), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && name.test(entry.name));
  expect(found).toHaveLength(1);
  return join(found[0]?.parentPath ?? '', found[0]?.name ?? '');
}

/** The file in which the content store keeps these bytes. */
async function contentFileOf(bytes: string | Buffer): Promise<string> {
  return fileIn('content', new RegExp(`^${createHash('sha256').update(bytes).digest('hex')}$`));
}

const textOf = (node: WireNode) => owner.getTextContent(at(node));

async function isFound(node: WireNode, query: string): Promise<boolean> {
  const { nodes } = await owner.searchNodes({ repository: '-home-', query, maxItems: 100 });
  return nodes.some(({ ref }) => ref.id === node.ref.id);
}

describe('a damaged file of the cache', () => {
  const cacheName = async (bytes: Buffer, ending: string): Promise<RegExp> =>
    new RegExp(`^${(await contentFileOf(bytes)).split('/').at(-1)}\\.${ending}$`);

  test('of texts is not served, whatever the damage, and made anew', async () => {
    const other = pdfOf(otherText);
    await makeFile(owner, other, { mimeType: 'application/pdf' });
    const files = await Promise.all(
      Object.entries<(typeof damages)[string]>({ ...damages, 'no digest': () => Buffer.from(text) }).map(
        async ([name, damage], index) => {
          // Each has other bytes and the same text.
          const pdf = Buffer.concat([pdfOf(text), Buffer.from(`\n%${index}\n`)]);
          return { name, damage, pdf, node: await makeFile(owner, pdf, { mimeType: 'application/pdf' }) };
        },
      ),
    );
    await allRead();
    const otherFile = await readFile(await fileIn('texts', await cacheName(other, 'txt')));
    for (const { name, damage, pdf, node } of files) {
      const path = await fileIn('texts', await cacheName(pdf, 'txt'));
      await writeFile(path, damage(await readFile(path), otherFile));
      expect([name, await textOf(node)]).toEqual([name, { text: '', state: 'waiting', given: false, cut: false }]);
    }
    await allRead();
    for (const { name, node } of files) {
      expect([name, await textOf(node)]).toEqual([name, { text, state: 'text', given: false, cut: false }]);
      expect([name, await isFound(node, 'Katze')]).toEqual([name, true]);
    }
  });

  test.each(Object.entries(damages))('of previews with %s is not served, and made anew', async (_, damage) => {
    const image = await plainImage('png', { width: 900, height: 600 });
    const otherImage = await plainImage('png', { width: 900, height: 600 }, '#20c021');
    const node = await makeFile(owner, image, { mimeType: 'image/png' });
    const other = await makeFile(owner, otherImage, { mimeType: 'image/png' });
    const shown = async (each: WireNode, size = {}): Promise<Buffer> =>
      bytesOf(await owner.getPreview({ nodeId: each.ref.id, ...size }));
    const kept = { standard: {}, large: { maxWidth: 900 } };
    for (const [which, size] of Object.entries(kept)) {
      const good = await shown(node, size);
      await shown(other, size);
      const path = await fileIn('previews', await cacheName(image, which));
      const file = await readFile(path);
      await writeFile(path, damage(file, await readFile(await fileIn('previews', await cacheName(otherImage, which)))));
      expect((await shown(node, size)).equals(good)).toBe(true);
      expect(await readFile(path)).toEqual(file);
    }
  });
});

describe('a damaged content', () => {
  const changes = Object.entries(damages).filter(([name]) => !name.startsWith('another'));

  /** The text is refused; nothing of it is served. */
  async function expectDamaged(node: WireNode): Promise<void> {
    const refusal = await refusalOf(textOf(node));
    expect(refusal.status).toBe(500);
    expect(refusal.message).toMatch(/damaged|missing/);
    expect(refusal.message).toMatch(/restore/i);
  }

  test.each(changes)('with %s is not served as the text that was stored for a node', async (name, damage) => {
    const own = `Eigener Text: ${name}.`;
    const node = await makeFile(owner, 'eigen');
    await owner.setTextContent({ ...at(node), body: own });
    expect((await textOf(node)).text).toBe(own);
    const path = await contentFileOf(own);
    await writeFile(path, damage(await readFile(path), Buffer.alloc(0)));
    await expectDamaged(node);
    await owner.setTextContent({ ...at(node), body: own });
    expect((await textOf(node)).text).toBe(own);
  });

  test('is not served as a plain text', async () => {
    const bytes = 'Ein Blatt aus dem Heft.';
    const node = await makeFile(owner, bytes);
    const path = await contentFileOf(bytes);
    await writeFile(path, bytes.replace('Heft', 'Haft'));
    await expectDamaged(node);
  });

  test.each([10, 1_000_000, 2_999_990])('of 3 MB is not served as a plain text, damaged at %i', async (place) => {
    const bytes = Buffer.from(`Seite ${place}. ${'Ein Wort und noch eins. '.repeat(125_000)}`);
    const node = await makeFile(owner, bytes);
    const path = await contentFileOf(bytes);
    await writeFile(path, flipped(bytes, place));
    await expectDamaged(node);
    await writeFile(path, bytes);
    expect(await textOf(node)).toMatchObject({ state: 'text', cut: true });
    await writeFile(path, flipped(bytes, Math.min(place, 500_000)));
    await expectDamaged(node);
  });

  test('that is gone is not served as a node without a text', async () => {
    const own = 'Bald verschwunden.';
    const node = await makeFile(owner, own);
    await rm(await contentFileOf(own));
    await expectDamaged(node);
    await owner.uploadContent({ ...at(node), body: aFile(own) });
    expect((await textOf(node)).text).toBe(own);
  });
});
