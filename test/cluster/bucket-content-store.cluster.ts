import { describe } from 'vitest';
import { createBucketContentStore } from '../../src/adapters/s3/content-store.ts';
import { describeContentStore } from '../conformance/content-store.suite.ts';
import { swiftForFile } from './swift-for-file.ts';

const swift = swiftForFile();

describe('with an S3 bucket', () => {
  describeContentStore('S3', async () => {
    const content = createBucketContentStore(await swift().newBucket());
    return { content, cleanup: () => content.stop() };
  });
});
