import { messageOf, systemErrorCode } from '../../../base/errors/errors.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from '../../program/exit-codes.ts';
import { Failure } from '../../program/failure.ts';

/** A failure that may not occur again, such as 503 or a broken connection. */
export class TransientFailure extends Failure {
  /** The time after which the server may be asked again, in milliseconds; undefined if it stated none. */
  readonly retryAfter: number | undefined;

  constructor(exitCode: ExitCode, lines: ConstructorParameters<typeof Failure>[1], retryAfter?: number) {
    super(exitCode, lines);
    this.retryAfter = retryAfter;
  }
}

/** The failure for content that is not what was expected. `why` is a sentence. */
export const unexpectedContent = (url: URL, what: string, why: string): Failure =>
  new Failure(exitCodes.error, {
    what: `${url.href} does not return ${what}.`,
    why,
    next: 'Open the address in a browser, and check that it is the one of the source',
  });

/** The failure for content that ended in the middle. */
export const incompleteContent = (url: URL, why: string): TransientFailure =>
  new TransientFailure(exitCodes.unreachable, {
    what: `The content of ${url.href} is incomplete.`,
    why,
    next: 'Run the same command again later',
  });

export const privateHost = (host: string): Failure =>
  new Failure(exitCodes.forbidden, {
    what: `${host} is not called.`,
    why: 'It is an address of this machine or of a private network.',
    next: `If that is intended, add --allow-host ${host}`,
  });

/** The failure for a text that is no address of a web server. */
export const notAnAddress = (text: string, why: string): Failure =>
  new Failure(exitCodes.usage, {
    what: `"${text.slice(0, 200)}" cannot be called.`,
    why,
    next: 'Write an address such as https://example.org/oai',
  });

const nextAtStatus: Readonly<Record<number, string>> = {
  401: 'Download the content with a browser, and import the file',
  403: 'Download the content with a browser, and import the file',
  404: 'Check the address',
  410: 'Check the address',
};

/** The failure for a status that is no success. */
export function failedStatus(url: URL, status: number, retryAfter: number | undefined): Failure {
  const lines = {
    what: `${url.href} cannot be read.`,
    why: `The server returned the status ${status}.`,
    next: nextAtStatus[status] ?? 'Run the same command again later',
  };
  if ([429, 502, 503].includes(status)) return new TransientFailure(exitCodes.unreachable, lines, retryAfter);
  return new Failure(exitCodeOfStatus(status), lines);
}

/** The codes of a certificate that is not trusted (`node:tls`). */
const certificateCode =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/;
const protocolCode = /^(?:EPROTO|ERR_SSL_|ERR_TLS_|HPE_)/;
const unknownHostCodes = ['ENOTFOUND', 'EADDRNOTAVAIL'];

/** The failure for an exchange without a response. Failures stay as they are. */
export function failedConnection(url: URL, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = systemErrorCode(error) ?? '';
  const why = `${messageOf(error).replace(/[.\s]*$/, '')}.`;
  if (certificateCode.test(code)) {
    return new Failure(exitCodes.unreachable, {
      what: `The certificate of ${url.host} is not trusted.`,
      why,
      next: 'Check the address; for a certificate of your own authority, set NODE_EXTRA_CA_CERTS to its file',
    });
  }
  const lines = { what: `${url.host} cannot be reached.`, why, next: 'Check the address and the network' };
  if (protocolCode.test(code) || unknownHostCodes.includes(code)) return new Failure(exitCodes.unreachable, lines);
  return new TransientFailure(exitCodes.unreachable, lines);
}
