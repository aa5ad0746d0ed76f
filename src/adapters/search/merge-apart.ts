import type { IndexThread } from './index-thread.ts';
import { mergeSegments } from './merge-segments.ts';
import { bytesOf, kindOf, type Section, type Sections, sectionKinds } from './sections.ts';
import type { LiveSegment } from './segment.ts';
import { sectionsOf, segmentFrom } from './segment-sections.ts';
import type { MergeSegments } from './segment-set.ts';

/** Segments as the thread gets them: copies of its own. It answers with the `Sections` of what it made of them. */
export type MergeJob = readonly { readonly sections: Sections; readonly deleted: Uint8Array | null }[];

/** In bytes of lists of words: smaller ones are merged sooner than handed over. */
const fewestApart = 1 << 18;

/** Copied before other work gets its turn: about a millisecond. */
const pieceLength = 1 << 21;

/** Merges large segments in the thread, which is ended where they are not wanted any more, and small ones here. */
export const mergeApart =
  (thread: IndexThread): MergeSegments =>
  async (sources, pause, abandoned) => {
    if (workOf(sources) < fewestApart) return mergeSegments(sources, pause);
    const job = await jobOf(sources, pause);
    abandoned.throwIfAborted();
    abandoned.addEventListener('abort', thread.end, { once: true });
    try {
      return segmentFrom(await thread.run('merge', job, buffersOf(job)));
    } finally {
      abandoned.removeEventListener('abort', thread.end);
    }
  };

const workOf = (sources: readonly LiveSegment[]): number =>
  sources.reduce((sum, { segment: { postings, positions } }) => sum + postings.length + positions.length, 0);

async function jobOf(sources: readonly LiveSegment[], pause: () => Promise<void>): Promise<MergeJob> {
  const job: MergeJob[number][] = [];
  for (const { segment, deleted } of sources) {
    const sections: Record<string, Section> = {};
    for (const [name, section] of Object.entries(sectionsOf(segment))) sections[name] = await copyOf(section, pause);
    job.push({ sections, deleted: deleted?.slice() ?? null });
  }
  return job;
}

async function copyOf(section: Section, pause: () => Promise<void>): Promise<Section> {
  const bytes = bytesOf(section);
  const copy = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += pieceLength) {
    copy.set(bytes.subarray(from, from + pieceLength), from);
    await pause();
  }
  return new sectionKinds[kindOf(section)](copy.buffer);
}

const buffersOf = (job: MergeJob): ArrayBuffer[] =>
  job.flatMap(({ sections }) => Object.values(sections).map(({ buffer }) => buffer as ArrayBuffer));
