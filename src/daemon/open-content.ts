import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileExists, syncFolder } from '../adapters/durable-files/durable-files.ts';
import { contentLayout } from '../adapters/filesystem/content-layout.ts';
import { createContentReader, openContentStore } from '../adapters/filesystem/content-store.ts';
import type { BucketAddress } from '../adapters/s3/bucket.ts';
import { DataDirectoryError } from '../base/errors/data-directory-error.ts';
import { messageOf } from '../base/errors/errors.ts';
import type { ContentHash } from '../base/ids.ts';
import type { ContentStore } from '../ports/content-store.ts';
import type { Log } from '../ports/log.ts';
import { DamagedRecord } from '../ports/store.ts';
import type { Configuration } from './configuration/configuration.ts';
import { secretOf } from './configuration/secrets.ts';
import { hasContents, requireContentFolder } from './data-directory/content-folder.ts';
import { dataPaths } from './data-directory/data-directory.ts';

/** The bucket of a configuration; undefined if the contents are in the data directory. Rejects with `ConfigurationError`. */
export async function bucketOf(
  { content: { url, endpoint, region, accessKey, secretKey } }: Pick<Configuration, 'content'>,
  dataDirectory: string,
): Promise<BucketAddress | undefined> {
  if (url === null) return undefined;
  const address = { url, endpoint: endpoint ?? undefined, region };
  if (accessKey === null || secretKey === null) return { ...address, credentials: undefined };
  const secretAccessKey = await secretOf('content.secretKey', secretKey, dataDirectory);
  return { ...address, credentials: { accessKeyId: accessKey, secretAccessKey } };
}

/**
 * Opens the content store: in a bucket if `content.url` is set, otherwise in the data directory. The first start with a bucket moves the
 * contents there. `create` makes a new one in the data directory; only `init` sets it.
 */
export async function openContent(
  dataDirectory: string,
  create: boolean,
  log: Log,
  configuration: Configuration,
): Promise<ContentStore> {
  const address = create ? undefined : await bucketOf(configuration, dataDirectory);
  if (address === undefined) return openLocal(dataDirectory, create);
  // Most repositories have no bucket, so the client is loaded only here.
  const { createBucketContentStore } = await import('../adapters/s3/content-store.ts');
  const content = createBucketContentStore(address);
  try {
    if (await hasContents(dataPaths(dataDirectory).content)) await moveContents(dataDirectory, content, log);
    return content;
  } catch (error) {
    await content.stop();
    throw error;
  }
}

async function openLocal(dataDirectory: string, create: boolean): Promise<ContentStore> {
  const { content: folder, movedContent } = dataPaths(dataDirectory);
  if (create) return openContentStore(folder);
  if ((await fileExists(movedContent)) && !(await hasContents(folder))) {
    throw new DataDirectoryError(`The files of ${dataDirectory} are in a bucket, but none is configured.`, {
      advice: `Set content.url in config.yaml. ${basename(movedContent)} has the files as they were before the move`,
    });
  }
  await requireContentFolder(folder);
  return openContentStore(folder);
}

/** How many contents are copied at the same time. */
const concurrency = 8;

/** Copies the contents of the data directory that the bucket lacks, and then sets their folder aside. May be interrupted and repeated. */
async function moveContents(dataDirectory: string, bucket: ContentStore, log: Log): Promise<void> {
  const { content: folder, movedContent } = dataPaths(dataDirectory);
  if (await fileExists(movedContent)) {
    throw new DataDirectoryError(`Both ${folder} and ${movedContent} have files.`, {
      advice: `The files in ${basename(movedContent)} are in the bucket since an earlier start: delete that folder, then start again`,
    });
  }
  const layout = contentLayout(folder);
  const local = createContentReader(layout);
  const copy = async (hash: ContentHash): Promise<void> => {
    if ((await bucket.size(hash)) !== undefined) return;
    const bytes = await local.read(hash);
    try {
      if (bytes !== undefined) await bucket.write(bytes);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      log.error('A damaged file was not moved to the bucket.', { file: layout.file(hash) });
    }
  };
  try {
    await eachOf(layout.contents(), copy);
  } catch (error) {
    throw new DataDirectoryError(`The files of ${dataDirectory} cannot be moved to the bucket: ${messageOf(error)}`, {
      advice: 'Check content in config.yaml with edu-repo doctor, then start again: it goes on where it stopped',
      cause: error,
    });
  }
  await rename(folder, movedContent);
  await syncFolder(dirname(movedContent));
  log.info('The files are in the bucket now. The folder has them as they were before.', { folder: movedContent });
}

/** Runs work on all hashes, several at a time. Rejects with the first error. */
async function eachOf(hashes: AsyncIterable<ContentHash>, work: (hash: ContentHash) => Promise<void>): Promise<void> {
  const iterator = hashes[Symbol.asyncIterator]();
  const worker = async (): Promise<void> => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
