/** A response that is JSON in UTF-8 already. It is the same value, without building it anew for each caller. */
export class WrittenJson {
  /** In bytes. */
  readonly size: number;
  readonly #pieces: readonly (string | Buffer)[];

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.#pieces = pieces;
    this.size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  }

  /** All of it; one piece is not copied. */
  get bytes(): Buffer {
    const [first, ...others] = this.#pieces;
    if (Buffer.isBuffer(first) && others.length === 0) return first;
    const bytes = Buffer.allocUnsafe(this.size);
    let at = 0;
    for (const piece of this.#pieces) {
      at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at);
    }
    return bytes;
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}
