/**
 * An answer that is written as JSON in UTF-8 already: the same value, without building it anew for each caller. It
 * comes in pieces, as putting them together costs as much as all the rest of a short answer.
 */
export class WrittenJson {
  readonly pieces: readonly (string | Buffer)[];

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces;
  }

  /** In bytes. */
  get length(): number {
    let length = 0;
    for (const piece of this.pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    return length;
  }

  get bytes(): Buffer {
    const bytes = Buffer.allocUnsafe(this.length);
    let at = 0;
    for (const piece of this.pieces) at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at);
    return bytes;
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}
