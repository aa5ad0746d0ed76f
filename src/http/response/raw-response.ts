import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RepositoryError, systemErrorCode } from '../../base/errors/errors.ts';
import type { Answer } from '../../contract/call.ts';
import { jsonHeaders } from './encode.ts';

/** What Node's parser reports (`ERR_…` of Node, `HPE_…` of llhttp), with the status that Node itself would send. */
const meanings: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The head of the request is too large: shorten the address or the headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body has too many chunk extensions: send it without them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
};

/** How long the client has to end its side. */
const lingerMs = 500;

/** A body may end right before the request line. */
const requestLine = /[A-Z]+ \//g;

const malformed = [400, 'The request is not valid HTTP/1.1: check the request line and the headers.'] as const;

/**
 * Whether the request that Node's parser refused is a HEAD, as far as the bytes at hand tell: its request line may have
 * come in an earlier packet.
 */
export function isRefusedHead(error: unknown): boolean {
  if (!(error instanceof Error) || !('rawPacket' in error) || !(error.rawPacket instanceof Uint8Array)) return false;
  const requestLines = Buffer.from(error.rawPacket).toString('latin1').match(requestLine);
  return requestLines?.at(-1)?.endsWith('HEAD /') === true;
}

/** Writes an answer on a connection that has no response, and ends the connection. The answer to HEAD has no body. */
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
  // Time to read the answer: a connection that is closed over unread bytes loses it.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The answer to a request that Node's parser refused. */
export function parserErrorAnswer(error: unknown, answerError: (error: unknown) => Answer): Answer {
  const [status, message] = meanings[systemErrorCode(error) ?? ''] ?? malformed;
  return { ...answerError(new RepositoryError('BadRequest', message)), status };
}
