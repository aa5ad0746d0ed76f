import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { ContentFile, ContentStore, WrittenContent } from '../../ports/content-store.ts';
import { type Bucket, type BucketAddress, openBucket } from './bucket.ts';
import { partOfBody, wholeBody } from './checked-body.ts';
import { bucketFailure, isMissing, isPastEnd } from './errors.ts';
import { keysOf } from './keys.ts';
import { MeasuredSource } from './measured-source.ts';
import { type SweptBucket, sweepBucket } from './sweep.ts';
import { copyObject, putObject, uploadObject } from './upload.ts';

/** In bytes. Smaller contents are sent at once, under their own key. */
const maxSmallContent = 262_144;

/** How long `stop` waits for running writes. An upload that never ends must not prevent the process from ending. */
const stopTimeoutMs = 5_000;

/** Rejects with the error of the client if the bucket cannot be used. */
export async function requireBucket(address: BucketAddress): Promise<void> {
  const { client, name } = openBucket(address);
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } finally {
    client.destroy();
  }
}

/** Sends what `work` sends. An error of the source passes, others are explained. */
async function sending<T>(source: MeasuredSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error === source.error ? error : bucketFailure('The content could not be saved', error);
  }
}

interface BucketParts extends SweptBucket {
  /** In bytes. */
  readonly copySize: number | undefined;
}

/** Stores a content under its own key, while no sweep can remove it. */
function storing(parts: BucketParts, hash: ContentHash, send: () => Promise<void>): Promise<void> {
  return parts.withLock(hash, () => {
    parts.written?.add(hash);
    return send();
  });
}

async function write(parts: BucketParts, bytes: Readable | Uint8Array): Promise<WrittenContent> {
  const { bucket, keys, copySize } = parts;
  const source = new MeasuredSource(bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes);
  const small = await source.readSmall(maxSmallContent);
  return sending(source, async () => {
    if (small.isWhole) {
      const { hash, size } = source;
      await storing(parts, hash, () => putObject(bucket, keys.of(hash), small.bytes));
      return { hash, size, beginning: source.firstBytes };
    }
    const unfinished = keys.unfinished(randomUUID());
    await uploadObject(bucket, unfinished, source.from(small.bytes));
    const { hash, size } = source;
    await storing(parts, hash, () => copyObject(bucket, unfinished, keys.of(hash), size, copySize));
    // The next sweep removes it if this fails.
    await remove(bucket, unfinished).catch(() => undefined);
    return { hash, size, beginning: source.firstBytes };
  });
}

const remove = ({ client, name: Bucket }: Bucket, Key: string): Promise<unknown> =>
  client.send(new DeleteObjectCommand({ Bucket, Key }));

async function read(
  { bucket: { client, name: Bucket }, keys }: BucketParts,
  hash: ContentHash,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keys.of(hash), Range }));
    const body = Body as Readable;
    return range === undefined ? wholeBody(body, hash) : partOfBody(body);
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (isPastEnd(error)) return Readable.from([]);
    throw bucketFailure('The content could not be read', error);
  }
}

async function size({ bucket: { client, name: Bucket }, keys }: BucketParts, hash: ContentHash) {
  try {
    return (await client.send(new HeadObjectCommand({ Bucket, Key: keys.of(hash) }))).ContentLength;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw bucketFailure('The content could not be looked up', error);
  }
}

/** Downloads a content into a folder that exists. */
async function localCopy(parts: BucketParts, hash: ContentHash, folder: string): Promise<ContentFile | undefined> {
  const bytes = await read(parts, hash);
  if (bytes === undefined) return undefined;
  const path = join(folder, randomUUID());
  const release = (): Promise<void> => rm(path, { force: true });
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Stores contents as objects of an S3 bucket, with their hash as the key. A large one is uploaded under a key of its own first, and copied
 * when its hash is known. Does not connect before the first call. One process at a time may sweep.
 */
export function createBucketContentStore(address: BucketAddress, copySize?: number): ContentStore {
  const bucket = openBucket(address);
  const keys = keysOf(bucket);
  const parts: BucketParts = { bucket, keys, withLock: createKeyedMutex(), written: undefined, copySize };
  const writing = new Set<Promise<unknown>>();
  return {
    async write(bytes) {
      const done = write(parts, bytes);
      writing.add(done);
      return done.finally(() => writing.delete(done));
    },
    read: (hash, range) => read(parts, hash, range),
    size: (hash) => size(parts, hash),
    has: async (hash) => (await size(parts, hash)) !== undefined,
    file: (hash, folder) => localCopy(parts, hash, folder),
    location: (hash) => `s3://${bucket.name}/${keys.of(hash)}`,
    sweep: (inUse, graceMilliseconds) => sweepBucket(parts, inUse, graceMilliseconds),
    async stop() {
      await Promise.race([Promise.allSettled(writing), pause(stopTimeoutMs, undefined, { ref: false })]);
      bucket.client.destroy();
    },
  };
}
