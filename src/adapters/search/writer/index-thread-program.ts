import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { yieldToEventLoop } from '../../../base/scheduling/event-loop.ts';
import {
  type Columns,
  copyOfColumn,
  type DocValuesColumn,
  isColumn,
  type Section,
  type Sections,
} from '../segment/segment-format.ts';
import { sectionsOf, segmentFrom } from '../segment/segment-sections.ts';
import type { ThreadAnswer, ThreadRequest } from './index-thread.ts';
import { createInlineInverter } from './inverter-worker.ts';
import { mergeSegments } from './merge-segments.ts';
import type { MergeJob } from './merge-worker.ts';

// The program of the thread of an index (`index-thread.ts`). Whatever is thrown ends the thread, and is told there.

/** In milliseconds: lists are waited for, and are made between two pieces of a merge. */
const sliceTime = 3;

/**
 * Where cores are few, whoever waits for an answer goes before this thread, which gets a quarter of a core then: with much less,
 * lists would have to be made by the one that answers (`FreshDocuments`).
 */
const niceness = 5;

// On Linux alone this is of one thread. A process that may not do so goes on as it is.
if (process.platform === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // Nothing depends on it.
  }
}

async function runMerge(job: MergeJob): Promise<Columns> {
  const sources = job.map(({ sections, deleted }) => ({ segment: segmentFrom(sections), deleted }));
  let end = performance.now() + sliceTime;
  const merged = await mergeSegments(sources, async () => {
    if (performance.now() < end) return;
    await yieldToEventLoop();
    end = performance.now() + sliceTime;
  });
  return transferable(sectionsOf(merged));
}

/** Each in a piece of memory of its own, so that it can be handed over without being copied. */
const transferable = (sections: Sections): Columns =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, withOwnBuffer(columnOf(section))]));

/** What a thread has made is in its memory. */
const columnOf = (section: Section): DocValuesColumn =>
  isColumn(section) ? section : (section.memory ?? section.between(0, section.byteLength));

const withOwnBuffer = (column: DocValuesColumn): DocValuesColumn =>
  column.byteLength === column.buffer.byteLength ? column : copyOfColumn(column);

const invertInline = createInlineInverter();

const resultOf = async (request: ThreadRequest): Promise<ThreadAnswer['result']> =>
  request.kind === 'merge' ? runMerge(request.job) : invertInline(request.job);

const buffersIn = (result: ThreadAnswer['result']): ArrayBuffer[] =>
  Object.values(result).flatMap((part: unknown) => (ArrayBuffer.isView(part) ? [part.buffer as ArrayBuffer] : []));

parentPort?.on('message', async (request: ThreadRequest) => {
  const result = await resultOf(request);
  const answer: ThreadAnswer = { number: request.number, result };
  parentPort?.postMessage(answer, buffersIn(result));
});
