import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { mimeTypeOfName } from '../../base/mime-type-of-name.ts';
import { type Archive, type ArchiveFile, type FinishedArchive, MissingContent } from '../../ports/archive-writer.ts';
import type { ContentFile, ContentStore } from '../../ports/content-store.ts';
import { startThread } from '../sandbox/start-thread.ts';
import { errorOfFailure } from './archive-failure.ts';
import type { ArchiveReport, ArchiveRequest } from './archive-messages.ts';
import { isPacked } from './packed-media-types.ts';

interface ZipArchiveOptions {
  /** An empty file. It belongs to the archive. */
  readonly file: string;
  readonly content: Pick<ContentStore, 'file'>;
  /** The archive was finished, or its file is removed. */
  readonly onEnd: () => void;
}

interface Waiting {
  readonly resolve: (size: number) => void;
  readonly reject: (error: Error) => void;
}

const readBufferSize = 1_048_576;

/** A ZIP archive that a worker thread writes. The thread runs until `finish`, `end`, or a failure. */
export class ZipArchive implements Archive {
  readonly #options: ZipArchiveOptions;
  readonly #thread: Worker;
  /** The requests that the thread has not reported yet, oldest first. */
  readonly #waiting: Waiting[] = [];
  /** Why all further calls reject; undefined while the thread runs. */
  #error: Error | undefined;
  /** Settles when the thread has ended and the file was finished or removed. Never rejects. */
  #ended: Promise<void> | undefined;

  constructor(options: ZipArchiveOptions) {
    this.#options = options;
    this.#thread = startThread('adapters/archives/archive-thread-program', options.file);
    this.#thread.on('message', (report: ArchiveReport) => this.#onReport(report));
    this.#thread.on('error', (error) => this.#onDeath(messageOf(error), systemErrorCode(error)));
    this.#thread.on('exit', () => this.#onDeath('The worker thread ended in the middle of its work'));
  }

  async add(file: ArchiveFile): Promise<void> {
    const entry = { path: file.path, modifiedAt: file.modifiedAt.getTime() };
    if ('bytes' in file) {
      const compress = !isPacked(mimeTypeOfName(file.path));
      // The thread takes over the memory of the copy. The caller may go on using its bytes.
      await this.#request({ kind: 'add', entry: { ...entry, compress, source: new Uint8Array(file.bytes) } });
      return;
    }
    const { hash, size, mimeType } = file.content;
    const local = await this.#fileOf(file.path, hash);
    const source = { file: local.path, hash, size };
    try {
      await this.#request({ kind: 'add', entry: { ...entry, compress: !isPacked(mimeType), source } });
    } finally {
      await local.release();
    }
  }

  /** A content that is missing ends the archive, as one does that the thread finds missing. */
  async #fileOf(path: string, hash: ContentHash): Promise<ContentFile> {
    try {
      const file = await this.#options.content.file(hash, dirname(this.#options.file));
      if (file !== undefined) return file;
      throw new MissingContent(path);
    } catch (error) {
      await this.end(error instanceof Error ? error : new Error(messageOf(error)));
      throw error;
    }
  }

  async finish(): Promise<FinishedArchive> {
    const size = await this.#request({ kind: 'finish' });
    // Something else may have ended the archive at the same moment.
    if (this.#error !== undefined) throw await this.#lastError();
    this.#error = new Error('The archive is finished and accepts no more calls.');
    this.#ended = this.#endThread();
    await this.#ended;
    const { file } = this.#options;
    return {
      size,
      read: () => createReadStream(file, { highWaterMark: readBufferSize }),
      remove: () => rm(file, { force: true }),
    };
  }

  async abort(): Promise<void> {
    await this.end(new Error('The archive was aborted.'));
  }

  /** Like `abort`. All calls reject with the error. */
  async end(error: Error): Promise<void> {
    if (this.#error === undefined) {
      this.#error = error;
      this.#ended = this.#discard(error);
    }
    await this.#ended;
  }

  async #request(request: ArchiveRequest): Promise<number> {
    if (this.#error !== undefined) throw await this.#lastError();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#thread.postMessage(request, buffersOf(request));
    });
  }

  async #lastError(): Promise<Error> {
    await this.#ended;
    return this.#error ?? new Error('The archive has ended.');
  }

  #onReport(report: ArchiveReport): void {
    // A thread that is being ended may still report.
    if (this.#error !== undefined) return;
    if (report.kind === 'done') this.#waiting.shift()?.resolve(report.size);
    else void this.end(errorOfFailure(report.failure));
  }

  #onDeath(reason: string, code?: string): void {
    if (this.#error !== undefined) return;
    void this.end(errorOfFailure({ kind: 'other', reason, ...(code === undefined ? {} : { code }) }));
  }

  async #endThread(): Promise<void> {
    await this.#thread.terminate();
    this.#options.onEnd();
  }

  async #discard(error: Error): Promise<void> {
    await this.#thread.terminate();
    await rm(this.#options.file, { force: true }).catch(() => {
      // The caller learns the first error, which is usually the cause of this one. The next process removes the file.
    });
    this.#options.onEnd();
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

const buffersOf = (request: ArchiveRequest): ArrayBuffer[] =>
  request.kind === 'add' && request.entry.source instanceof Uint8Array
    ? [request.entry.source.buffer as ArrayBuffer]
    : [];
