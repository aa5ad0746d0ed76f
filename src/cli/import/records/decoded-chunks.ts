import { TextDecoder } from 'node:util';

/** Which encoding the first bytes of a text state; UTF-8 if they state none. */
const encodingOf = (first: Uint8Array): string => (first[0] === 0xff && first[1] === 0xfe ? 'utf-16le' : 'utf-8');

/** The text of a stream of bytes, in chunks and without a byte order mark. What is no UTF-8 becomes U+FFFD. */
export async function* decodedChunks(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk as Buffer));
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder?.decode() ?? '';
}
