import { answerMemory } from '../base/lent-memory.ts';

/** An answer that is written as JSON in UTF-8 already: the same value, without building it anew for each caller. */
export class WrittenJson {
  /** In bytes. */
  readonly size: number;
  #pieces: readonly (string | Buffer)[];

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.#pieces = pieces;
    this.size = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  }

  /** The one piece that it is made of; undefined where there are several. */
  get whole(): Buffer | undefined {
    const [first] = this.#pieces;
    return this.#pieces.length === 1 && Buffer.isBuffer(first) ? first : undefined;
  }

  /** All of it. */
  get bytes(): Buffer {
    return this.whole ?? this.#writtenTo(Buffer.allocUnsafe(this.size));
  }

  /**
   * Writes all of it to the beginning of `memory`, which has room for it, and gives that part. What it has in `answerMemory` is given back:
   * if there is any, it cannot be read from here a second time.
   */
  movedTo(memory: Buffer): Buffer {
    const written = this.#writtenTo(memory);
    let isGone = false;
    for (const piece of this.#pieces) if (typeof piece !== 'string' && answerMemory.giveBack(piece)) isGone = true;
    if (isGone) this.#pieces = [];
    return written;
  }

  #writtenTo(memory: Buffer): Buffer {
    if (this.size > 0 && this.#pieces.length === 0) throw new Error('This answer was sent already.');
    let at = 0;
    for (const piece of this.#pieces) {
      if (typeof piece === 'string') at += memory.write(piece, at);
      else {
        memory.set(piece, at);
        at += piece.length;
      }
    }
    return memory.subarray(0, at);
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }
}

const lengthOf = (piece: string | Buffer): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
