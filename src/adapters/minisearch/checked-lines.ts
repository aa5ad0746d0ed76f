import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { messageOf, RepositoryError } from '../../base/errors.ts';

const lineFeed = 0x0a;
const closing = 'sha256 ';

/**
 * Writes lines (none with a line feed in it), each with a line feed behind it, and a last one with the SHA-256 of all before it.
 * The file changes in one step, after its new bytes are safe on disk, and is its owner's only. Other work goes on between lines.
 * Rejects with `StorageFailed`, and leaves the old file as it was, where the disk refuses.
 */
export async function writeCheckedLines(file: string, lines: Iterable<string>): Promise<void> {
  const temporary = `${file}.partial`;
  try {
    await writeSynced(temporary, lines);
    await rename(temporary, file);
  } catch (error) {
    // Whether or not the remains can be removed: the next writing goes over them, and what is told is why this one failed.
    await Promise.allSettled([rm(temporary, { force: true })]);
    throw notWritten(file, error);
  }
}

const notWritten = (file: string, cause: unknown): RepositoryError =>
  new RepositoryError(
    'StorageFailed',
    `The file ${file} cannot be written: ${messageOf(cause)}. Make room on the disk or correct the folder's permissions.`,
    { cause },
  );

async function writeSynced(file: string, lines: Iterable<string>): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await writeLines(handle, lines);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeLines(handle: FileHandle, lines: Iterable<string>): Promise<void> {
  const hash = createHash('sha256');
  for (const line of lines) {
    const bytes = Buffer.from(`${line}\n`);
    hash.update(bytes);
    await handle.writeFile(bytes);
    await setImmediate();
  }
  await handle.writeFile(`${closing}${hash.digest('hex')}\n`);
}

/**
 * The lines that `writeCheckedLines` wrote, without the last one. Throws where the file cannot be read, or, at the end,
 * where its lines are not the ones that were written: nothing may be believed of them before the end was reached.
 */
export async function* readCheckedLines(file: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let ended = false;
  for await (const bytes of linesOf(createReadStream(file, { highWaterMark: 1 << 18 }))) {
    if (ended) throw new Error('the file goes on behind its end');
    const line = bytes.toString('utf8', 0, bytes.length - 1);
    if (line.startsWith(closing)) {
      if (line !== closing + hash.digest('hex')) throw new Error('the file is damaged: its checksum does not fit');
      ended = true;
    } else {
      hash.update(bytes);
      yield line;
    }
  }
  if (!ended) throw new Error('the file is damaged: its end is missing');
}

/** Each line with its line feed; a rest without one is left out. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}
