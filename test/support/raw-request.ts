import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Where plain HTTP requests go. */
export interface RawTarget {
  /** `{base_url}` */
  readonly baseUrl: URL;
  readonly socketPath: string | undefined;
}

export interface RawRequest {
  readonly method?: string;
  /** Below `{base_url}`; with a leading `^`, from the root of the server. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** A stream is sent in chunks. */
  readonly body?: string | Buffer | Readable;
}

export interface RawResponse {
  readonly status: number;
  /** The reason phrase of the status line. */
  readonly reason: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body read as JSON; throws where it is none. */
  json(): unknown;
}

const pathOf = (target: RawTarget, path: string): string =>
  path.startsWith('^') ? path.slice(1) : `${target.baseUrl.pathname}${path}`;

const placeOf = ({ baseUrl, socketPath }: RawTarget) =>
  socketPath === undefined ? { host: baseUrl.hostname, port: Number(baseUrl.port) } : { socketPath };

/** One request by plain HTTP: nothing is added to it but what HTTP itself asks for. */
export async function rawRequest(target: RawTarget, { method, path, headers, body }: RawRequest): Promise<RawResponse> {
  const agent = new Agent();
  try {
    return await new Promise<RawResponse>((resolve, reject) => {
      let answered = false;
      // A server may answer before it has read everything: then the answer counts, not the broken pipe.
      const fail = (error: unknown): void => {
        if (!answered) reject(error);
      };
      const options = { ...placeOf(target), agent, method: method ?? 'GET', path: pathOf(target, path) };
      const request = httpRequest({ ...options, headers: headers ?? {} }, (response) => {
        answered = true;
        buffer(response).then((bytes) => {
          const text = bytes.toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            reason: response.statusMessage ?? '',
            headers: response.headers,
            bytes,
            text,
            json: (): unknown => JSON.parse(text),
          });
        }, reject);
      });
      request.on('error', fail);
      if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) request.end(body);
      else pipeline(body, request).catch(fail);
    });
  } finally {
    agent.destroy();
  }
}

/** A bare connection, for requests that no client library would send. */
export function rawConnection(target: RawTarget): Promise<Socket> {
  const place = placeOf(target);
  return new Promise((resolve, reject) => {
    const socket = 'socketPath' in place ? connect(place.socketPath) : connect(place);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/**
 * Sends GET requests on one connection without waiting for answers (RFC 9112, section 9.3.2); the last has to close it. Resolves
 * to the JSON of the answers, all of which say how long they are.
 */
export async function pipelined(
  target: RawTarget,
  requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[],
): Promise<unknown[]> {
  const socket = await rawConnection(target);
  const heads = requests.map(({ path, headers }) => {
    const lines = Object.entries({ host: target.baseUrl.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    return [`GET ${pathOf(target, path)} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  });
  socket.write(heads.join(''));
  let rest = await buffer(socket);
  const bodies: unknown[] = [];
  while (rest.length > 0) {
    const start = rest.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(rest.toString('latin1', 0, start))?.[1]);
    bodies.push(JSON.parse(rest.toString('utf8', start, start + length)));
    rest = rest.subarray(start + length);
  }
  return bodies;
}

/** One part of a form, as it stands on the wire. */
export interface FormPart {
  readonly field: string;
  /** Without one the part is no file. */
  readonly fileName?: string;
  /** Of a file; `null` leaves the line out. */
  readonly mimeType?: string | null;
  readonly bytes: string | Buffer;
}

/** A `multipart/form-data` body (RFC 7578), written by hand. */
export function formOf(parts: readonly FormPart[], boundary = 'edge-of-form'): Buffer {
  const typeOf = ({ fileName, mimeType = fileName === undefined ? null : 'application/octet-stream' }: FormPart) =>
    mimeType === null ? '' : `\r\nContent-Type: ${mimeType}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.field}"`),
    Buffer.from(part.fileName === undefined ? '' : `; filename="${part.fileName}"`),
    Buffer.from(`${typeOf(part)}\r\n\r\n`),
    Buffer.from(part.bytes),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

export const formType = (boundary = 'edge-of-form'): string => `multipart/form-data; boundary=${boundary}`;
