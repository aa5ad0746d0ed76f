import { readerOf } from './varint.ts';

/** The state of LevelDB's files, according to its manifest. */
export interface Manifest {
  /** Number of a live table -> its size in bytes. */
  readonly tables: ReadonlyMap<number, number>;
  /** Logs from this number on contain changes that are not in a table yet. */
  readonly logNumber: number;
  /** The sequence number of the last known write. LevelDB counts each row that is written or deleted. */
  readonly lastSequence: number;
}

/** Reads the records of a manifest. Throws `RangeError` if they are malformed. */
export function readManifest(records: readonly Buffer[]): Manifest {
  const tables = new Map<number, number>();
  let [logNumber, lastSequence] = [0, 0];
  for (const record of records) {
    const reader = readerOf(record);
    while (!reader.isAtEnd) {
      const tag = reader.varint();
      if (tag === 1) reader.sizedBytes();
      else if (tag === 2) logNumber = reader.varint();
      else if (tag === 3 || tag === 9) reader.varint();
      else if (tag === 4) lastSequence = reader.varint();
      else if (tag === 5) {
        reader.varint();
        reader.sizedBytes();
      } else if (tag === 6) {
        reader.varint();
        tables.delete(reader.varint());
      } else if (tag === 7) {
        reader.varint();
        const [number, size] = [reader.varint(), reader.varint()];
        reader.sizedBytes();
        reader.sizedBytes();
        tables.set(number, size);
      } else throw new RangeError(`The manifest has an unknown tag ${tag}.`);
    }
  }
  return { tables, logNumber, lastSequence };
}
