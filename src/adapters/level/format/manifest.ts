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

/** The tags of the fields in a record. LevelDB defines them for its `VersionEdit`. */
const tags = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedTable: 6,
  newTable: 7,
  previousLog: 9,
};

type Reader = ReturnType<typeof readerOf>;

interface ManifestState extends Manifest {
  readonly tables: Map<number, number>;
  logNumber: number;
  lastSequence: number;
}

const skipLevel = (reader: Reader): void => {
  reader.varint();
};

function readTable(reader: Reader): readonly [number: number, size: number] {
  const table = [reader.varint(), reader.varint()] as const;
  // The smallest and the largest key.
  reader.sizedBytes();
  reader.sizedBytes();
  return table;
}

/** Reads the next field of a record and applies it to the state. */
function applyField(reader: Reader, state: ManifestState): void {
  const tag = reader.varint();
  switch (tag) {
    case tags.comparator:
      reader.sizedBytes();
      return;
    case tags.logNumber:
      state.logNumber = reader.varint();
      return;
    case tags.nextFile:
    case tags.previousLog:
      reader.varint();
      return;
    case tags.lastSequence:
      state.lastSequence = reader.varint();
      return;
    case tags.compactPointer:
      skipLevel(reader);
      reader.sizedBytes();
      return;
    case tags.deletedTable:
      skipLevel(reader);
      state.tables.delete(reader.varint());
      return;
    case tags.newTable:
      skipLevel(reader);
      state.tables.set(...readTable(reader));
      return;
    default:
      throw new RangeError(`The manifest has an unknown tag ${tag}.`);
  }
}

/** Reads the records of a manifest. Throws `RangeError` if they are malformed. */
export function readManifest(records: readonly Buffer[]): Manifest {
  const state: ManifestState = { tables: new Map(), logNumber: 0, lastSequence: 0 };
  for (const record of records) {
    const reader = readerOf(record);
    while (!reader.isAtEnd) applyField(reader, state);
  }
  return state;
}
