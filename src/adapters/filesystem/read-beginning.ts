import type { Readable } from 'node:stream';

/** The beginning of a stream. */
export interface Beginning {
  /** All bytes of the stream, or its first bytes if there is a `rest`. */
  readonly bytes: Uint8Array;
  /** The whole stream again, with its beginning; undefined if `bytes` is all of it. */
  readonly rest: AsyncIterable<Uint8Array> | undefined;
}

/** Reads a stream until it ends or has more than `limit` bytes. Rejects with the stream's error. */
export async function readBeginning(stream: Readable, limit: number): Promise<Beginning> {
  const iterator: AsyncIterator<Uint8Array | string> = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let length = 0; length <= limit; ) {
    const next = await iterator.next();
    if (next.done === true) return { bytes: joined(chunks), rest: undefined };
    const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: joined(chunks), rest: whole(chunks, iterator) };
}

const joined = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);

/** Ends the stream if the reader stops early. */
async function* whole(
  chunks: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      yield typeof next.value === 'string' ? Buffer.from(next.value) : next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
