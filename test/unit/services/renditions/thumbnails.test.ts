import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import type { ContentHash } from '../../../../src/base/ids.ts';
import type { FailureReason } from '../../../../src/domain/renditions/failed-attempts.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import { DamagedRecord } from '../../../../src/ports/store.ts';
import { createThumbnailFollower } from '../../../../src/services/renditions/thumbnail-follower.ts';
import { createThumbnailService } from '../../../../src/services/renditions/thumbnails.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryContentStore } from '../../../support/memory/content-store.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const drawing = (side: number): string => `<svg width="${side}" height="${side}"/>`;

const kept = { width: 400, height: 300, size: 5 };
const picture = { mimeType: 'image/png', standard: kept, large: kept } as const;
const bytes = { standard: Buffer.from('small'), large: Buffer.from('large') };

/** Makes the same picture of everything that can be read, unless something keeps it from that. */
function makerThat(fails: { why?: FailureReason; error?: Error; limits?: Seams['thumbnailMaker']['limits'] }) {
  let made = 0;
  const maker: Seams['thumbnailMaker'] = {
    get limits() {
      return fails.limits ?? { time: 1000, memory: 1_000_000 };
    },
    async make(_, open) {
      await buffer(await open());
      if (fails.error !== undefined) throw fails.error;
      made += 1;
      return fails.why === undefined ? { made: picture, bytes } : { made: null, why: fails.why };
    },
    resize: (open) => open(),
    stop: async () => undefined,
  };
  return { maker, made: () => made };
}

const write = async ({ content }: Pick<Seams, 'content'>, text: string): Promise<ContentHash> =>
  (await content.write(Readable.from([Buffer.from(text)]))).hash;

/** A content store in which the contents named here are damaged. */
function contentsWith(damaged: ReadonlySet<ContentHash>): Seams['content'] {
  const contents = createMemoryContentStore();
  return {
    ...contents,
    async read(hash, range) {
      if (damaged.has(hash) && range === undefined) throw new DamagedRecord('content', hash);
      return contents.read(hash, range);
    },
  };
}

/** A repository with a node for each content, in this order. */
async function withNodes(seams: Seams, hashes: readonly ContentHash[]): Promise<void> {
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  for (const [index, hash] of hashes.entries()) {
    const node = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: `${index}.svg` });
    const content = { hash, size: 9, mimeType: 'image/svg+xml' };
    await seams.store.change(async (change) => change.nodes.put(node.id, { ...node, content }));
  }
}

test('a content that cannot be read keeps no other one without its picture', async () => {
  const damaged = new Set<ContentHash>();
  const { maker } = makerThat({});
  const seams = memorySeams({ content: contentsWith(damaged), thumbnailMaker: maker });
  const [bad, good] = [await write(seams, drawing(1)), await write(seams, drawing(2))];
  damaged.add(bad);
  await withNodes(seams, [bad, good]);
  const pictures = createThumbnailService(seams);
  const follower = createThumbnailFollower(seams, pictures);
  follower.start();
  try {
    await expect.poll(() => follower.waiting()).toBe(0);
    expect(await pictures.known(good)).toMatchObject({ picture });
    expect(await pictures.known(bad)).toBeUndefined();
  } finally {
    await follower.stop();
  }
});

test('where no pictures can be made at all, the contents wait', async () => {
  const { maker } = makerThat({ error: new RepositoryError('Unavailable', 'Pictures cannot be made now.') });
  const warnings: string[] = [];
  const log = { ...memorySeams().log, warn: (message: string) => warnings.push(message) };
  const seams = memorySeams({ thumbnailMaker: maker, log });
  await withNodes(seams, [await write(seams, drawing(1))]);
  const follower = createThumbnailFollower(seams, createThumbnailService(seams));
  follower.start();
  try {
    await expect.poll(() => warnings).toEqual(['The thumbnails of new contents cannot be generated now.']);
    expect(await follower.waiting()).toBeGreaterThan(0);
  } finally {
    await follower.stop();
  }
});

test.each(['took too long', 'too much memory', 'ended in the middle'] as const)(
  'what %s is tried again when a day has gone by, or limits were raised, and not before',
  async (why) => {
    const fails: Parameters<typeof makerThat>[0] = { why };
    const { maker, made } = makerThat(fails);
    let now = Date.parse('2026-11-01T08:00:00Z');
    const clock = { ...memorySeams().clock, now: () => new Date(now) };
    const seams = memorySeams({ thumbnailMaker: maker, clock });
    const hash = await write(seams, drawing(1));
    const pictures = createThumbnailService(seams);
    const tries = async (): Promise<number> => {
      await pictures.make(hash, { urgent: true });
      return made();
    };
    expect([await tries(), await tries()]).toEqual([1, 1]);
    now += 86_399_000;
    expect(await tries()).toBe(1);
    now += 1_000;
    expect([await tries(), await tries()]).toEqual([2, 2]);
    fails.limits = { time: 1001, memory: 1_000_000 };
    expect([await tries(), await tries()]).toEqual([3, 3]);
    fails.limits = { time: 1001, memory: 2_000_000 };
    delete fails.why;
    expect([await tries(), await tries()]).toEqual([4, 4]);
    expect(await pictures.known(hash)).toEqual({ maker: 1, picture });
  },
);

test('whoever gives a node a picture for which there is no time now hears that it may come later', async () => {
  const fails: Parameters<typeof makerThat>[0] = { why: 'ended in the middle' };
  const services = await bareRepository(memorySeams({ thumbnailMaker: makerThat(fails).maker }));
  const anna = await addPerson(services, 'anna');
  const { id } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.svg' });
  const put = (side: number) => services.customPreviews.put(anna, id, Readable.from([Buffer.from(drawing(side))]));
  await expect(put(1)).rejects.toMatchObject({ code: 'Unavailable', message: expect.stringContaining('tomorrow') });
  fails.why = 'damaged';
  await expect(put(2)).rejects.toMatchObject({ code: 'BadRequest' });
});

test('what is damaged stays without a picture', async () => {
  const { maker, made } = makerThat({ why: 'damaged' });
  let now = 0;
  const seams = memorySeams({ thumbnailMaker: maker, clock: { ...memorySeams().clock, now: () => new Date(now) } });
  const hash = await write(seams, drawing(1));
  const pictures = createThumbnailService(seams);
  for (; now < 1e10; now += 1e9) await pictures.make(hash, { urgent: true });
  expect(made()).toBe(1);
});

test('a damaged record of a picture is as good as none: the picture is made anew', async () => {
  const { maker, made } = makerThat({});
  const store = createMemoryStore();
  const damaged = new Set<string>();
  const get: typeof store.pictures.get = async (hash) => {
    if (damaged.has(hash)) throw new DamagedRecord('pictures', hash);
    return store.pictures.get(hash);
  };
  const seams = memorySeams({ thumbnailMaker: maker, store: { ...store, pictures: { ...store.pictures, get } } });
  const hash = await write(seams, drawing(1));
  damaged.add(hash);
  const pictures = createThumbnailService(seams);
  expect(await pictures.known(hash)).toBeUndefined();
  await pictures.make(hash, { urgent: true });
  damaged.clear();
  expect(await pictures.known(hash)).toMatchObject({ picture });
  expect(made()).toBe(1);
});

test('a size that many ask for at once is made once, and of many sizes at once only some are made', async () => {
  const { maker } = makerThat({});
  let open = 0;
  let resized = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const seams = memorySeams({
    thumbnailMaker: {
      ...maker,
      async resize(openPicture) {
        resized += 1;
        await released;
        open += 1;
        return openPicture();
      },
    },
    thumbnailCache: { ...memorySeams().thumbnailCache, read: async (_, which) => bytes[which] },
  });
  const hash = await write(seams, drawing(1));
  const pictures = createThumbnailService(seams);
  await pictures.make(hash, { urgent: true });
  const asked = Array.from({ length: 400 }, (_, index) =>
    pictures.resized(hash, { width: 1 + (index % 200), height: 100 }),
  );
  await expect.poll(() => resized).toBe(40);
  // None holds its picture before it is its turn.
  expect(open).toBe(0);
  release();
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(80);
  expect(resized).toBe(40);
  expect(await pictures.resized(hash, { width: 300, height: 100 })).toEqual(bytes.large);
});
