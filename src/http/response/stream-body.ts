import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { releaseChunk } from '../../base/buffers/buffer-pool.ts';
import { onConnectionClosed } from '../connection/exchange-end.ts';

/**
 * Writes the bytes as the body of a response whose head says that they are `size`, and ends it; each chunk goes back to
 * where it came from as soon as it is sent. Where the bytes fail, or are more or fewer, the connection breaks off, as the
 * head cannot be taken back; rejects then. A client that goes away is no failure.
 */
export async function streamBody(bytes: Readable, response: ServerResponse, size: number | undefined): Promise<void> {
  let sent = 0;
  let left = false;
  let settle: (isSent: boolean) => void = () => undefined;
  /** Resolves to false where the client does not get it any more. */
  const written = (chunk: Uint8Array): Promise<boolean> =>
    new Promise((resolve) => {
      settle = resolve;
      response.write(chunk, (error) => resolve(error === null || error === undefined));
    });
  // A response that waits for the one before it has no connection yet: it does not hear of the end, the request does.
  const stay = onConnectionClosed(response.req.socket, () => {
    left = true;
    bytes.destroy();
    settle(false);
  });
  try {
    for await (const chunk of bytes) {
      sent += (chunk as Uint8Array).length;
      if (size !== undefined && sent > size)
        throw new Error(`The file has more than the ${size} bytes that it should.`);
      if (!(await written(chunk as Uint8Array))) return;
      releaseChunk(bytes, chunk as Uint8Array);
    }
    if (size !== undefined && sent < size) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
    response.end();
  } catch (error) {
    if (left) return;
    response.destroy();
    throw error;
  } finally {
    stay();
  }
}
