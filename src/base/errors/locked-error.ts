/** Another process owns the data directory. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** The process that owns it, where it said so. */
  readonly pid: number | undefined;

  constructor(dataDirectory: string, pid: number | undefined) {
    super(
      `The repository in ${dataDirectory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}.`,
    );
    this.pid = pid;
  }
}
