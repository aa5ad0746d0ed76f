/** Nothing can be extracted from a content, and only the content is to blame. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'damaged' | 'encrypted' | 'none inside' | 'too large';

  constructor(why: Unreadable['why'], options?: ErrorOptions) {
    super(`Nothing can be extracted from the content: ${why}.`, options);
    this.why = why;
  }
}
