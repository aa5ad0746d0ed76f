/** Nothing can be had from a content, and nothing failed but the content. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'damaged' | 'encrypted' | 'none inside' | 'too large';

  constructor(why: Unreadable['why'], options?: ErrorOptions) {
    super(`Nothing can be had from the content: ${why}.`, options);
    this.why = why;
  }
}
