import type { LiveSegment } from '../segment/segment.ts';
import {
  bytesKind,
  type Columns,
  chunksOf,
  columnKinds,
  type DocValuesColumn,
  kindOf,
  type Section,
  type Sections,
} from '../segment/segment-format.ts';
import { sectionsOf, segmentFrom } from '../segment/segment-sections.ts';
import type { IndexThread, MergeJob } from './index-thread.ts';
import { mergeSegments } from './merge-segments.ts';
import type { MergeSegments } from './segment-set.ts';

/**
 * The minimum size of the postings and positions to merge in the worker thread, in bytes. Smaller segments are merged
 * faster than they are transferred.
 */
const minForWorker = 1 << 18;

/** The number of bytes copied between two pauses, in about a millisecond. */
const chunkLength = 1 << 21;

/** Merges large segments in the worker thread, and small ones in this thread. Ends the thread if the merge is aborted. */
export const mergeInWorker =
  (thread: IndexThread): MergeSegments =>
  async (sources, pause, signal) => {
    if (workOf(sources) < minForWorker) return mergeSegments(sources, pause);
    const job = await jobOf(sources, pause);
    signal.throwIfAborted();
    const end = (): void => thread.end();
    signal.addEventListener('abort', end, { once: true });
    try {
      return segmentFrom(await thread.run('merge', job, buffersOf(job)));
    } finally {
      signal.removeEventListener('abort', end);
    }
  };

const workOf = (sources: readonly LiveSegment[]): number =>
  sources.reduce((sum, { segment: { postings, positions } }) => sum + postings.length + positions.byteLength, 0);

async function jobOf(sources: readonly LiveSegment[], pause: () => Promise<void>): Promise<MergeJob> {
  const job: MergeJob[number][] = [];
  for (const { segment, deleted } of sources) {
    job.push({ sections: await copyOf(sectionsOf(segment), pause), deleted: deleted?.slice() ?? null });
  }
  return job;
}

/** Typed arrays begin at a multiple of their element size, which is at most 8 bytes. */
const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * A copy of all sections in one buffer. A segment has thousands of sections if its nodes have that many properties, and the time to
 * transfer buffers to a thread grows with the square of their number.
 */
async function copyOf(sections: Sections, pause: () => Promise<void>): Promise<Columns> {
  const named = Object.entries(sections);
  const buffer = new ArrayBuffer(named.reduce((sum, [, { byteLength }]) => sum + aligned(byteLength), 0));
  const columns: Record<string, DocValuesColumn> = {};
  let start = 0;
  for (const [name, section] of named) {
    await copyInto(new Uint8Array(buffer, start, section.byteLength), section, pause);
    columns[name] = viewOf(section, buffer, start);
    start += aligned(section.byteLength);
  }
  return columns;
}

function viewOf(section: Section, buffer: ArrayBuffer, start: number): DocValuesColumn {
  const kind = kindOf(section);
  const form = kind === bytesKind ? Uint8Array : columnKinds[kind];
  return new form(buffer, start, section.byteLength / form.BYTES_PER_ELEMENT);
}

async function copyInto(target: Uint8Array, section: Section, pause: () => Promise<void>): Promise<void> {
  let at = 0;
  for (const chunk of chunksOf(section, chunkLength)) {
    target.set(chunk, at);
    at += chunk.length;
    await pause();
  }
}

/** All sections of a segment share one buffer. */
const buffersOf = (job: MergeJob): ArrayBuffer[] =>
  job.flatMap(({ sections }) => (Object.values(sections)[0]?.buffer as ArrayBuffer | undefined) ?? []);
