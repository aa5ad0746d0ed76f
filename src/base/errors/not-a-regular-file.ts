/** A path that should be a file is a pipe, a device or a socket. */
export class NotARegularFile extends Error {
  override readonly name = 'NotARegularFile';

  constructor(path: string) {
    super(`${path} is a pipe, a device or a socket, not a file.`);
  }
}
