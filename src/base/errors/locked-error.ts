/** Another process uses the data directory. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** The ID of that process, if it is known. */
  readonly pid: number | undefined;

  constructor(dataDirectory: string, options: ErrorOptions & { readonly pid?: number | undefined } = {}) {
    const { pid } = options;
    super(
      `The repository in ${dataDirectory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}.`,
      options,
    );
    this.pid = pid;
  }
}
