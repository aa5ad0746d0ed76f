import { rm } from 'node:fs/promises';
import { mimeTypeOfName } from '../../base/mime-type-of-name.ts';
import type { Archive, ArchiveFile, FinishedArchive } from '../../ports/archive-writer.ts';
import type { ContentHash } from '../../base/ids.ts';
import { errorOfFailure } from './archive-failure.ts';
import type { ArchiveEntry, ArchiveReport } from './archive-messages.ts';
import { type ArchiveThread, startArchiveThread } from './archive-thread.ts';
import { finishedArchive } from './finished-archive.ts';
import { isPacked } from './packed-media-types.ts';
import { UnreadEntries } from './unread-entries.ts';

interface ZipArchiveOptions {
  /** An empty file. It belongs to the archive. */
  readonly file: string;
  readonly contentPath: (hash: ContentHash) => string;
  /** The archive was finished, or its file is removed. */
  readonly onEnd: () => void;
}

type Result = { readonly finished: FinishedArchive } | { readonly error: Error };

/** A ZIP archive that a worker thread writes. The thread runs until `finish`, `end`, or a failure. */
export class ZipArchive implements Archive {
  readonly #options: ZipArchiveOptions;
  readonly #thread: ArchiveThread;
  readonly #unread = new UnreadEntries();
  #isFinishing = false;
  /** Settles when the thread has ended; undefined while it runs. Never rejects. */
  #result: Promise<Result> | undefined;

  constructor(options: ZipArchiveOptions) {
    this.#options = options;
    this.#thread = startArchiveThread(options.file, (report) => this.#onReport(report));
  }

  async add(file: ArchiveFile): Promise<void> {
    const bytes = 'bytes' in file ? file.bytes.length : 0;
    while (this.#result === undefined && !this.#unread.hasRoom(bytes)) await this.#unread.change();
    if (this.#result !== undefined) throw errorOf(await this.#result);
    if (this.#isFinishing) throw new Error('An archive that is being finished accepts no more files.');
    this.#unread.add(bytes);
    this.#thread.send({ kind: 'add', entry: this.#entryOf(file) });
  }

  async finish(): Promise<FinishedArchive> {
    if (this.#isFinishing) throw new Error('The archive was finished already.');
    this.#isFinishing = true;
    if (this.#result === undefined) this.#thread.send({ kind: 'finish' });
    while (this.#result === undefined) await this.#unread.change();
    const result = await this.#result;
    if ('error' in result) throw result.error;
    return result.finished;
  }

  async abort(): Promise<void> {
    await this.end(new Error('The archive was aborted.'));
  }

  /** Like `abort`. Calls of `add` and `finish` reject with the error. */
  async end(error: Error): Promise<void> {
    if (this.#result === undefined) this.#settle(this.#fail(error));
    await this.#result;
  }

  #entryOf(file: ArchiveFile): ArchiveEntry {
    const mimeType = 'bytes' in file ? mimeTypeOfName(file.path) : file.content.mimeType;
    return {
      path: file.path,
      modifiedAt: file.modifiedAt.getTime(),
      compress: !isPacked(mimeType),
      // The copy has its own memory, which the thread takes over. The caller may go on using its bytes.
      source: 'bytes' in file ? new Uint8Array(file.bytes) : this.#storedContent(file.content),
    };
  }

  #storedContent({ hash, size }: { readonly hash: ContentHash; readonly size: number }) {
    return { file: this.#options.contentPath(hash), hash, size };
  }

  #onReport(report: ArchiveReport): void {
    // A thread that is being ended may still report.
    if (this.#result !== undefined) return;
    if (report.kind === 'read') this.#unread.removeOldest();
    else this.#settle(report.kind === 'finished' ? this.#succeed(report.size) : this.#fail(errorOfFailure(report.failure)));
  }

  #settle(result: Promise<Result>): void {
    this.#result = result;
    this.#unread.wakeAll();
  }

  async #succeed(size: number): Promise<Result> {
    await this.#thread.end();
    this.#options.onEnd();
    return { finished: finishedArchive(this.#options.file, size) };
  }

  async #fail(error: Error): Promise<Result> {
    await this.#thread.end();
    await removeFile(this.#options.file);
    this.#options.onEnd();
    return { error };
  }
}

/** Does not fail: the next process removes what this one could not. */
async function removeFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch {
    // The caller learns the first error, which is usually the cause of this one.
  }
}

const errorOf = (result: Result): Error =>
  'error' in result ? result.error : new Error('The archive is finished and accepts no more files.');
