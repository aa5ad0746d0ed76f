/**
 * What the import did with a part of a file:
 *
 * - `left-out`: not imported, because edu-repo has no equivalent or the value is invalid, incomplete or a duplicate
 * - `unknown`: not imported, because the element or attribute is unknown
 * - `changed`: converted or repaired
 * - `unusable`: imported, but does not work until it is corrected
 */
type NoteKind = 'left-out' | 'unknown' | 'changed' | 'unusable';

/** Something that was not imported unchanged, with the reason and all its lines in one file. */
export interface ImportNote {
  readonly file: string;
  /** Line numbers from 1, in order; empty for the file as a whole. */
  readonly lines: readonly number[];
  readonly kind: NoteKind;
  readonly message: string;
}

/** Maximum number of notes per import before merging. Further ones are only counted. */
const maxAdded = 2_000;

/** Collects the notes of one import. Equal messages about one file become one note with several lines. */
export interface Notes {
  add(file: string, line: number | null, kind: NoteKind, message: string): void;
  /** In the order of their first line. */
  all(): ImportNote[];
  /** The number of notes beyond the maximum, which are only counted. */
  more(): number;
}

/** Creates an empty collection of notes. */
export function createNotes(): Notes {
  const notes = new Map<string, { readonly note: Omit<ImportNote, 'lines'>; readonly lines: Set<number> }>();
  let count = 0;
  return {
    add(file, line, kind, message) {
      count += 1;
      if (count > maxAdded) return;
      const key = JSON.stringify([file, kind, message]);
      const entry = notes.get(key) ?? { note: { file, kind, message }, lines: new Set() };
      if (line !== null) entry.lines.add(line);
      notes.set(key, entry);
    },
    all: () => [...notes.values()].map(({ note, lines }) => ({ ...note, lines: [...lines] })),
    more: () => Math.max(0, count - maxAdded),
  };
}
