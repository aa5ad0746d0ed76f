import { finished, type Readable } from 'node:stream';

/** The beginning of a stream. */
export interface Beginning {
  readonly chunks: readonly Uint8Array[];
  /** Whether the chunks are all of the stream. If not, the stream is paused after them. */
  readonly isWhole: boolean;
}

/** Reads a stream until it ends or has more than `limit` bytes. Rejects with the stream's error. */
export function readBeginning(stream: Readable, limit: number): Promise<Beginning> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    // The next reader gets an error that comes between the two. Without a listener, it would end the process.
    stream.on('error', () => undefined);
    const removeListener = finished(stream, { writable: false }, (error) => {
      stream.off('data', take);
      if (error === undefined || error === null) resolve({ chunks, isWhole: true });
      else reject(error);
    });
    const take = (data: Uint8Array | string): void => {
      const chunk = typeof data === 'string' ? Buffer.from(data) : data;
      chunks.push(chunk);
      length += chunk.length;
      if (length <= limit) return;
      stream.pause();
      stream.off('data', take);
      removeListener();
      resolve({ chunks, isWhole: false });
    };
    stream.on('data', take);
  });
}

/** All bytes of chunks. A single chunk is not copied. */
export const joined = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
