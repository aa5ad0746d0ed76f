import { Readable } from 'node:stream';
import { badRequest } from '../../base/errors/errors.ts';

const none: Buffer = Buffer.alloc(0);
const lineFeed = 10;

const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);

const cutOff = (): Error => badRequest('The file ends in the middle of an entry. Send it again, whole.');

/** Reads lines and blocks of bytes from a stream, one after the other. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** What is left of the last chunk. */
  #rest = none;

  constructor(bytes: Readable) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** The next line without its line feed; undefined at the end. Rejects with `BadRequest` if it has more than `limit` bytes. */
  async line(limit: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    for (let length = 0; length <= limit; ) {
      if (this.#rest.length === 0 && !(await this.#receive())) {
        if (length > 0) throw cutOff();
        return undefined;
      }
      const end = this.#rest.indexOf(lineFeed);
      const piece = this.#taken(end < 0 ? this.#rest.length : end + 1);
      const part = end < 0 ? piece : piece.subarray(0, -1);
      pieces.push(part);
      length += part.length;
      if (end >= 0 && length <= limit) return joined(pieces);
    }
    throw badRequest(`The line of an entry has more than ${limit} bytes. Send a shorter one.`);
  }

  /** The next `length` bytes, in memory. Rejects with `BadRequest` if there are fewer. */
  async block(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.#pieces(length)) pieces.push(piece);
    return joined(pieces);
  }

  /** The next `length` bytes, as a stream. Nothing else may be read before it ends. It fails with `BadRequest` if there are fewer. */
  stream(length: number): Readable {
    return Readable.from(this.#pieces(length), { objectMode: false });
  }

  /** Ends the stream. What is left of it is not read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *#pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#receive())) throw cutOff();
      const piece = this.#taken(Math.min(left, this.#rest.length));
      left -= piece.length;
      yield piece;
    }
  }

  #taken(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #receive(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = next.value;
    return true;
  }
}
