/** The length of a piece of a large response, in bytes. */
export const pieceLength = 65_536;

/** A response that is already serialized as JSON in UTF-8, so that it can be reused for several callers. */
export class WrittenJson {
  /** The size of the JSON, in bytes. */
  readonly size: number;
  readonly #chunks: readonly (string | Buffer)[];

  constructor(...chunks: readonly (string | Buffer)[]) {
    this.#chunks = chunks;
    this.size = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
  }

  /** All bytes. A single buffer is returned without copying. */
  get bytes(): Buffer {
    const [first, ...rest] = this.#chunks;
    if (Buffer.isBuffer(first) && rest.length === 0) return first;
    const bytes = Buffer.allocUnsafe(this.size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      offset += typeof chunk === 'string' ? bytes.write(chunk, offset) : chunk.copy(bytes, offset);
    }
    return bytes;
  }

  /**
   * The same bytes in pieces, for a large response. `take` returns memory for a piece, `pieceLength` bytes. Each piece is at the start
   * of its memory.
   */
  pieces(take: () => ArrayBufferLike): Buffer[] {
    const pieces: Buffer[] = [];
    let piece: Buffer = Buffer.alloc(0);
    let [free, left] = [0, this.size];
    for (const chunk of this.#chunks) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      for (let from = 0; from < bytes.length; ) {
        if (free === 0) {
          free = Math.min(left, pieceLength);
          piece = Buffer.from(take(), 0, free);
          pieces.push(piece);
        }
        const copied = bytes.copy(piece, piece.length - free, from);
        [from, free, left] = [from + copied, free - copied, left - copied];
      }
    }
    return pieces;
  }

  /** Whether `pieces` returns several. */
  get isLarge(): boolean {
    return this.size > pieceLength;
  }

  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}
