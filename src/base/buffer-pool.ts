import type { Readable } from 'node:stream';

type TakeBack = (chunk: Uint8Array) => void;

const pools = new WeakMap<Readable, TakeBack>();

/**
 * Registers the pool that the chunks of `stream` return to. Without a pool, reading a large file would trigger many garbage
 * collections, whose cost grows with the heap.
 */
export function acquireChunk(stream: Readable, takeBack: TakeBack): void {
  pools.set(stream, takeBack);
}

/**
 * Returns a chunk to the pool of its stream. The chunk must not be used afterwards: its contents may be overwritten immediately.
 * Chunks that are never released are garbage-collected.
 */
export function releaseChunk(stream: Readable, chunk: Uint8Array): void {
  pools.get(stream)?.(chunk);
}
