import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import type { ContentHash, NodeId } from '../../../../src/base/ids.ts';
import type { NoText } from '../../../../src/domain/renditions/extracted-text.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import { createTextOf } from '../../../../src/services/renditions/node-texts.ts';
import { createTextFollower } from '../../../../src/services/renditions/text-follower.ts';
import { createTextService } from '../../../../src/services/renditions/texts.ts';
import type { Services } from '../../../../src/services/services.ts';
import {
  addPerson,
  bareRepository,
  fileFields,
  homeOf,
  makeBareNode,
  memorySeams,
  servicesOver,
} from '../../../support/bare-repository.ts';
import { referenceTo } from '../../../support/content-reference.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

/** Reads of every content its bytes, unless something keeps it from that. */
function readerThat(fails: { why?: NoText; error?: Error; limits?: Seams['textReader']['limits'] }) {
  let read = 0;
  const reader: Seams['textReader'] = {
    get limits() {
      return fails.limits ?? { time: 1000, memory: 1_000_000 };
    },
    async read(_, open) {
      const bytes = await buffer(await open());
      if (fails.error !== undefined) throw fails.error;
      read += 1;
      return fails.why === undefined ? { text: String(bytes), cut: false } : { text: null, why: fails.why };
    },
    stop: async () => undefined,
  };
  return { reader, read: () => read };
}

/** A cache whose texts can be lost: `there` is what it holds. */
function losableCache(there = new Map<string, string>()) {
  let isGone = true;
  const cache: Seams['textCache'] = {
    async prepare() {
      const wasGone = isGone;
      isGone = false;
      return { wasGone };
    },
    read: async (hash) => there.get(hash),
    async write(hash, text) {
      isGone = false;
      there.set(hash, text);
      return Buffer.byteLength(text);
    },
    remove: async (hash) => void there.delete(hash),
    async *hashes() {
      yield* [...there.keys()] as ContentHash[];
    },
  };
  return {
    cache,
    there,
    clear: () => {
      there.clear();
      isGone = true;
    },
  };
}

/** A node whose content is a document with these bytes. */
async function withDocument(seams: Seams, services: Services, text: string): Promise<NodeId> {
  const anna = (await services.callers.of('anna')) ?? (await addPerson(services, 'anna'));
  const node = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: `${text}.doc` });
  const stored = await seams.content.write(Readable.from([Buffer.from(text)]));
  const content = referenceTo(stored, 'application/msword');
  await seams.store.change(async (change) => change.nodes.put(node.id, { ...node, content }));
  return node.id;
}

/** Follows until nothing waits. */
async function follow(seams: Seams): Promise<void> {
  const follower = createTextFollower(seams, createTextService(seams), fileFields);
  follower.start();
  try {
    await expect.poll(() => follower.waiting()).toBe(0);
  } finally {
    await follower.stop();
  }
}

/** How many nodes Anna finds by it. */
async function found(services: Services, word: string): Promise<number> {
  const anna = await services.callers.of('anna');
  if (anna === undefined) throw new Error('Anna should be there.');
  return (await services.search.nodes(anna, word, { skip: 0, limit: 10 })).total;
}

test.each(['took too long', 'too much memory', 'ended in the middle'] as const)(
  'what %s is read again when a day has gone by, or limits were raised, and is found then',
  async (why) => {
    const fails: Parameters<typeof readerThat>[0] = { why };
    let now = Date.parse('2026-11-01T08:00:00Z');
    const { reader, read } = readerThat(fails);
    const seams = memorySeams({
      textReader: reader,
      textCache: losableCache().cache,
      clock: { ...memorySeams().clock, now: () => new Date(now) },
    });
    const services = await bareRepository(seams);
    const id = await withDocument(seams, services, 'Zauberwort');
    const texts = createTextService(seams);
    const state = async () => {
      const node = await seams.store.nodes.get(id);
      return node === undefined ? undefined : (await createTextOf(seams)(node)).state;
    };
    await follow(seams);
    await texts.sweep();
    await follow(seams);
    expect([read(), await state()]).toEqual([1, why]);
    delete fails.why;
    now += 86_400_000;
    await texts.sweep();
    await follow(seams);
    expect([read(), await state()]).toEqual([2, 'text']);
    expect(await found(services, 'Zauberwort')).toBe(1);
  },
);

test('a text that was lost is read anew, and so are all where the cache was deleted', async () => {
  const { reader, read } = readerThat({});
  const { cache, there, clear } = losableCache();
  const seams = memorySeams({ textReader: reader, textCache: cache });
  const services = await bareRepository(seams);
  const id = await withDocument(seams, services, 'Zauberwort');
  await follow(seams);
  there.clear();
  const node = await seams.store.nodes.get(id);
  if (node === undefined) throw new Error('The node should be there.');
  expect((await createTextOf(seams)(node)).state).toBe('waiting');
  await follow(seams);
  expect([read(), (await createTextOf(seams)(node)).text]).toEqual([2, 'Zauberwort']);
  clear();
  await follow(seams);
  expect([read(), (await createTextOf(seams)(node)).text]).toEqual([3, 'Zauberwort']);
  // A new index over the same store knows it, too.
  const again = servicesOver(memorySeams({ ...seams, openIndex: memorySeams().openIndex }), services.systemFolders);
  expect(await found(again, 'Zauberwort')).toBe(1);
});

test('where no texts can be read at all, the contents wait, and how far it came is not forgotten', async () => {
  const fails: Parameters<typeof readerThat>[0] = { error: new RepositoryError('Unavailable', 'Not now.') };
  const { reader, read } = readerThat(fails);
  const warnings: string[] = [];
  const log = { ...memorySeams().log, warn: (message: string) => warnings.push(message) };
  const seams = memorySeams({ textReader: reader, textCache: losableCache().cache, log, store: createMemoryStore() });
  const services = await bareRepository(seams);
  await withDocument(seams, services, 'Zauberwort');
  const follower = createTextFollower(seams, createTextService(seams), fileFields);
  follower.start();
  await expect.poll(() => warnings).toEqual(['The texts of new contents cannot be extracted now.']);
  expect(await follower.waiting()).toBeGreaterThan(0);
  await follower.stop();
  delete fails.error;
  await follow(seams);
  expect([read(), await found(services, 'Zauberwort')]).toEqual([1, 1]);
});

test('what is read of contents and nodes that are gone is forgotten', async () => {
  const { cache, there } = losableCache();
  const seams = memorySeams({ textReader: readerThat({}).reader, textCache: cache });
  const services = await bareRepository(seams);
  const id = await withDocument(seams, services, 'Zauberwort');
  await follow(seams);
  const content = { ...seams.content, has: async () => false };
  await seams.store.change(async (change) => change.nodes.delete(id));
  await createTextService({ ...seams, content }).sweep();
  const left: string[] = [];
  for await (const key of seams.store.texts.keys()) left.push(key);
  for await (const key of seams.store.nodeTexts.keys()) left.push(key);
  expect([left, there.size]).toEqual([[], 0]);
});
