/** A data directory cannot be used as it is. The message says what is wrong with it. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  /** What to do about it. */
  readonly advice: string;

  constructor(message: string, options: ErrorOptions & { readonly advice: string }) {
    super(message, options);
    this.advice = options.advice;
  }
}
