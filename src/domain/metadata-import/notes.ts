/**
 * What became of a thing that is written in a file to import:
 *
 * - `left-out`: it is known, and our sets have no place for it, or not for this value of it
 * - `unknown`: nobody knows it
 * - `changed`: it is kept in another form, or mended
 * - `unusable`: it is kept, and cannot be used as it is, such as a reference to what is not there
 */
export type NoteKind = 'left-out' | 'unknown' | 'changed' | 'unusable';

/** One thing that was not taken as it stands, with every place in one file where that happened, and why. */
export interface ImportNote {
  readonly file: string;
  /** From 1, in their order; empty for the file as a whole. */
  readonly lines: readonly number[];
  readonly kind: NoteKind;
  readonly message: string;
}

/** Places kept of one import; what follows is only counted. */
const mostPlaces = 2_000;

/** Collects the notes of one import: the same message about one file is one note with many lines. */
export interface Notes {
  add(file: string, line: number | null, kind: NoteKind, message: string): void;
  /** In the order in which they came first. */
  all(): ImportNote[];
  /** How many more places there were than those that the notes name. */
  more(): number;
}

/** Begins a report. */
export function createNotes(): Notes {
  const kept = new Map<string, { readonly note: Omit<ImportNote, 'lines'>; readonly lines: Set<number> }>();
  let count = 0;
  return {
    add(file, line, kind, message) {
      count += 1;
      if (count > mostPlaces) return;
      const key = JSON.stringify([file, kind, message]);
      const entry = kept.get(key) ?? { note: { file, kind, message }, lines: new Set() };
      if (line !== null) entry.lines.add(line);
      kept.set(key, entry);
    },
    all: () => [...kept.values()].map(({ note, lines }) => ({ ...note, lines: [...lines] })),
    more: () => Math.max(0, count - mostPlaces),
  };
}
