import type { AsPlainObject } from 'minisearch';
import type { CommitNumber } from '../../base/ids.ts';
import { readCheckedLines, writeCheckedLines } from './checked-lines.ts';
import type { Row } from './hits.ts';
import { type InvertedIndex, indexSchema, restoreInvertedIndex } from './inverted-index.ts';

/** The state of an index at one time. */
export interface Snapshot {
  readonly position: CommitNumber;
  readonly rows: readonly Row[];
  readonly words: AsPlainObject;
}

/** What a line of the file can hold. In pieces, as one text of all would be too long, and would block for too long. */
interface Piece {
  readonly header?: { readonly format: string; readonly schema: string; readonly position: CommitNumber };
  readonly rows?: readonly Row[];
  readonly terms?: AsPlainObject['index'];
  readonly rest?: Omit<AsPlainObject, 'index'>;
}

const format = 'edu-repo search index 1';
const rowsInPiece = 200;
const termsInPiece = 500;

/** Replaces the file. Rejects with `StorageFailed` where it cannot be written; the file is as it was then. */
export const writeSnapshot = (file: string, snapshot: Snapshot): Promise<void> =>
  writeCheckedLines(file, lines(snapshot));

function* lines({ position, rows, words: { index, ...rest } }: Snapshot): Generator<string> {
  const line = (piece: Piece): string => JSON.stringify(piece);
  yield line({ header: { format, schema: indexSchema, position } });
  for (let at = 0; at < rows.length; at += rowsInPiece) yield line({ rows: rows.slice(at, at + rowsInPiece) });
  for (let at = 0; at < index.length; at += termsInPiece) yield line({ terms: index.slice(at, at + termsInPiece) });
  yield line({ rest });
}

/** Rejects where the file cannot be read, is damaged, or was written by a program whose index does not fit this one's. */
export async function readSnapshot(
  file: string,
): Promise<{ readonly position: CommitNumber; readonly rows: readonly Row[]; readonly words: InvertedIndex }> {
  let header: Piece['header'];
  let rest: Piece['rest'];
  const rows: Row[] = [];
  const index: AsPlainObject['index'] = [];
  for await (const line of readCheckedLines(file)) {
    // Only lines that this program's `lines` wrote are used: the schema below and the checksum of the file vouch for them.
    const piece = JSON.parse(line) as Piece;
    header ??= fittingHeader(piece.header);
    for (const row of piece.rows ?? []) rows.push(row);
    for (const term of piece.terms ?? []) index.push(term);
    rest ??= piece.rest;
  }
  if (header === undefined || rest === undefined) throw new Error('the file is not complete');
  return { position: header.position, rows, words: await restoreInvertedIndex({ ...rest, index }) };
}

function fittingHeader(header: Piece['header']): NonNullable<Piece['header']> {
  if (header?.format !== format) throw new Error('the file is no search index of this form');
  if (header.schema !== indexSchema) throw new Error('the file is a search index of another version');
  return header;
}
