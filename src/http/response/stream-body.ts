import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { releaseChunk } from '../../base/buffer-pool.ts';
import { onConnectionClosed } from '../connection/exchange-end.ts';
import type { ReadPace } from './read-pace.ts';

/**
 * Writes a stream as the body of a response and ends it. Each chunk is released to its pool as soon as it was sent. If
 * the stream fails, or has more or fewer bytes than the `size` in the head, the promise rejects. If the head was sent
 * already, the connection is aborted, too. It is not a failure if the client closes the connection, or takes the bytes too slowly.
 */
export async function streamBody(
  bytes: Readable,
  response: ServerResponse,
  size: number | undefined,
  pace: ReadPace,
): Promise<void> {
  let sent = 0;
  let hasLeft = false;
  let settle: (isSent: boolean) => void = () => undefined;
  /** Resolves to false if the client left. */
  const written = (chunk: Uint8Array): Promise<boolean> =>
    new Promise((resolve) => {
      settle = resolve;
      pace.waitsFor(response);
      response.write(chunk, (error) => resolve(error === null || error === undefined));
    });
  // A response that waits for the previous one has no socket yet and emits no `close`. The socket of the request does.
  const removeListener = onConnectionClosed(response.req.socket, () => {
    hasLeft = true;
    bytes.destroy();
    settle(false);
  });
  try {
    for await (const chunk of bytes) {
      sent += (chunk as Uint8Array).length;
      if (size !== undefined && sent > size) throw new Error(`The file has more than the announced ${size} bytes.`);
      const isSent = await written(chunk as Uint8Array);
      pace.isTaken(response);
      if (!isSent) return;
      releaseChunk(bytes, chunk as Uint8Array);
    }
    if (size !== undefined && sent < size) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
    response.end();
  } catch (error) {
    if (hasLeft) return;
    if (response.headersSent) response.destroy();
    throw error;
  } finally {
    removeListener();
  }
}
