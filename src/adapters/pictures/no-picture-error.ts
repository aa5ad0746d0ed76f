import type { NoPicture } from '../../domain/picture.ts';

/** There is no picture, and nothing failed but the content. */
export class NoPictureError extends Error {
  override readonly name = 'NoPictureError';
  readonly why: NoPicture;

  constructor(why: NoPicture, options?: ErrorOptions) {
    super(`No picture: ${why}.`, options);
    this.why = why;
  }
}
