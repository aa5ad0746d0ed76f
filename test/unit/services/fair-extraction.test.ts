import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/domain/access/caller.ts';
import type { Seams } from '../../../src/ports/seams.ts';
import type { TextOutcome } from '../../../src/ports/texts.ts';
import type { ThumbnailOutcome } from '../../../src/ports/thumbnails.ts';
import type { NodeFollower } from '../../../src/services/background/node-follower.ts';
import { scanStepSize } from '../../../src/services/background/node-scan.ts';
import { createTextFollower } from '../../../src/services/renditions/text-follower.ts';
import { createTextService } from '../../../src/services/renditions/texts.ts';
import { createThumbnailFollower } from '../../../src/services/renditions/thumbnail-follower.ts';
import { createThumbnailService } from '../../../src/services/renditions/thumbnails.ts';
import {
  addPerson,
  bareRepository,
  fileFields,
  homeOf,
  makeBareNode,
  memorySeams,
} from '../../support/bare-repository.ts';
import { referenceTo } from '../../support/content-reference.ts';

/** All nodes fit in one step of the follower's walk, so that it knows those of both people before it takes the first. */
const hostileFiles = scanStepSize - 20;

const limits = { time: 1000, memory: 1_000_000 };

/** Reads of every content its bytes, unless `outcome` says otherwise; `order` tells what it has looked at. */
function readerWith(outcome: (text: string, tries: number) => TextOutcome | Promise<TextOutcome>) {
  const order: string[] = [];
  const reader: Seams['textReader'] = {
    limits,
    async read(_, open) {
      const text = String(await buffer(await open()));
      order.push(text);
      return outcome(text, order.filter((each) => each === text).length);
    },
    stop: async () => undefined,
  };
  return { reader, order };
}

const good = (text: string): TextOutcome => ({ text, cut: false });
const timedOut: TextOutcome = { text: null, why: 'took too long' };
const died: TextOutcome = { text: null, why: 'ended in the middle', again: true };

async function schoolOver(seams: Seams) {
  const services = await bareRepository(seams);
  const people = { anna: await addPerson(services, 'anna'), bert: await addPerson(services, 'bert') };
  /** Gives a new node of this person a content with these bytes. */
  const add = async (person: Caller, text: string): Promise<void> => {
    const node = await makeBareNode(services, person, homeOf(person), {
      type: 'ccm:io',
      name: `${text.length}${text.slice(0, 40).replace(/\W/g, '')}.doc`,
    });
    const stored = await seams.content.write(Readable.from([Buffer.from(text)]));
    const content = referenceTo(stored, 'application/msword');
    await seams.store.change(async (change) => change.nodes.put(node.id, { ...node, content }));
  };
  return { ...people, add };
}

async function untilDone(follower: NodeFollower): Promise<void> {
  follower.start();
  try {
    await expect.poll(() => follower.waiting()).toBe(0);
  } finally {
    await follower.stop();
  }
}

const textFollower = (seams: Seams): NodeFollower => createTextFollower(seams, createTextService(seams), fileFields);

test('many files that time out do not hold up the text of a colleague', async () => {
  const { reader, order } = readerWith((text) => (text.startsWith('hostile') ? timedOut : good(text)));
  const seams = memorySeams({ textReader: reader });
  const { anna, bert, add } = await schoolOver(seams);
  for (let index = 0; index < hostileFiles; index += 1) await add(bert, `hostile ${index}`);
  await add(anna, 'timetable');
  await untilDone(textFollower(seams));
  expect(order).toHaveLength(hostileFiles + 1);
  expect(order.indexOf('timetable')).toBeLessThanOrEqual(1);
});

test('a text that comes while hostile files are being read is the next but one at most', async () => {
  let addOne = async (): Promise<void> => undefined;
  const { reader, order } = readerWith(async (text) => {
    if (text === 'hostile 5') await addOne();
    // Longer than the follower waits before it looks for new changes.
    if (text === 'hostile 5') await wait(1_000);
    return text.startsWith('hostile') ? timedOut : good(text);
  });
  const seams = memorySeams({ textReader: reader });
  const { anna, bert, add } = await schoolOver(seams);
  addOne = () => add(anna, 'timetable');
  for (let index = 0; index < 100; index += 1) await add(bert, `hostile ${index}`);
  await untilDone(textFollower(seams));
  expect(order).toHaveLength(101);
  expect(order.indexOf('timetable') - order.indexOf('hostile 5')).toBeLessThanOrEqual(2);
});

test('pictures of a colleague come between those of many hostile files', async () => {
  const order: string[] = [];
  const maker: Seams['thumbnailMaker'] = {
    limits,
    async make(_, open): Promise<ThumbnailOutcome> {
      order.push(String(await buffer(await open())));
      return { made: null, why: 'took too long' };
    },
    resize: (open) => open(),
    stop: async () => undefined,
  };
  const seams = memorySeams({ thumbnailMaker: maker });
  const { anna, bert, add } = await schoolOver(seams);
  for (let index = 0; index < hostileFiles; index += 1) await add(bert, `<svg id="${index}"/>`);
  await add(anna, '<svg id="anna"/>');
  await untilDone(createThumbnailFollower(seams, createThumbnailService(seams)));
  expect(order).toHaveLength(hostileFiles + 1);
  expect(order.indexOf('<svg id="anna"/>')).toBeLessThanOrEqual(1);
});

test('what ends the process is tried once more, behind all that is fresh', async () => {
  const { reader, order } = readerWith((text, tries) => (text === 'crash' && tries === 1 ? died : good(text)));
  const seams = memorySeams({ textReader: reader });
  const { bert, add } = await schoolOver(seams);
  for (const text of ['crash', 'one', 'two']) await add(bert, text);
  await untilDone(textFollower(seams));
  expect(order.toSorted()).toEqual(['crash', 'crash', 'one', 'two']);
  expect(order.at(-1)).toBe('crash');
});

test('what ended the process is behind all that is fresh after a restart, too', async () => {
  let first: NodeFollower | undefined;
  const { reader, order } = readerWith(async (text, tries) => {
    if (text === 'crash' && tries === 1) void first?.stop();
    return text === 'crash' && tries === 1 ? died : good(text);
  });
  const seams = memorySeams({ textReader: reader });
  const { bert, add } = await schoolOver(seams);
  await add(bert, 'crash');
  first = textFollower(seams);
  first.start();
  await expect.poll(() => order).toEqual(['crash']);
  await first.stop();
  for (const text of ['one', 'two']) await add(bert, text);
  await untilDone(textFollower(seams));
  expect(order.slice(1, 3).toSorted()).toEqual(['one', 'two']);
  expect(order.slice(3)).toEqual(['crash']);
});

test('what fails again and again rests for one day, then for two, then for four', async () => {
  const { reader, order } = readerWith(() => timedOut);
  let now = Date.parse('2026-11-01T08:00:00Z');
  const seams = memorySeams({
    textReader: reader,
    clock: { ...memorySeams().clock, now: () => new Date(now) },
  });
  const { bert, add } = await schoolOver(seams);
  await add(bert, 'hostile');
  const texts = createTextService(seams);
  const days: number[] = [];
  for (let day = 0; day <= 16; day += 1) {
    const before = order.length;
    await texts.sweep();
    await untilDone(textFollower(seams));
    if (order.length > before) days.push(day);
    now += 86_400_000;
  }
  expect(days).toEqual([0, 1, 3, 7, 15]);
});
