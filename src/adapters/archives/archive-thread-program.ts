import { closeSync, openSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { ArchiveEntry, ArchiveFailure, ArchiveReport, ArchiveRequest } from './archive-messages.ts';
import { storedContentStream, UnreadableContent } from './stored-content-stream.ts';
import { ZipEntryList } from './zip-entry-list.ts';

// The program of the worker thread of an archive (`zip-archive.ts`), which ends it after its last report. `workerData` is the
// path of the file, which exists and is empty. The thread has nothing else to do, so it reads and writes synchronously: that takes
// half the time, and leaves the thread pool to the requests.

/** On machines with few cores, the threads that answer requests have priority. */
const niceness = 5;

// Only Linux sets the priority of a single thread. A process without the permission runs with the default priority.
if (process.platform === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // The priority only affects speed.
  }
}

/** Readable by the account that unpacks the archive and, unless its umask forbids it, by all others. */
const fileMode = 0o100644;

const deflateLevel = 6;

/** ZIP archives have no earlier times. yazl fails for times before 1970. */
const earliestTime = Date.UTC(1980, 0, 2);

const descriptor = openSync(workerData, 'r+');
let size = 0;
const output = new Writable({
  write(chunk: Buffer, _encoding, done) {
    try {
      writeFileSync(descriptor, chunk);
      size += chunk.length;
      done();
    } catch (error) {
      done(error as Error);
    }
  },
});
const zip = new ZipFile();
const entries = new ZipEntryList(zip);
const written = pipeline(zip.outputStream, output);

/** Resolves when the file was read. */
function add({ path, modifiedAt, compress, source }: ArchiveEntry): Promise<void> {
  entries.setAside();
  const options = {
    mtime: new Date(modifiedAt > earliestTime ? modifiedAt : earliestTime),
    mode: fileMode,
    compressionLevel: compress ? deflateLevel : 0,
  };
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(path, options, (done) => {
      const stream = source instanceof Uint8Array ? Readable.from([source]) : storedContentStream(source);
      stream.once('end', resolve);
      // yazl does not listen to the errors of the stream.
      stream.once('error', reject);
      done(null, stream);
    });
  });
}

async function finish(): Promise<void> {
  entries.restore();
  zip.end();
  await written;
  closeSync(descriptor);
}

const report = (message: ArchiveReport): void => parentPort?.postMessage(message);

/** `path`: of the entry that was being added. */
function fail(error: unknown, path = ''): void {
  const reason = messageOf(error);
  const code = systemErrorCode(error);
  const failure: ArchiveFailure =
    error instanceof UnreadableContent
      ? { kind: 'content', path, reason }
      : { kind: 'other', reason, ...(code === undefined ? {} : { code }) };
  report({ kind: 'failed', failure });
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: ArchiveRequest) => {
  last = last
    .then(() => (request.kind === 'add' ? add(request.entry) : finish()))
    .then(
      () => report({ kind: 'done', size }),
      (error) => fail(error, request.kind === 'add' ? request.entry.path : undefined),
    );
});
zip.once('error', fail);
written.catch(fail);
