import type { Readable } from 'node:stream';

type TakeBack = (chunk: Uint8Array) => void;

const lenders = new WeakMap<Readable, TakeBack>();

/**
 * Lets `stream` take its chunks back. Memory that is made anew for each chunk of a large file is what the collector of
 * garbage has most work with: the work grows with all else that the process holds.
 */
export function acquireChunk(stream: Readable, takeBack: TakeBack): void {
  lenders.set(stream, takeBack);
}

/**
 * Says that nobody will look at a chunk of the stream any more: its bytes may be others at once. Nobody has to; chunks
 * that are never given back are their holder's.
 */
export function releaseChunk(stream: Readable, chunk: Uint8Array): void {
  lenders.get(stream)?.(chunk);
}
