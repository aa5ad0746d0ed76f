import { rm } from 'node:fs/promises';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ArchiveWriter } from '../../ports/archive-writer.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { archiveError } from './archive-failure.ts';
import { TemporaryFiles } from './temporary-files.ts';
import { ZipArchive } from './zip-archive.ts';

export interface ArchiveWriterOptions {
  /** For unfinished archives. It belongs to the writer, which empties it at the first use. */
  readonly folder: string;
  readonly content: Pick<ContentStore, 'file'>;
}

const stopping = (): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    'The archive could not be written: the server is stopping. Try again after it restarts.',
  );

/** Writes each archive in a worker thread, which exists until the archive is finished. Does not access the disk yet. */
export function createArchiveWriter({ folder, content }: ArchiveWriterOptions): ArchiveWriter {
  const files = new TemporaryFiles(folder);
  /** Those that are being opened or written. */
  const unfinished = new Set<Promise<ZipArchive>>();
  let isStopped = false;

  const openArchive = async (onEnd: () => void): Promise<ZipArchive> => {
    try {
      const file = await files.create();
      return await startArchive({ file, content, onEnd });
    } catch (error) {
      onEnd();
      throw archiveError(error);
    }
  };

  return {
    open() {
      if (isStopped) return Promise.reject(stopping());
      const opening = openArchive(() => unfinished.delete(opening));
      unfinished.add(opening);
      return opening;
    },
    async stop() {
      isStopped = true;
      const end = (archive: ZipArchive): Promise<void> => archive.end(stopping());
      // One that could not be opened has no file.
      await Promise.all([...unfinished].map((opening) => opening.then(end, () => undefined)));
    },
  };
}

async function startArchive(options: ConstructorParameters<typeof ZipArchive>[0]): Promise<ZipArchive> {
  try {
    return new ZipArchive(options);
  } catch (error) {
    // The thread could not be started.
    await rm(options.file, { force: true });
    throw error;
  }
}
