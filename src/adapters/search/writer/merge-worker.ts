import type { LiveSegment } from '../segment/segment.ts';
import {
  bytesKind,
  chunksOf,
  columnKinds,
  type DocValuesColumn,
  kindOf,
  type Section,
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
    const sections: Record<string, DocValuesColumn> = {};
    for (const [name, section] of Object.entries(sectionsOf(segment))) sections[name] = await copyOf(section, pause);
    job.push({ sections, deleted: deleted?.slice() ?? null });
  }
  return job;
}

async function copyOf(section: Section, pause: () => Promise<void>): Promise<DocValuesColumn> {
  const copy = new Uint8Array(section.byteLength);
  let at = 0;
  for (const chunk of chunksOf(section, chunkLength)) {
    copy.set(chunk, at);
    at += chunk.length;
    await pause();
  }
  const kind = kindOf(section);
  return kind === bytesKind ? copy : new columnKinds[kind](copy.buffer);
}

const buffersOf = (job: MergeJob): ArrayBuffer[] =>
  job.flatMap(({ sections }) => Object.values(sections).map(({ buffer }) => buffer as ArrayBuffer));
