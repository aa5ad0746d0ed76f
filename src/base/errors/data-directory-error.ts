/** A data directory cannot be used. The message says why. */
export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
  /** What the user can do about it. */
  readonly advice: string;

  constructor(message: string, options: ErrorOptions & { readonly advice: string }) {
    super(message, options);
    this.advice = options.advice;
  }
}
