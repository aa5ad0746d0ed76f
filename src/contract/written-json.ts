/** An answer that is written as JSON in UTF-8 already: the same value, without building it anew for each caller. */
export class WrittenJson {
  readonly bytes: Buffer;

  /** Puts the pieces together. */
  constructor(...pieces: readonly (string | Buffer)[]) {
    const [first] = pieces;
    this.bytes = pieces.length === 1 && Buffer.isBuffer(first) ? first : joined(pieces);
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}

const lengthOf = (piece: string | Buffer): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;

function joined(pieces: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let at = 0;
  for (const piece of pieces) at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at);
  return bytes;
}
