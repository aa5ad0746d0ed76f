import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { onTestFinished, type TestContext } from 'vitest';
import { createArchiveWriter } from '../../../../src/adapters/archives/archive-writer.ts';
import type { ContentHash } from '../../../../src/base/ids.ts';
import type { ContentReference } from '../../../../src/domain/nodes/records.ts';
import type { ArchiveWriter, FinishedArchive } from '../../../../src/ports/archive-writer.ts';
import { temporaryFolder } from '../../../conformance/temporary-folder.ts';
import { hasTool } from '../../../faults/run-tool.ts';
import { skipWithout } from '../../../support/skip-policy.ts';

export interface ArchiveFixture {
  readonly writer: ArchiveWriter;
  /** For everything that a test writes. */
  readonly folder: string;
  readonly contentPath: (hash: ContentHash) => string;
  /** Stores a content. */
  store(bytes: Uint8Array, mimeType: string): Promise<ContentReference>;
  /** The names of the temporary files of the writer. */
  temporaryFiles(): Promise<string[]>;
  /** Writes the archive to a file and returns its path. */
  save(archive: FinishedArchive): Promise<string>;
}

/** A writer with contents. `place` is the folder for its temporary files, if they must be on a particular file system. */
export async function archiveFixture(place?: string): Promise<ArchiveFixture> {
  const { path: folder, remove } = await temporaryFolder();
  const [contents, temporary] = [join(folder, 'contents'), join(place ?? folder, 'temporary')];
  await mkdir(contents);
  const contentPath = (hash: ContentHash): string => join(contents, hash);
  const writer = createArchiveWriter({
    folder: temporary,
    content: { file: async (hash) => ({ path: contentPath(hash), release: async () => undefined }) },
  });
  onTestFinished(async () => {
    await writer.stop();
    await remove();
  });
  return {
    ...{ writer, folder, contentPath },
    async store(bytes, mimeType) {
      const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
      await writeFile(contentPath(hash), bytes);
      return { hash, size: bytes.length, mimeType };
    },
    temporaryFiles: () => readdir(temporary).catch(() => []),
    async save(archive) {
      const path = join(folder, 'saved.zip');
      await pipeline(archive.read(), createWriteStream(path));
      return path;
    },
  };
}

/** Skips the test if Info-ZIP is not installed. */
export async function requireUnzip(context: Pick<TestContext, 'skip'>): Promise<void> {
  if (!(await hasTool('unzip'))) skipWithout(context, 'unzip (apt-get install unzip)');
}
