import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { giveBack } from '../base/lent-chunks.ts';

function written(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}

/**
 * Writes the bytes as the body of a response whose head says that they are `size`, and ends it; each chunk goes back to
 * where it came from as soon as it is sent. Where the bytes fail, or are more or fewer, the connection breaks off, as the
 * head cannot be taken back; rejects then. A client that goes away is no failure.
 */
export async function pour(bytes: Readable, response: ServerResponse, size: number | undefined): Promise<void> {
  let sent = 0;
  response.once('close', () => bytes.destroy());
  try {
    for await (const chunk of bytes) {
      sent += (chunk as Uint8Array).length;
      if (size !== undefined && sent > size)
        throw new Error(`The file has more than the ${size} bytes that it should.`);
      await written(response, chunk as Uint8Array);
      giveBack(bytes, chunk as Uint8Array);
    }
    if (size !== undefined && sent < size) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
    response.end();
  } catch (error) {
    if (response.destroyed) return;
    response.destroy();
    throw error;
  }
}
