import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { ContentHash } from '../../base/ids.ts';
import type { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { Bucket } from './bucket.ts';
import { bucketFailure, isMissing } from './errors.ts';
import type { keysOf } from './keys.ts';
import { putObject } from './upload.ts';

export interface SweptBucket {
  readonly bucket: Bucket;
  readonly keys: ReturnType<typeof keysOf>;
  readonly withLock: ReturnType<typeof createKeyedMutex>;
  /**
   * The hashes that were written since the running sweep began; undefined without one. The times of many servers are whole seconds, which
   * do not tell what was written in this one.
   */
  written: Set<ContentHash> | undefined;
}

/** In milliseconds. What is younger may still be in progress: an upload takes as long as its sender likes. */
const unfinishedGrace = 7 * 86_400_000;

interface Listed {
  readonly key: string;
  /** In milliseconds since 1970, by the clock of the server. */
  readonly at: number;
}

async function* objectsIn({ client, name: Bucket }: Bucket, Prefix: string): AsyncGenerator<Listed> {
  for (let ContinuationToken: string | undefined, more = true; more; ) {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified !== undefined) yield { key: Key, at: LastModified.getTime() };
    ContinuationToken = page.NextContinuationToken;
    more = page.IsTruncated === true && ContinuationToken !== undefined;
  }
}

async function timeOf({ client, name: Bucket }: Bucket, Key: string): Promise<number | undefined> {
  try {
    return (await client.send(new HeadObjectCommand({ Bucket, Key }))).LastModified?.getTime();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const remove = ({ client, name: Bucket }: Bucket, Key: string): Promise<unknown> =>
  client.send(new DeleteObjectCommand({ Bucket, Key }));

/** The time of the server, in milliseconds since 1970. It may differ from the time of this machine. */
async function serverTime({ bucket, keys }: SweptBucket): Promise<number> {
  const probe = keys.unfinished(randomUUID());
  await putObject(bucket, probe, new Uint8Array());
  const time = await timeOf(bucket, probe);
  await remove(bucket, probe);
  if (time === undefined) throw new Error('The object store does not have what was written to it.');
  return time;
}

/** Uploads that were broken off, with the parts that the server keeps of them. */
async function removeUnfinished({ bucket, keys }: SweptBucket, olderThan: number): Promise<void> {
  for await (const { key, at } of objectsIn(bucket, keys.uploads)) if (at < olderThan) await remove(bucket, key);
  const { client, name: Bucket } = bucket;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: keys.uploads }));
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Key !== undefined && Initiated !== undefined && Initiated.getTime() < olderThan)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

async function sweep(
  swept: SweptBucket,
  inUse: AsyncIterable<ContentHash>,
  graceMilliseconds: number,
): Promise<{ readonly removed: number }> {
  const { bucket, keys, withLock } = swept;
  // Before the hashes in use are read, so that contents written during the sweep are newer.
  const now = await serverTime(swept);
  const newestToRemove = now - graceMilliseconds;
  const used = new Set<ContentHash>();
  for await (const hash of inUse) used.add(hash);
  let removed = 0;
  const removeOld = async (hash: ContentHash): Promise<void> => {
    const at = await timeOf(bucket, keys.of(hash));
    if (at === undefined || at > newestToRemove || swept.written?.has(hash) === true) return;
    await remove(bucket, keys.of(hash));
    removed += 1;
  };
  for await (const { key, at } of objectsIn(bucket, keys.contents)) {
    const hash = keys.hashIn(key);
    if (hash !== undefined && !used.has(hash) && at <= newestToRemove) await withLock(hash, () => removeOld(hash));
  }
  await removeUnfinished(swept, now - unfinishedGrace);
  return { removed };
}

/** As `ContentStore.sweep`; removes remains of uploads that are a week old, too. */
export async function sweepBucket(
  swept: SweptBucket,
  inUse: AsyncIterable<ContentHash>,
  graceMilliseconds: number,
): Promise<{ readonly removed: number }> {
  swept.written = new Set();
  let failure: unknown;
  async function* watched(): AsyncGenerator<ContentHash> {
    try {
      yield* inUse;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    return await sweep(swept, watched(), graceMilliseconds);
  } catch (error) {
    throw error === failure ? error : bucketFailure('Contents could not be removed', error);
  } finally {
    swept.written = undefined;
  }
}
