import { createHash } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

/** In bytes. All parts but the last must have at least 5 MiB; with 10,000 parts at most, an object has up to 80 GB. */
const partSize = 8 * 1024 * 1024;

/** In bytes. Larger objects are copied in parts of this size; a server may refuse to copy more than 5 GB at a time. */
const defaultCopySize = 4_000_000_000;

const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

/** Stores bytes under a key. The server compares them with their digest. */
export async function putObject({ client, name: Bucket }: Bucket, Key: string, bytes: Uint8Array): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentMD5: md5Of(bytes) }));
}

interface Part {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/** Puts an object together from parts. If a part fails, the server forgets the others. */
async function inParts(
  { client, name: Bucket }: Bucket,
  Key: string,
  uploadParts: (UploadId: string | undefined) => Promise<Part[]>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  try {
    const Parts = await uploadParts(UploadId);
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    // The caller gets the first error. The next sweep removes what is left.
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The bytes of chunks in pieces of the size of a part; the last one is smaller. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + partSize - length);
      // The memory of a chunk is used again.
      waiting.push(Uint8Array.from(taken));
      length += taken.length;
      at += taken.length;
      if (length < partSize) continue;
      yield Buffer.concat(waiting);
      [waiting, length] = [[], 0];
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Stores chunks under a key as they arrive. Rejects with the error of the chunks, too, and stores nothing then. */
export async function uploadObject(bucket: Bucket, Key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await inParts(bucket, Key, async (UploadId) => {
    const parts: Part[] = [];
    for await (const Body of piecesOf(chunks)) {
      const part = { Bucket: bucket.name, Key, UploadId, PartNumber: parts.length + 1 };
      const { ETag } = await bucket.client.send(new UploadPartCommand({ ...part, Body, ContentMD5: md5Of(Body) }));
      parts.push({ PartNumber: part.PartNumber, ETag });
    }
    return parts;
  });
}

/** Copies an object of `size` bytes to another key, in pieces if it is larger than `copySize`. */
export async function copyObject(
  bucket: Bucket,
  from: string,
  Key: string,
  size: number,
  copySize = defaultCopySize,
): Promise<void> {
  const { client, name: Bucket } = bucket;
  const CopySource = encodeURI(`${Bucket}/${from}`);
  if (size <= copySize) {
    await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
    return;
  }
  await inParts(bucket, Key, async (UploadId) => {
    const parts: Part[] = [];
    for (let start = 0; start < size; start += copySize) {
      const part = { Bucket, Key, UploadId, PartNumber: parts.length + 1 };
      const CopySourceRange = `bytes=${start}-${Math.min(start + copySize, size) - 1}`;
      const answer = await client.send(new UploadPartCopyCommand({ ...part, CopySource, CopySourceRange }));
      parts.push({ PartNumber: part.PartNumber, ETag: answer.CopyPartResult?.ETag });
    }
    return parts;
  });
}
