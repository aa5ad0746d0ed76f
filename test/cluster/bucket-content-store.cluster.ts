import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openBucket } from '../../src/adapters/s3/bucket.ts';
import { createBucketContentStore } from '../../src/adapters/s3/content-store.ts';
import { putObject } from '../../src/adapters/s3/upload.ts';
import { DamagedRecord } from '../../src/ports/store.ts';
import { describeContentStore, readAll, streamOf } from '../conformance/content-store.suite.ts';
import { swiftForFile } from './swift-for-file.ts';

const swift = swiftForFile();

describe('with an S3 bucket', () => {
  describeContentStore('S3', async () => {
    const content = createBucketContentStore(await swift().newBucket());
    return { content, cleanup: () => content.stop() };
  });

  test('an object that is too large to be copied at once is copied in parts', async () => {
    const content = createBucketContentStore(await swift().newBucket(), 6_000_000);
    const bytes = randomBytes(20_000_003);
    const { hash } = await content.write(streamOf(bytes));
    expect((await readAll(content, hash)).equals(bytes)).toBe(true);
    await content.stop();
  });

  test('a content that is damaged in the bucket fails before its last byte', async () => {
    const address = await swift().newBucket();
    const content = createBucketContentStore(address);
    const { hash } = await content.write(Readable.from(['whole']));
    await putObject(openBucket(address), `content/${hash}`, Buffer.from('whale'));
    await expect(readAll(content, hash)).rejects.toThrow(DamagedRecord);
    await content.stop();
  });
});
