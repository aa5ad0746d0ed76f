/** An answer that is written as JSON in UTF-8 already: the same value, without building it anew for each caller. */
export class WrittenJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}

/** Puts pieces of JSON together. */
export const writtenJson = (...pieces: readonly (string | Buffer)[]): WrittenJson =>
  new WrittenJson(Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))));
