/** A part of some bytes: those from `start` up to and including `end`, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
