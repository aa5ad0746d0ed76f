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
import type { MergeJob, ThreadAnswer, ThreadRequest } from './index-thread.ts';
import { createInlineInverter } from './inverter-worker.ts';
import { mergeSegments } from './merge-segments.ts';

// The program of the worker thread of an index (`index-thread.ts`). An exception ends the thread and rejects its jobs.

/**
 * In milliseconds: how long a merge runs before it yields. Callers wait for posting lists, which are computed between
 * two slices.
 */
const sliceTime = 3;

/**
 * On machines with few cores, the threads that serve requests have priority; this thread then gets a quarter of a
 * core. With a much smaller share, the other threads would have to invert the write buffer themselves (`WriteBuffer`).
 */
const niceness = 5;

// Only Linux sets the priority of a single thread. A process without the permission runs with the default priority.
if (process.platform === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // The priority only affects speed.
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

/** Columns that each have their own buffer, so that they can be transferred without a copy. */
const transferable = (sections: Sections): Columns =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, withOwnBuffer(columnOf(section))]));

/** Sections that a thread created are in memory. */
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
