import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';

const chunkSize = 256 * 1024;

/** A part of the file. A digest of the whole cannot be checked here. */
export function readPart(file: FileHandle, range: ByteRange): Readable {
  return file.createReadStream({ start: range.start, end: range.end, highWaterMark: chunkSize });
}

/**
 * The whole file, checked on the way: where the bytes are not those of `hash` the stream fails with `DamagedRecord`
 * before its last chunk, so that nobody takes a damaged file for a complete one.
 */
export function readWhole(file: FileHandle, hash: ContentHash): Readable {
  const source = file.createReadStream({ highWaterMark: chunkSize });
  const check = digestCheck(hash);
  // Errors of either stream show on the one that is given out; there is nothing more to do with them here.
  pipeline(source, check, () => {});
  return check;
}

function digestCheck(hash: ContentHash): Transform {
  const digest = createHash('sha256');
  let held: Buffer | undefined;
  return new Transform({
    highWaterMark: chunkSize,
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      const before = held;
      held = chunk;
      done(null, before);
    },
    flush(done) {
      if (digest.digest('hex') === hash) done(null, held);
      else done(new DamagedRecord('content', hash));
    },
  });
}
