import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { isDeleted } from '../segment/deletions.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';

/** A segment to merge, and the new number of each of its documents; `removed` for those that are dropped. */
export interface Source {
  readonly segment: Segment;
  readonly newNumbers: Uint32Array;
  readonly hasDeletions: boolean;
}

export const removed = 0xffffffff;

/** The number of documents, terms or values that are processed between two pauses: about a millisecond. */
export const stepSize = 512;

/** The segments to merge, and the number of documents that they have together. */
export function* sourcesOf(
  parts: readonly LiveSegment[],
): CooperativeTask<{ sources: readonly Source[]; size: number }> {
  const sources: Source[] = [];
  let size = 0;
  for (const { segment, deleted } of parts) {
    const newNumbers = new Uint32Array(segment.size);
    const before = size;
    for (let document = 0; document < segment.size; document += 1) {
      if (isDeleted(deleted, document)) newNumbers[document] = removed;
      else {
        newNumbers[document] = size;
        size += 1;
      }
    }
    sources.push({ segment, newNumbers, hasDeletions: size - before < segment.size });
    yield;
  }
  return { sources, size };
}
