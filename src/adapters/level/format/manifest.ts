import { readerOf } from './varint.ts';

/** What LevelDB's descriptor says about its files. */
export interface Manifest {
  /** Number of a table in force -> its size in bytes. */
  readonly tables: ReadonlyMap<number, number>;
  /** Logs from this number on hold changes that are in no table yet. */
  readonly logNumber: number;
  /** The number of the last write that it knows of; LevelDB counts each row that is written or deleted. */
  readonly lastSequence: number;
}

/** Reads the records of a descriptor. Throws `RangeError` where they make no sense. */
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
      } else throw new RangeError(`The descriptor has an unknown entry ${tag}.`);
    }
  }
  return { tables, logNumber, lastSequence };
}
