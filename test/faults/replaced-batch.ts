import { Level } from 'level';

/** One write of a batch, as `Level.batch` takes it in a list. */
export interface Operation {
  readonly type: 'put' | 'del';
  readonly key: string;
  readonly value?: Buffer;
}

/** Writes a list of operations. */
export type WriteBatch = (database: Level, operations: readonly Operation[], options: object) => Promise<void>;

type ListBatch = (this: Level, operations: readonly Operation[], options: object) => Promise<void>;

/** Gathers what a chained batch is given, and writes it as a list. */
function gathered(database: Level, write: WriteBatch) {
  const operations: Operation[] = [];
  return {
    put(key: string, value: Buffer) {
      operations.push({ type: 'put', key, value });
    },
    del(key: string) {
      operations.push({ type: 'del', key });
    },
    write: (options: object) => write(database, operations, options),
    close: async () => undefined,
  };
}

/** Puts another write in the place of LevelDB's batches in this process, whichever way they are made. */
export function replaceBatch(broken: (original: WriteBatch) => WriteBatch): void {
  // The prototype carries overloads, of which a replacement needs only these two.
  const prototype = Level.prototype as unknown as { batch: (...given: unknown[]) => unknown };
  const batch = prototype.batch as unknown as ListBatch;
  const write = broken((database, operations, options) => batch.call(database, operations, options));
  prototype.batch = function (this: Level, ...given) {
    // With a list it writes at once; without, it gives a batch to be filled.
    if (given.length === 0) return gathered(this, write);
    return write(this, given[0] as readonly Operation[], (given[1] ?? {}) as object);
  };
}
