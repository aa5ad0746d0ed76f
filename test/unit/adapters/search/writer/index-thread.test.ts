import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { readUuid, uuidSize } from '../../../../../src/adapters/search/codec/uuids.ts';
import { isDeleted } from '../../../../../src/adapters/search/segment/deletions.ts';
import type { LiveSegment } from '../../../../../src/adapters/search/segment/segment.ts';
import { chunksOf, kindOf } from '../../../../../src/adapters/search/segment/segment-format.ts';
import { sectionsOf } from '../../../../../src/adapters/search/segment/segment-sections.ts';
import { IndexThread } from '../../../../../src/adapters/search/writer/index-thread.ts';
import { createInverterWorker } from '../../../../../src/adapters/search/writer/inverter-worker.ts';
import { mergeSegments } from '../../../../../src/adapters/search/writer/merge-segments.ts';
import { mergeInWorker } from '../../../../../src/adapters/search/writer/merge-worker.ts';
import { SegmentBuilder } from '../../../../../src/adapters/search/writer/segment-builder.ts';
import {
  createTermDictionary,
  type TermDictionary,
} from '../../../../../src/adapters/search/writer/term-dictionary.ts';
import { WriteBuffer } from '../../../../../src/adapters/search/writer/write-buffer.ts';
import { yieldToEventLoop } from '../../../../../src/base/scheduling/event-loop.ts';
import type { IndexedDocument } from '../../../../../src/ports/search-index.ts';
import { aDocument, anId } from '../../../../conformance/search-index-documents.ts';

const vocabulary = createTermDictionary();

/** So many documents of 120 words: 1,000 of them are merged apart. */
function segmentOf(documents: number): LiveSegment {
  const builder = new SegmentBuilder(vocabulary);
  for (let number = 0; number < documents; number += 1) {
    const words = Array.from({ length: 120 }, (_, place) => `wört${(number * 7 + place * place) % 5000}`).join(' ');
    const properties = { 'ccm:x': [`数${number % 3}`, 'y'] };
    builder.add(
      aDocument({ id: anId(number), parent: anId(number % 10), title: `t${number}`, text: words, properties }),
    );
  }
  return { segment: builder.finish(), deleted: null };
}

/** All columns by their names, each as its kind and its bytes. */
const printOf = ({ segment }: LiveSegment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sectionsOf(segment)).map(([name, section]) => [
      name,
      `${kindOf(section)} ${Buffer.concat([...chunksOf(section, 1 << 20)]).toString('base64')}`,
    ]),
  );

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

const pause = yieldToEventLoop;
const never = new AbortController().signal;

describe('segments merged in a thread of their own', () => {
  const thread = new IndexThread();
  const merge = mergeInWorker(thread);
  afterEach(() => thread.end());

  test('are the same as merged here, time after time', async () => {
    const sources = [segmentOf(900), { ...segmentOf(100), deleted: Uint8Array.of(5) }];
    const before = sources.map(printOf);
    const wanted = printOf({ segment: await mergeSegments(sources, pause), deleted: null });
    for (let time = 0; time < 2; time += 1) {
      const merged = await merge(sources, pause, never);
      expect(merged.size).toBe(998);
      expect(printOf({ segment: merged, deleted: null })).toEqual(wanted);
    }
    // Nothing of the sources was given away.
    expect(sources.map(printOf)).toEqual(before);
  });

  test('are given up at once when nobody wants them any more, and the next ones are merged', async () => {
    const sources = [segmentOf(1000)];
    const abandoning = new AbortController();
    const merging = merge(sources, pause, abandoning.signal);
    setTimeout(() => abandoning.abort(), 5);
    await expect(merging).rejects.toThrow(/ended|aborted/);
    expect((await merge(sources, pause, never)).size).toBe(1000);
  });

  test('are refused where the thread breaks, and the next ones are merged', async () => {
    const sources = [segmentOf(1000)];
    const broken = sources.map(({ segment }) => ({
      segment: { ...segment, wordStarts: new Uint8Array() as unknown as Uint32Array },
      deleted: null,
    }));
    await expect(merge(broken, pause, never)).rejects.toThrow('wordStarts');
    expect((await merge(sources, pause, never)).size).toBe(1000);
  });
});

describe('lists of words made in a thread', () => {
  const thread = new IndexThread();
  const listsOf = createInverterWorker(thread);
  afterAll(() => thread.end());

  const builderOf = (known: TermDictionary, words: readonly string[]): SegmentBuilder => {
    const builder = new SegmentBuilder(known);
    for (const [number, title] of words.entries()) builder.add(aDocument({ id: anId(number), title, text: 'a a b' }));
    return builder;
  };

  test('are the same as made here, also with words known before, another vocabulary, and another thread', async () => {
    const [one, other] = [createTermDictionary(), createTermDictionary()];
    const batches: [TermDictionary, string[]][] = [
      [one, ['z y', 'x z']],
      [one, ['y ä x', 'neu']],
      [other, ['neu x']],
      [one, ['x', 'x und noch eins']],
      [one, ['']],
    ];
    for (const [at, [vocabulary, words]] of batches.entries()) {
      if (at === 3) thread.end();
      const builder = builderOf(vocabulary, words);
      const lists = await listsOf(builder.written());
      const [apart, here] = [builder.finish(lists), builderOf(vocabulary, words).finish()];
      expect(printOf({ segment: apart, deleted: null })).toEqual(printOf({ segment: here, deleted: null }));
    }
  });

  test('are refused when the thread is ended, and made again by the next one', async () => {
    const builder = builderOf(vocabulary, ['x']);
    const ended = listsOf(builder.written());
    thread.end();
    await expect(ended).rejects.toThrow('was ended');
    expect((await listsOf(builder.written())).words).toBe('a\0b\0x\0');
  });
});

test('a thread that was stopped is not started again', async () => {
  const thread = new IndexThread();
  const builder = new SegmentBuilder(vocabulary);
  builder.add(aDocument({ id: anId(1), title: 'x' }));
  thread.stop();
  await expect(createInverterWorker(thread)(builder.written())).rejects.toThrow('starts no more worker threads');
  await expect(mergeInWorker(thread)([segmentOf(1000)], pause, never)).rejects.toThrow('starts no more worker threads');
});

describe('documents that become a segment beside everything else', () => {
  const many = (from: number): IndexedDocument[] =>
    Array.from({ length: 110 }, (_, at) =>
      aDocument({ id: anId(from + at), title: `t${from + at}`, text: 'wort '.repeat(2000) }),
    );

  test('are there from the first moment to the last, but for those that are taken out', async () => {
    const thread = new IndexThread();
    const segments: LiveSegment[] = [];
    const fresh = new WriteBuffer(createInverterWorker(thread), (live) => segments.push(live));
    const ids = (): number[] =>
      segments
        .flatMap(({ segment, deleted }) =>
          Array.from({ length: segment.size }, (_, number) => number)
            .filter((number) => !isDeleted(deleted, number))
            .map((number) => Number(readUuid(segment.ids, number * uuidSize).slice(-12))),
        )
        .toSorted((one, other) => one - other);

    for (const document of many(0)) fresh.put(document);
    fresh.remove([anId(3), anId(109), anId(500)]);
    expect([fresh.size, segments.length]).toEqual([108, 0]);
    await fresh.settled();
    expect([fresh.size, segments.length]).toEqual([9, 1]);
    expect(ids()).toEqual(range(0, 100).filter((number) => number !== 3));
    for (const document of many(200)) fresh.put(document);
    // Whoever looks does not wait for the thread.
    fresh.freeze();
    expect([fresh.size, ids().length]).toEqual([0, 218]);
    await fresh.settled();
    expect(ids()).toHaveLength(218);
    for (const document of many(400)) fresh.put(document);
    fresh.clear();
    await fresh.settled();
    expect([fresh.size, ids().length]).toEqual([0, 218]);
    for (const document of many(600)) fresh.put(document);
    thread.end();
    await fresh.settled();
    fresh.freeze();
    expect(ids()).toHaveLength(328);
  });
});
