import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import type { Answer } from '../../contract/call.ts';
import { jsonHeaders } from './encode.ts';

/**
 * Errors of the HTTP parser (`ERR_…` of Node.js, `HPE_…` of llhttp), with the status that Node.js would send by
 * default.
 */
const meanings: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_INVALID_URL: [
    400,
    'The request is not valid HTTP/1.1: its address has characters that must be percent-encoded in UTF-8, such as %C3%BC for ü.',
  ],
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large: it has more than 64 kB or more than 100 headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body has too many chunk extensions: send it without them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
};

/** The time that the client has to close its side, in milliseconds. */
const lingerMs = 500;

/**
 * Not anchored, because the end of a body may precede the request line without a line break. Begins only where capitals begin: otherwise
 * it would read many capitals again from each of them.
 */
const requestLine = /(?<![A-Z])[A-Z]+ \//g;

const malformed = [400, 'The request is not valid HTTP/1.1: check the request line and the headers.'] as const;

/** Whether the refused request is a HEAD. The parser passes on only its last packet, so the request line may be missing. */
export function isRefusedHead(error: unknown): boolean {
  if (!(error instanceof Error) || !('rawPacket' in error) || !(error.rawPacket instanceof Uint8Array)) return false;
  const requestLines = Buffer.from(error.rawPacket).toString('latin1').match(requestLine);
  return requestLines?.at(-1)?.endsWith('HEAD /') === true;
}

/** Writes a response to a connection without a response object, and ends the connection. To HEAD, sends no body. */
export function endWithAnswer(socket: Duplex, { status, headers, body }: Answer, isHead = false): void {
  if (!socket.writable || body.kind !== 'json') {
    socket.destroy();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body.value));
  const lines = Object.entries({
    ...headers,
    ...jsonHeaders,
    'content-length': bytes.length,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), ...(isHead ? [] : [bytes])]));
  // The client needs time to read the response: closing a connection with unread bytes discards it.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

export function parserErrorAnswer(error: unknown, answerError: (error: unknown) => Answer): Answer {
  const [status, message] = meanings[systemErrorCode(error) ?? ''] ?? malformed;
  return { ...answerError(new RepositoryError('BadRequest', message)), status };
}
