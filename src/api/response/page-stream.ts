import { createYielder, yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { isPromise, type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { RequestContext } from '../request-context.ts';

/** The entries of a page as JSON, separated by commas, without the brackets of the array. */
export interface WrittenPage {
  /** The number of entries. */
  readonly count: number;
  /**
   * The number of positions of the list that were processed. It includes entries that were deleted or hidden in the
   * meantime.
   */
  readonly taken: number;
  readonly chunks: readonly (Buffer | string)[];
}

export const noPage: WrittenPage = { count: 0, taken: 0, chunks: [] };

/** A pause for other requests follows after this time in milliseconds, which a page of nodes in memory does not take, or this many bytes. */
const maxStepMs = 2;
const maxStepBytes = 256 * 1024;

/** Returns a function to call after each entry with its size. It pauses from time to time. */
function createPauses(): (bytes: number) => Promise<void> | undefined {
  const pauseInTime = createYielder(maxStepMs);
  let bytes = 0;
  return (more) => {
    bytes += more;
    if (bytes < maxStepBytes) return pauseInTime();
    bytes = 0;
    return yieldToEventLoop();
  };
}

const comma = Buffer.from(',');

/** Collects the entries of a page until it is full. */
class PageWriter {
  readonly chunks: (Buffer | string)[] = [];
  readonly #reservation: RequestContext['reservation'];
  readonly #pause = createPauses();
  count = 0;
  taken = 0;

  constructor(reservation: RequestContext['reservation']) {
    this.#reservation = reservation;
  }

  /** Adds the entry of one position; undefined if it is not shown. Returns false if it does not fit. */
  add(written: Buffer | string | undefined): MaybePromise<boolean> {
    // A buffer uses half the memory of most long strings, and its length is the length on the wire.
    const entry = typeof written === 'string' ? Buffer.from(written) : written;
    if (entry !== undefined) {
      if (!this.#reservation.take(entry.length, this.count === 0)) return false;
      if (this.count > 0) this.chunks.push(comma);
      this.chunks.push(entry);
      this.count += 1;
    }
    this.taken += 1;
    return this.#pause(entry?.length ?? 0)?.then(() => true) ?? true;
  }
}

type WriteEntry<T> = (item: T) => MaybePromise<Buffer | string | undefined>;

/**
 * Writes entries one at a time until the response is full. Each entry is read after the previous one was written.
 * `write` returns undefined for entries that are not shown.
 */
export async function writtenPage<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { reservation }: Pick<RequestContext, 'reservation'>,
  write: WriteEntry<T>,
): Promise<WrittenPage> {
  const page = new PageWriter(reservation);
  const hasRoomAfter = (item: T): MaybePromise<boolean> => whenReady(write(item), (entry) => page.add(entry));
  if (Symbol.asyncIterator in items) {
    for await (const item of items) if (!(await hasRoomAfter(item))) break;
  } else {
    for (const item of items) {
      const hasRoom = hasRoomAfter(item);
      // A page may have thousands of entries, so only promises are awaited.
      if (!(isPromise(hasRoom) ? await hasRoom : hasRoom)) break;
    }
  }
  const { count, taken, chunks } = page;
  return { count, taken, chunks };
}

/** The header of a list that ends early. It contains the `skipCount` of the next page. */
const nextSkipCountHeader = 'x-edu-next-skip-count';

/** Sets the header for the next page if the list ended early: fewer positions were processed than requested. */
export function noteEarlyEnd(
  { setHeader }: Pick<RequestContext, 'setHeader'>,
  { skip, taken, requested }: { readonly skip: number; readonly taken: number; readonly requested: number },
): void {
  if (taken < requested) setHeader(nextSkipCountHeader, String(skip + taken));
}
