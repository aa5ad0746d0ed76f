import type { StructureElement, TaggedDocument } from './tagged-document.ts';

/** A block that takes the place that it needs, over several pages if necessary. */
export interface Flowable {
  /** The space above it, and below it. Of two spaces that meet, the larger one counts. */
  readonly before: number;
  readonly after: number;
  /** The height of what must not be separated at its beginning. */
  readonly startHeight: number;
  /** A heading: it does not end a page. */
  readonly staysWithNext: boolean;
  /** Draws it from `document.y`, which moves below it. */
  draw(document: TaggedDocument, parent: StructureElement): void;
}
