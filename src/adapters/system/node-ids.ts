import { randomUUID } from 'node:crypto';
import type { NodeId } from '../../base/ids.ts';

/** The counter within a millisecond has 12 bits. */
const idsPerMillisecond = 1 << 12;

/**
 * Makes UUIDs of version 7 (RFC 9562, 5.7 and 6.2 method 1): 48 bits of time in milliseconds, a counter of 12 bits, and 62 random
 * bits. Each ID sorts after the one before, also when `now` stands still or goes back, so that nodes that are created together lie
 * together in the store. An ID reveals when it was made; secrets must not be made from it.
 */
export function createNodeIds(now: () => number = Date.now): () => NodeId {
  let time = 0;
  let count = 0;
  return () => {
    const present = now();
    count += 1;
    if (present > time) [time, count] = [present, 0];
    // The time runs ahead until the clock has caught up.
    else if (count === idsPerMillisecond) [time, count] = [time + 1, 0];
    const digits = time.toString(16).padStart(12, '0');
    // A UUID of version 4 ends with its variant and 62 random bits, which Node.js draws for many of them at once.
    const ending = randomUUID().slice(18);
    return `${digits.slice(0, 8)}-${digits.slice(8)}-7${count.toString(16).padStart(3, '0')}${ending}` as NodeId;
  };
}
