import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { RequestContext } from '../request-context.ts';

/** Entries of a list in JSON, as the inside of an array. */
export interface WrittenPage {
  /** How many there are. */
  readonly count: number;
  /** How many places of the list they take: an entry that is gone, or hidden by now, has a place as well. */
  readonly taken: number;
  readonly chunks: readonly (Buffer | string)[];
}

export const noPage: WrittenPage = { count: 0, taken: 0, chunks: [] };

/** Between two turns of other work: so many bytes are written, or so many entries. */
const bytesAtOnce = 128 * 1024;
const entriesAtOnce = 100;

/** Lets other work have its turn from time to time. */
export function createPauses(): (bytes: number) => Promise<void> | undefined {
  let bytes = 0;
  let entries = 0;
  return (more) => {
    bytes += more;
    entries += 1;
    if (bytes < bytesAtOnce && entries < entriesAtOnce) return undefined;
    [bytes, entries] = [0, 0];
    return yieldToEventLoop();
  };
}

/**
 * Writes entries one after the other, each read only when the one before is written, until all are or the answer has no
 * room for the next. `write` gives nothing for what is not shown.
 */
export async function writtenPage<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { reservation }: Pick<RequestContext, 'reservation'>,
  write: (item: T) => Promise<string | undefined> | string | undefined,
): Promise<WrittenPage> {
  const pieces: (Buffer | string)[] = [];
  const pause = createPauses();
  let [count, taken] = [0, 0];
  for await (const item of items) {
    const text = await write(item);
    // Bytes are half the memory of most long texts, and their length is what counts on the wire.
    const entry = text === undefined ? undefined : Buffer.from(text);
    if (entry !== undefined) {
      if (!reservation.take(entry.length, count === 0)) break;
      if (count > 0) pieces.push(',');
      pieces.push(entry);
      count += 1;
    }
    taken += 1;
    await pause(entry?.length ?? 0);
  }
  return { count, taken, chunks: pieces };
}

/** The header of an answer that ends early: the `skipCount` that goes on with the list. */
export const nextSkipCountHeader = 'x-edu-next-skip-count';

/** Says in the answer where a list goes on that ended early, having taken fewer places than it was to. */
export function noteEarlyEnd(
  { setHeader }: Pick<RequestContext, 'setHeader'>,
  { skip, taken, requested }: { readonly skip: number; readonly taken: number; readonly requested: number },
): void {
  if (taken < requested) setHeader(nextSkipCountHeader, String(skip + taken));
}
