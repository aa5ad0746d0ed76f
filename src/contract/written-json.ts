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

  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}
