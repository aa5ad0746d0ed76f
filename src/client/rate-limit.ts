import { setTimeout as pause } from 'node:timers/promises';

/** In bytes. A large chunk is passed on in parts, so that the rate is even. */
const maxPart = 16_384;

/** Passes bytes on at a limited rate. Streams that share a limit share its rate. */
export type RateLimit = (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** A limit of `rate` bytes per second, for all streams together. */
export function createRateLimit(rate: number): RateLimit {
  /** When the next part may be passed on, as `performance.now()`. */
  let next = performance.now();
  return async function* limited(bytes) {
    for await (const chunk of bytes) {
      for (let start = 0; start < chunk.length; start += maxPart) {
        const part = chunk.subarray(start, start + maxPart);
        const now = performance.now();
        const from = Math.max(next, now);
        next = from + (part.length / rate) * 1000;
        if (from > now) await pause(from - now);
        yield part;
      }
    }
  };
}
