/** A refusal whose body is not an `ErrorResponse` but one of the operation's `errorBodies`. */
export class ErrorWithBody extends Error {
  override readonly name = 'ErrorWithBody';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The operation returns ${status} with a body of its own.`);
    this.status = status;
    this.body = body;
  }
}
