import { basename } from 'node:path';
import { openRegularFile } from '../../files/regular-file.ts';
import { failedConnection } from '../address/address-failures.ts';
import { type AddressOptions, getContent, parseAddress } from '../address/get.ts';
import type { SourceInput, SourceOptions } from '../source.ts';
import { decodedChunks } from './decoded-chunks.ts';

/** The text of a file or an address, which can be read several times. */
export interface OpenedText {
  /** For messages: the name of the file, or the address. */
  readonly shownName: string;
  /** Rejects with a `Failure`, or with system errors of a file. */
  chunks(): AsyncIterable<string>;
}

/** How to call addresses with the options of a source. */
export const addressOptionsOf = ({ signal, allowedHosts }: SourceOptions): AddressOptions => ({ signal, allowedHosts });

async function* chunksOfFile(path: string): AsyncGenerator<string> {
  const handle = await openRegularFile(path);
  yield* decodedChunks(handle.createReadStream());
}

async function* chunksOfAddress(url: URL, options: AddressOptions): AsyncGenerator<string> {
  const { bytes, url: final } = await getContent(url, options);
  try {
    yield* decodedChunks(bytes);
  } catch (error) {
    throw failedConnection(final, error);
  } finally {
    bytes.destroy();
  }
}

/** The text that the user named. Throws a usage failure for an address that cannot be called. */
export function openText({ kind, text, path }: SourceInput, options: SourceOptions): OpenedText {
  if (kind !== 'address') return { shownName: basename(text), chunks: () => chunksOfFile(path) };
  const url = parseAddress(text);
  return { shownName: url.href, chunks: () => chunksOfAddress(url, addressOptionsOf(options)) };
}

/** All of a text; undefined if it has more than `maxLength` characters. */
export async function wholeText(chunks: AsyncIterable<string>, maxLength: number): Promise<string | undefined> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > maxLength) return undefined;
  }
  return text;
}

/** The start of a text, and the chunks from the start again. */
export async function peeked(
  chunks: AsyncIterable<string>,
): Promise<{ readonly start: string; readonly all: AsyncGenerator<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let start = '';
  let next = await iterator.next();
  while (next.done !== true && start.trim() === '') {
    start += next.value;
    next = await iterator.next();
  }
  async function* all(): AsyncGenerator<string> {
    try {
      yield start;
      for (let chunk = next; chunk.done !== true; chunk = await iterator.next()) yield chunk.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, all: all() };
}
