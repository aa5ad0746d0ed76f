import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { messageOf } from '../../base/errors/errors.ts';
import { BrokenDownloadError } from '../../client/answer-error.ts';
import type { ExpectedContent } from '../node-arguments/node.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

type DamagedRecord = Error & { readonly key: string };

/** By name, because importing the class would load modules that a remote command does not need. */
const isDamage = (error: unknown): error is DamagedRecord => error instanceof Error && error.name === 'DamagedRecord';

function failureOf(name: string, error: unknown): Error {
  if (!isDamage(error)) {
    return new BrokenDownloadError(`The download of ${name} ended early: ${messageOf(error)}.`, { cause: error });
  }
  const { message, key } = error;
  return new Failure(
    exitCodes.error,
    {
      what: `The content of ${name} is damaged in the repository.`,
      why: message,
      next: `Restore content/${key.slice(0, 2)}/${key} in the data directory from a backup`,
    },
    { cause: error },
  );
}

/**
 * Yields the bytes of a content unchanged. Throws `BrokenDownloadError` if they end early or are more than expected, and
 * at the end if their SHA-256 differs from the expected one.
 */
export async function* checkedContent(
  bytes: Readable,
  name: string,
  { hash: announced, size = Number.POSITIVE_INFINITY }: ExpectedContent,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let received = 0;
  const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]();
  // Not `for await`: an error of the reader, such as a full disk, is no error of the content.
  const nextChunk = () =>
    chunks.next().catch((error: unknown) => {
      throw failureOf(name, error);
    });
  try {
    for (let chunk = await nextChunk(); chunk.done !== true; chunk = await nextChunk()) {
      received += chunk.value.length;
      if (received > size) {
        throw new BrokenDownloadError(
          `The content of ${name} is larger than the ${size} bytes that the server announced.`,
        );
      }
      hash.update(chunk.value);
      yield chunk.value;
    }
  } finally {
    bytes.destroy();
  }
  if (announced !== undefined && hash.digest('hex') !== announced) {
    throw new BrokenDownloadError(`The content of ${name} does not match the hash that the server announced.`);
  }
}
