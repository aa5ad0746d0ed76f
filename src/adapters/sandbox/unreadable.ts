/** Nothing can be extracted from a content, because of the content itself. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly why: 'damaged' | 'encrypted' | 'none inside' | 'too large' | 'unsupported';

  constructor(why: Unreadable['why'], options?: ErrorOptions) {
    super(`Nothing can be extracted from the content: ${why}.`, options);
    this.why = why;
  }
}
