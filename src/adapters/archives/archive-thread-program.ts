import { createWriteStream } from 'node:fs';
import { setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { ArchiveEntry, ArchiveFailure, ArchiveReport, ArchiveRequest } from './archive-messages.ts';
import { storedContentStream, UnreadableContent } from './stored-content-stream.ts';
import { ZipEntries } from './zip-entries.ts';

// The program of the worker thread of an archive (`archive-thread.ts`), which ends it after its last report. `workerData` is the
// path of the file, which exists and is empty.

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

/** Readable by the account that unpacks the archive and by all others, as far as its umask allows. */
const fileMode = 0o100644;

const deflateLevel = 6;

const writeBufferSize = 1_048_576;

/** ZIP archives have no earlier times. The seconds of a time before 1970 would make yazl fail. */
const earliestTime = new Date(1980, 0, 1).getTime();

const zip = new ZipFile();
const entries = new ZipEntries(zip);

const report = (message: ArchiveReport): void => parentPort?.postMessage(message);

function fail(failure: ArchiveFailure): void {
  report({ kind: 'failed', failure });
}

function failWith(error: unknown): void {
  const code = systemErrorCode(error);
  fail({ kind: 'other', reason: messageOf(error), ...(code === undefined ? {} : { code }) });
}

/** Opens an entry when yazl writes it. yazl does not listen to the errors of the stream. */
function streamOf({ path, source }: ArchiveEntry): Readable {
  const stream = source instanceof Uint8Array ? Readable.from([source]) : storedContentStream(source);
  stream.once('end', () => report({ kind: 'read' }));
  stream.once('error', (error) => {
    if (error instanceof UnreadableContent) fail({ kind: 'content', path, reason: error.message });
    else failWith(error);
  });
  return stream;
}

function add(entry: ArchiveEntry): void {
  entries.shorten();
  const options = {
    mtime: new Date(Math.max(entry.modifiedAt, earliestTime)),
    mode: fileMode,
    compressionLevel: entry.compress ? deflateLevel : 0,
  };
  zip.addReadStreamLazy(entry.path, options, (done) => done(null, streamOf(entry)));
}

function finish(): void {
  entries.restore();
  zip.end();
}

async function write(file: string): Promise<void> {
  const output = createWriteStream(file, { flags: 'r+', highWaterMark: writeBufferSize });
  await pipeline(zip.outputStream, output);
  report({ kind: 'finished', size: output.bytesWritten });
}

zip.once('error', failWith);
parentPort?.on('message', (request: ArchiveRequest) => (request.kind === 'add' ? add(request.entry) : finish()));
write(workerData).catch(failWith);
