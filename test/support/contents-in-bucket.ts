import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketAddress } from '../../src/adapters/s3/bucket.ts';

/** The variable with the address of a bucket, as JSON: if it is set, new schools of the tests keep their contents there. */
export const bucketVariable = 'TEST_BUCKET';

/** Sets `content` in the configuration of a new data directory. The first start moves the contents. */
export async function useBucket(directory: string, { url, endpoint, credentials }: BucketAddress): Promise<void> {
  const file = join(directory, 'config.yaml');
  const text = await readFile(file, 'utf8');
  const settings = { url, endpoint, accessKey: credentials?.accessKeyId, secretKey: credentials?.secretAccessKey };
  const lines = Object.entries(settings).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  const changed = text.replace(
    /^content:\n(?: {2}(?:url|endpoint|accessKey|secretKey): .*\n)*/m,
    `content:\n${lines.join('')}`,
  );
  if (changed === text) throw new Error(`${file} has no section content.`);
  await writeFile(file, changed);
}

/** Gives a new data directory a part of the bucket of its own, in runs with one. */
export async function perhapsInBucket(directory: string): Promise<void> {
  const address = process.env[bucketVariable];
  if (address === undefined) return;
  const bucket = JSON.parse(address) as BucketAddress;
  await useBucket(directory, { ...bucket, url: `${bucket.url}/${randomUUID()}` });
}
