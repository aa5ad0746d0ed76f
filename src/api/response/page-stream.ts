import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
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

/** A pause for other requests follows after this many bytes or entries. */
const bytesPerPause = 128 * 1024;
const entriesPerPause = 100;

/**
 * Returns a function to call after each entry with its size. It pauses from time to time, so that other requests are
 * served.
 */
function createPauses(): (bytes: number) => Promise<void> | undefined {
  let bytes = 0;
  let entries = 0;
  return (more) => {
    bytes += more;
    entries += 1;
    if (bytes < bytesPerPause && entries < entriesPerPause) return undefined;
    [bytes, entries] = [0, 0];
    return yieldToEventLoop();
  };
}

/**
 * Writes entries one at a time until the response is full. Each entry is read after the previous one was written.
 * `write` returns undefined for entries that are not shown.
 */
export async function writtenPage<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { reservation }: Pick<RequestContext, 'reservation'>,
  write: (item: T) => Promise<string | undefined> | string | undefined,
): Promise<WrittenPage> {
  const chunks: (Buffer | string)[] = [];
  const pause = createPauses();
  let [count, taken] = [0, 0];
  for await (const item of items) {
    const text = await write(item);
    // A buffer uses half the memory of most long strings, and its length is the length on the wire.
    const entry = text === undefined ? undefined : Buffer.from(text);
    if (entry !== undefined) {
      if (!reservation.take(entry.length, count === 0)) break;
      if (count > 0) chunks.push(',');
      chunks.push(entry);
      count += 1;
    }
    taken += 1;
    await pause(entry?.length ?? 0);
  }
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
