/** Another process uses the data directory. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** The ID of that process, if it is known. */
  readonly pid: number | undefined;

  constructor(dataDirectory: string, pid: number | undefined, options?: ErrorOptions) {
    super(
      `The repository in ${dataDirectory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}.`,
      options,
    );
    this.pid = pid;
  }
}
